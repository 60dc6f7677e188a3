"""The result file of a run, which is written during the run."""

from __future__ import annotations

import contextlib
import errno
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import netCDF4
import numpy as np

from raftup.base.claim import Claim
from raftup.base.closing import Closing
from raftup.base.files import file_beside
from raftup.base.interruption import Worker, held_back, undisturbed
from raftup.remote.rows import Rows
from raftup.results.layout import ResultLayout
from raftup.results.open_file import OpenFile
from raftup.results.reserve import release, reserve

if TYPE_CHECKING:
    import xarray as xr

CONVENTIONS = "CF-1.11"
"""Metadata conventions of a result, with two exceptions: time counts from the start of the
simulation, and a variable whose components have different units lists one unit for each.
"""

_CHUNK_ROWS = 4096  # on the disk, one after another for each variable
_WRITE_PERIOD = 1.0  # s, after which rows are written though no chunk is full
_CLOSING_BYTES = 256 * 1024  # kept free for the file's own tables, so that it can always be closed


@dataclass(frozen=True)
class ResultSummary:
    """What a result file holds, without its rows.

    Attributes:
        attributes: of the whole result.
        bodies: names of the bodies that have outputs.
        row_count: number of rows.
        ends: times of the first and the last row [s]; none without rows.
    """

    attributes: Mapping[str, Any]
    bodies: tuple[str, ...]
    row_count: int
    ends: tuple[float, ...]


class ResultFile(Closing):
    """A NetCDF-4 file with the result of a run, which can be read at any moment; a context manager.

    Rows are collected until a chunk is full or a second has passed, so that writing is fast even if
    few rows arrive at a time. Rows on the disk remain readable if the disk becomes full, the run is
    interrupted or the program is killed. An existing file of the same name is replaced only when
    the first step has rows, so that a run that fails at once does not destroy it.

    A separate thread writes the rows, so that Ctrl-C, which Python raises in the main thread,
    cannot interrupt the writing of a row. Several results may be written in threads of one program:
    since the NetCDF library serves one thread at a time, every use of it here holds the lock under
    which xarray reads values, once the program has loaded xarray.

    Attributes:
        end_time: simulation time of the last written row [s]; 0 before the first row.
    """

    def __init__(
        self,
        path: Path | None,
        layout: ResultLayout,
        attributes: Mapping[str, Any],
        row_count: int,
        *,
        compress: bool = False,
    ) -> None:
        """Creates the file; it replaces an existing file only when its second row is written.

        Args:
            path: path of the file; None = the result is kept in memory, for dataset() only.
            layout: dimensions and variables.
            attributes: attributes of the whole result.
            row_count: expected number of rows; chunks are not longer.
            compress: compresses by deflate, without loss, which all readers of NetCDF-4 support.

        Raises:
            OSError: if the file cannot be written, or another run is writing it.
        """
        self._target = path.resolve() if path else None  # a link goes on leading where it does
        self._layout = layout
        self._chunk_rows = min(max(1, row_count), _CHUNK_ROWS)
        self._compress = compress
        self._rows = 0  # written; the writer's
        self._handed_over = 0
        self._gathered: list[Rows] = []
        self._write_time = time.monotonic()
        self.end_time = 0.0
        self._opened: OpenFile | None = None
        with ExitStack() as resources:
            self._path: Path | None = None
            if self._target is not None:
                resources.enter_context(Claim(self._target))
                resources.callback(self._remove_unless_in_place)
                with held_back():
                    self._path = file_beside(self._target)
            undisturbed(lambda: self._create(attributes))
            if self._target is not None and not self._target.exists():
                self._take_place()
            self._resources = resources.pop_all()
        self._writer = Worker("result")

    def _create(self, attributes: Mapping[str, Any]) -> None:
        name = str(self._path) if self._path else f"result-{uuid.uuid4()}.nc"
        with _library():
            self._file = netCDF4.Dataset(name, "w", format="NETCDF4", diskless=self._path is None)
            self._define(attributes)
            self._file.set_auto_mask(False)  # dataset() reads NaN, not masked values
            self._file.sync()
        if self._path is not None:
            self._opened = OpenFile(self._path)
            self._opened.unlock()

    def _define(self, attributes: Mapping[str, Any]) -> None:
        self._file.setncatts({"Conventions": CONVENTIONS, **attributes, "complete": np.int32(0)})
        self._file.createDimension("time", None)
        times = self._file.createVariable("time", "f8", ("time",), chunksizes=(self._chunk_rows,))
        times.setncatts({"units": "s", "long_name": "simulation time"})
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
                compression="zlib" if self._compress else None,
                complevel=1,
            )
            target.setncatts(variable.attributes)

    def append(self, rows: Rows) -> None:
        """Appends rows, and writes the collected rows if a chunk is full or a second has passed.

        Raises:
            OSError: if there is no room; rows written before remain readable, collected rows are
                lost.
        """
        if not len(rows):
            return
        self._gathered.append(rows)
        count = sum(map(len, self._gathered))
        if time.monotonic() - self._write_time >= _WRITE_PERIOD:
            self._hand_over(count)
        elif count >= self._chunk_rows - self._handed_over % self._chunk_rows:
            self._hand_over(count - (self._handed_over + count) % self._chunk_rows)

    def flush(self) -> None:
        """Writes all collected rows.

        Raises:
            OSError: if there is no room, see append().
        """
        if self._gathered:
            self._hand_over(sum(map(len, self._gathered)))

    def _hand_over(self, count: int) -> None:
        """Writes the first `count` collected rows in the writing thread, and waits for it."""
        rows = Rows.concatenate(self._gathered)
        self._gathered = [rows.part(count, len(rows))] if count < len(rows) else []
        self._handed_over += count
        try:
            self._writer.call(lambda: self._write(rows.part(0, count)))
        except OSError:
            self._gathered = []
            raise
        self._write_time = time.monotonic()

    def _write(self, rows: Rows) -> None:
        end = self._rows + len(rows)
        if self._opened is not None:
            chunks = self._chunks(end) - self._chunks(self._rows)
            if self._compress:
                chunks += 1  # one that was not full grows, and goes elsewhere
            chunk_bytes = self._chunk_rows * self._layout.row_bytes()
            try:
                reserve(self._opened.path, chunks * chunk_bytes + _CLOSING_BYTES)
            except OSError as error:
                error.filename = str(self._target)  # not the descriptor of this process
                raise
        with _library():
            for name, values in self._layout.blocks(rows):
                self._file.variables[name][self._rows : end] = values
            with self._opened.locked() if self._opened else nullcontext():
                self._file.sync()
        self._rows = end
        self.end_time = float(rows.time[-1])
        if end > 1:  # the first row is where the simulation starts, and costs no step
            self._take_place()

    @property
    def is_in_place(self) -> bool:
        """Whether the file has its final name; before that, an older file may have this name."""
        return self._path == self._target

    def _take_place(self) -> None:
        if self._path is not None and self._target is not None and not self.is_in_place:
            self._path = self._path.replace(self._target)

    def _check_place(self) -> None:
        """Raises an error if the file at the path is no longer the one that is being written."""
        if self._opened is None or self._target is None or self._opened.is_at(self._target):
            return
        rule = "is not the file of this run any more, another program has replaced, moved or "
        rule += f"removed it; the rows of this run are in {self._opened.save(self._target)}"
        raise OSError(errno.ESTALE, rule, str(self._target))

    def _remove_unless_in_place(self) -> None:
        if self._path is not None and not self.is_in_place:
            self._path.unlink(missing_ok=True)

    def _chunks(self, rows: int) -> int:
        """Number of chunks that hold `rows` rows."""
        return -(-rows // self._chunk_rows)

    def complete(self, attributes: Mapping[str, Any] | None = None) -> None:
        """Writes all rows and marks the run as finished in the attribute `complete`.

        Args:
            attributes: further attributes that are only known at the end.
        """
        self.flush()
        self._take_place()
        self._check_place()
        known = {**(attributes or {}), "complete": np.int32(1)}
        self._writer.call(lambda: self._set_attributes(known))

    def _set_attributes(self, attributes: Mapping[str, Any]) -> None:
        with _library():
            for name, value in attributes.items():
                known = name in self._file.ncattrs()
                if not known or self._file.getncattr(name) != value:
                    self._file.setncattr(name, value)

    def summary(self) -> ResultSummary:
        """Tells what the file holds so far, without its rows."""
        self.flush()
        return self._writer.call(self._summary)

    def _summary(self) -> ResultSummary:
        with _library():
            attributes = self._file.__dict__.copy()
            ends = (float(self._file["time"][0]), self.end_time) if self._rows else ()
        bodies = self._layout.coordinates.get("body", ())
        return ResultSummary(attributes, tuple(bodies), self._rows, ends)

    def dataset(self) -> xr.Dataset:
        """Makes a dataset in memory of all rows so far."""
        self.flush()
        return self._writer.call(self._in_memory)

    def _in_memory(self) -> xr.Dataset:
        import xarray as xr

        with _library():
            attributes = self._file.__dict__.copy()
            variables = {name: _content(stored) for name, stored in self._file.variables.items()}
        return xr.Dataset(variables, attrs=attributes)

    def close(self, attributes: Mapping[str, Any] | None = None) -> None:
        """Closes the file after writing all collected rows; it may be called several times.

        Args:
            attributes: further attributes that are only known at the end; ignored if the file is
                already closed.

        Raises:
            OSError: if there is no room for the collected rows; the file is closed without them.
        """
        try:
            self.flush()
            if attributes:
                self._writer.call(lambda: self._set_attributes(attributes))
        finally:
            self._end()

    def _close_file(self) -> None:
        with _library():
            self._file.close()

    def _end(self) -> None:
        self._writer.close()
        if self._file.isopen():
            undisturbed(self._close_file)
            if self._path is not None:
                with contextlib.suppress(FileNotFoundError):
                    release(self._path)
        self._resources.close()


def _content(stored: netCDF4.Variable[Any]) -> tuple[tuple[str, ...], Any, dict[str, Any]]:
    """Dimensions, values and attributes of a variable, of which xarray makes its own."""
    attributes = {name: value for name, value in stored.__dict__.items() if name != "_FillValue"}
    return stored.dimensions, stored[...], attributes


_USE = threading.Lock()


@contextlib.contextmanager
def _library() -> Iterator[None]:
    """The NetCDF library for one thread, of those with result files and of those with xarray.

    Xarray, which takes half a second, is not loaded for this: who has not loaded it reads nothing.
    """
    with _USE:
        if "xarray" not in sys.modules:
            yield
            return
        from xarray.backends.netCDF4_ import NETCDF4_PYTHON_LOCK

        with NETCDF4_PYTHON_LOCK:
            yield
