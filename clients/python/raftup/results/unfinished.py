"""Results of runs that have not finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import xarray as xr


def unfinished_runs(files: Sequence[Path]) -> Iterator[str]:
    """Yields a sentence for each result whose run is in progress, was interrupted or has failed.

    Args:
        files: results of raftup.run() that can be read.
    """
    for file in files:
        with xr.open_dataset(file, engine="netcdf4") as dataset:
            times = dataset.time.values
            if dataset.attrs.get("complete", 1) or not len(times):
                continue
            yield f"warning: the run of {file} has not come to its end: rows to {times[-1]:g} s"
