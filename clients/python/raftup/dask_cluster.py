"""Processes of this machine as a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_QUIET = {
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.admin.large-graph-warning-threshold": "1GB",
}


@contextmanager
def local_cluster(count: int) -> Iterator[Any]:
    """A distributed.Client of processes with one thread each, for the length of a block.

    Args:
        count: processes, >= 1.
    """
    import dask
    from distributed import Client, LocalCluster

    with (
        dask.config.set(_QUIET),
        LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            silence_logs="CRITICAL",
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client
