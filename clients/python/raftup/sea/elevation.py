"""Reading of measured wave elevations from files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.base.record_units import LENGTHS, TIMES, check_flags, factor_of
from raftup.base.text_columns import TextColumns, read_text_columns, seconds_since_first

_NAMES = ("elevation", "eta", "wave_elevation", "surface", "zeta", "heave")


def read_elevation(
    file: str | Path, name: str | None = None, *, missing: float | None = None
) -> tuple[FloatArray, FloatArray]:
    """Reads time and elevation at a point from CSV or NetCDF.

    CSV: the first column is time or a date. The elevation is the column `name`, else a column with
    the name of an elevation, else the second column. A line of headings and comments (#) may come
    first; columns are separated by comma, semicolon, tab or blanks. Units are in the headings, such
    as `t [min]` or `eta (cm)`, or in a line below them; without units they are s and m. NetCDF: the
    elevation is the variable `name`, else the only one over time alone with a unit of length; units
    are those of its attributes. Rows without a value are left out.

    Args:
        file: path; NetCDF is recognized by its content.
        name: name of the column or variable, with or without its unit.
        missing: number that marks missing values, in the unit of the file, such as -999; the NetCDF
            attributes _FillValue and missing_value are used automatically.

    Returns:
        time [n] s, from the first row if the file has dates; elevation [n] m.

    Raises:
        RaftupError: with the file, the rule and the value; also if units are not of time or length,
            and if numbers seem to mark missing values without being given as `missing`.
    """
    path = Path(file)
    try:
        with path.open("rb") as stream:
            binary = stream.read(4) in (b"CDF\x01", b"CDF\x02", b"CDF\x05", b"\x89HDF")
        record = _read_netcdf(path, name) if binary else _read_csv(path, name)
        time, elevation = _in_metres(record, missing)
    except OSError as error:
        raise RaftupError(
            f"{path} cannot be read: {error.strerror}",
            code="INVALID_ARGUMENT",
            reason="FILE_UNREADABLE",
        ) from error
    except ValueError as error:
        raise bad_field(str(path), str(error)) from error
    return time, elevation


@dataclass(frozen=True)
class _Record:
    """A record as read from a file.

    Attributes:
        time: [n] in its unit; s if the file has dates.
        elevation: [n] in its unit.
        time_unit: unit in the file; empty = s.
        elevation_unit: unit in the file; empty = m.
        lines: [n] line of each row in the file, from 1; empty = rows are counted instead.
    """

    time: FloatArray
    elevation: FloatArray
    time_unit: str = ""
    elevation_unit: str = ""
    lines: tuple[int, ...] = ()

    def line(self, row: int) -> str:
        """Position of a row in the file, for a message."""
        return f"line {self.lines[row]}" if self.lines else f"row {row + 1}"


def _in_metres(record: _Record, missing: float | None) -> tuple[FloatArray, FloatArray]:
    """Time [s] and elevation [m] of the rows that have a value."""
    seconds = factor_of(record.time_unit, TIMES, "time") if record.time_unit else 1.0
    metres = (
        factor_of(record.elevation_unit, LENGTHS, "elevation") if record.elevation_unit else 1.0
    )
    kept = np.isfinite(record.elevation)
    if missing is not None:
        kept &= record.elevation != missing
    check_flags(record.elevation[kept], missing)
    time = seconds * record.time[kept]
    if len(time) < 2:
        raise ValueError("must have at least two rows with a value, time ascending")
    if not np.all(np.diff(time) > 0.0):
        after = int(np.argmin(np.diff(time) > 0.0)) + 1
        before, at = record.time[kept][after - 1], record.time[kept][after]
        place = record.line(int(np.flatnonzero(kept)[after]))
        raise ValueError(
            f"must have at least two rows with a value, time ascending: {place} has {at:g} after "
            f"{before:g}"
        )
    return time, metres * record.elevation[kept]


def _read_csv(file: Path, name: str | None) -> _Record:
    columns = read_text_columns(file, "time and elevation")
    column = _column(columns, name)
    elevation = columns.numbers(column)
    time, unit = columns.times(0)
    return _Record(time, elevation, unit, columns.units[column], columns.lines)


def _column(columns: TextColumns, name: str | None) -> int:
    if name is not None:
        found = columns.find(name)
        if found is None:
            raise ValueError(f"must have a column {name!r}, has {columns.headings}")
        return found
    for index, heading in enumerate(columns.names):
        if index and heading.lower() in _NAMES:
            return index
    count = len(columns.units) if columns.rows else 0
    if count > 2:
        raise ValueError(
            f"has {count} columns; say by name which is the elevation of {columns.headings}"
        )
    return 1


def _read_netcdf(file: Path, name: str | None) -> _Record:
    with xr.open_dataset(file, decode_timedelta=False) as dataset:
        if name is None:
            found = [
                str(key)
                for key, variable in dataset.data_vars.items()
                if variable.dims == ("time",) and _unit(variable).lower() in LENGTHS
            ]
            likely = [key for key in found if key.lower() in _NAMES] or found
            if len(likely) != 1:
                raise ValueError(f"must have one variable over time in m, has {likely}; name one")
            name = likely[0]
        if name not in dataset or "time" not in dataset[name].dims:
            raise ValueError(f"must have a variable {name!r} over time")
        variable = dataset[name].squeeze()
        time, elevation = variable["time"].to_numpy(), variable.to_numpy().astype(float)
        unit = _unit(variable)
        if time.dtype.kind == "M":
            return _Record(seconds_since_first(time), elevation, "", unit)
        return _Record(time.astype(float), elevation, _unit(variable["time"]), unit)


def _unit(variable: xr.DataArray) -> str:
    return str(variable.attrs.get("units", "")).strip()
