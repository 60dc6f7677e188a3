"""The result of a run, written while it grows."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import netCDF4
import numpy as np
import xarray as xr
from xarray.backends.netCDF4_ import NETCDF4_PYTHON_LOCK

from raftup.closing import Closing
from raftup.results.layout import ResultLayout
from raftup.results.reserve import release, reserve
from raftup.rows import Rows

_CLOSING_BYTES = 256 * 1024  # kept free for the file's own tables, so that it can always be closed


class ResultFile(Closing):
    """A NetCDF-4 file that can be read after every append(), whatever happens next.

    Rows that are on the disk stay readable when the disk fills up, the run is interrupted or the
    program is killed between two appends. A context manager.

    Rows are written by a thread of their own: Ctrl-C, which Python raises in the main thread, then
    never cuts a row in two. Several results may grow in threads of one
    program: the NetCDF library serves one thread at a time, so every use of it here, metadata
    included, holds the lock under which xarray reads values.

    Attributes:
        end_time: of the last row written [s]; 0 before the first.
    """

    def __init__(
        self,
        path: Path | None,
        layout: ResultLayout,
        attributes: Mapping[str, Any],
        chunk_rows: int,
    ) -> None:
        """Creates the file, replacing one of the same name.

        Args:
            path: None = in memory, for dataset() alone.
            layout: dimensions and variables.
            attributes: of the whole result.
            chunk_rows: rows that belong together on the disk: those of a usual append().

        Raises:
            OSError: where it cannot be written.
        """
        self._path = path
        self._layout = layout
        self._chunk_rows = max(1, chunk_rows)
        self._rows = 0
        self.end_time = 0.0
        self._writer = ThreadPoolExecutor(1, "result")
        name = str(path) if path else f"result-{uuid.uuid4()}.nc"
        with NETCDF4_PYTHON_LOCK:
            self._file = netCDF4.Dataset(name, "w", format="NETCDF4", diskless=path is None)
            self._define(attributes)
            self._file.set_auto_mask(False)  # dataset() reads NaN, not masked values
            self._file.sync()

    def _define(self, attributes: Mapping[str, Any]) -> None:
        self._file.setncatts({**attributes, "complete": np.int32(0)})
        self._file.createDimension("time", None)
        time = self._file.createVariable("time", "f8", ("time",), chunksizes=(self._chunk_rows,))
        time.setncatts({"units": "s", "long_name": "simulation time"})
        for name, labels in self._layout.coordinates.items():
            self._file.createDimension(name, len(labels))
            self._file.createVariable(name, str, (name,))[:] = np.array(labels, dtype=object)
        for variable in self._layout.variables:
            for name, size in zip(variable.dimensions, variable.shape, strict=True):
                if name not in self._file.dimensions:
                    self._file.createDimension(name, size)
            target = self._file.createVariable(
                variable.name,
                "f8",
                ("time", *variable.dimensions),
                chunksizes=(self._chunk_rows, *variable.shape),
                fill_value=np.nan,
            )
            target.setncatts({"units": variable.units, "long_name": variable.description})

    def append(self, rows: Rows) -> None:
        """Writes rows after those before.

        Raises:
            OSError: where there is no room; what was written before stays readable.
        """
        self._writer.submit(self._write, rows).result()

    def _write(self, rows: Rows) -> None:
        if self._path is not None:
            chunks = len(rows) // self._chunk_rows + 2
            chunk_bytes = self._chunk_rows * self._layout.row_bytes()
            reserve(self._path, chunks * chunk_bytes + _CLOSING_BYTES)
        end = self._rows + len(rows)
        with NETCDF4_PYTHON_LOCK:
            for name, values in self._layout.blocks(rows):
                self._file.variables[name][self._rows : end] = values
            self._file.sync()
        self._rows = end
        self.end_time = float(rows.time[-1])

    def complete(self) -> None:
        """Says in the attribute `complete` that the run came to its end."""
        with NETCDF4_PYTHON_LOCK:
            self._file.setncattr("complete", np.int32(1))

    def dataset(self) -> xr.Dataset:
        """Everything written so far, in memory."""
        with NETCDF4_PYTHON_LOCK:
            attributes = self._file.__dict__.copy()
            variables = {name: _in_memory(stored) for name, stored in self._file.variables.items()}
        return xr.Dataset(variables, attrs=attributes)

    def close(self) -> None:
        """Ends the file, with the rows that are being written; may be called again."""
        self._writer.shutdown()
        if self._file.isopen():
            with NETCDF4_PYTHON_LOCK:
                self._file.close()
            if self._path is not None:
                with contextlib.suppress(FileNotFoundError):
                    release(self._path)


def _in_memory(stored: netCDF4.Variable[Any]) -> xr.Variable:
    attributes = {name: value for name, value in stored.__dict__.items() if name != "_FillValue"}
    return xr.Variable(stored.dimensions, stored[...], attributes)
