"""Datasets of answers as NetCDF-4 files."""

from __future__ import annotations

import errno
from pathlib import Path

import xarray as xr

from raftup.base.files import whole_file
from raftup.base.interruption import undisturbed
from raftup.results.reserve import reserve

_OVERHEAD = 1 << 18  # bytes, of names, attributes and the format itself


def write_dataset(data: xr.Dataset, file: Path) -> None:
    """Writes a dataset as NetCDF-4, the whole of it or nothing.

    Raises:
        OSError: ENOSPC where the disk has no room, before anything is written, and what else
            writing says, with the name of `file`; what was there is then as before.
    """
    try:
        with whole_file(file) as unfinished:
            reserve(unfinished, data.nbytes + len(str(data.attrs)) + _OVERHEAD)
            undisturbed(lambda: data.to_netcdf(unfinished))
    except RuntimeError as error:  # of the NetCDF library
        raise OSError(errno.EIO, str(error), str(file)) from error
    except OSError as error:
        if error.strerror:
            error.filename = str(file)  # and not that of the unfinished one
        raise
