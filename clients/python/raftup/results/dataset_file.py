"""Writing of datasets to NetCDF-4 files."""

from __future__ import annotations

import errno
from pathlib import Path

import xarray as xr

from raftup.base.files import whole_file
from raftup.base.interruption import undisturbed
from raftup.results.reserve import reserve

_OVERHEAD = 1 << 18  # bytes, of names, attributes and the format itself


def write_dataset(data: xr.Dataset, file: Path) -> None:
    """Writes a dataset to a NetCDF-4 file, completely or not at all.

    Raises:
        OSError: ENOSPC if the disk has not enough room, which is checked before anything is
            written, and other errors of writing, with the name of `file`; a file of this name is
            unchanged then.
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
