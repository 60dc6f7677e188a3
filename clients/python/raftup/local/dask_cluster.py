"""A Dask cluster of processes on this machine."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any

FRUGAL = {
    "distributed.admin.low-level-log-length": 10,
    "distributed.admin.system-monitor.log-length": 10,
    "distributed.worker.profile.enabled": False,
}
"""Settings of Dask that disable records for the developers of Dask.

These records are the last 1000 messages of every connection, which contain tasks and results,
profiles of every second, and two measurements of the machine per second.
"""

_QUIET = {
    **FRUGAL,
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.admin.large-graph-warning-threshold": "1GB",
}


@contextmanager
def local_cluster(count: int) -> Iterator[Any]:
    """A distributed.Client of single-threaded processes, for the duration of the block.

    Only this program receives Ctrl-C; it then ends the processes.

    Args:
        count: number of processes, >= 1.
    """
    import dask
    from distributed import Client, LocalCluster

    with dask.config.set(_QUIET):
        with _interrupts_held():
            cluster = LocalCluster(
                n_workers=count,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                # it listens without a dashboard too: several programs need different ports
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
                silence_logs="CRITICAL",
            )
        with cluster, Client(cluster) as client:
            yield client


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Blocks Ctrl-C inside the block; processes and threads that are made in it never receive it.

    They inherit the signal mask, as do processes that replace a worker that died.
    """
    resource_tracker.ensure_running()  # which would take the mask back when it is started later
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
