"""Measured elevations from files."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field

_NAMES = ("elevation", "eta", "wave_elevation", "surface", "zeta", "heave")
_LENGTHS = {"m", "meter", "metre", "meters", "metres"}


def read_elevation(file: str | Path, name: str | None = None) -> tuple[FloatArray, FloatArray]:
    """Time and elevation at a point from CSV or NetCDF.

    CSV: the first column is time [s] or a date, the elevation [m] is the column `name`, else the
    one named like an elevation, else the second; a line of headings and comments (#) may stand
    first; separated by comma, semicolon, tab or blanks. NetCDF: the variable `name`, else the only
    one over time alone in metres. Rows without a value are left out.

    Args:
        file: path; NetCDF by its content.
        name: of the column or variable.

    Returns:
        time [n] s, from the first row where the file has dates; elevation [n] m.

    Raises:
        RaftupError: naming the file, the rule and the value.
    """
    path = Path(file)
    try:
        with path.open("rb") as stream:
            binary = stream.read(4) in (b"CDF\x01", b"CDF\x02", b"CDF\x05", b"\x89HDF")
        time, elevation = _read_netcdf(path, name) if binary else _read_csv(path, name)
        kept = np.isfinite(elevation)
        time, elevation = time[kept], elevation[kept]
        if len(time) < 2 or not np.all(np.diff(time) > 0.0):
            raise ValueError("must have at least two rows with a value, time ascending")
    except OSError as error:
        raise RaftupError(
            f"{path} cannot be read: {error.strerror}",
            code="INVALID_ARGUMENT",
            reason="FILE_UNREADABLE",
        ) from error
    except (ValueError, csv.Error) as error:
        raise bad_field(str(path), str(error)) from error
    return time, elevation


def _read_csv(file: Path, name: str | None) -> tuple[FloatArray, FloatArray]:
    lines = [line for line in file.read_text().splitlines() if line.strip()]
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    separator = next((mark for mark in (";", ",", "\t") if lines and mark in lines[-1]), None)
    rows = [[cell.strip() for cell in line.split(separator)] for line in lines]
    if not rows or len(rows[-1]) < 2:
        raise ValueError("must have two columns, time and elevation")
    headings = [] if _is_number(rows[0][1]) else [cell.strip('"') for cell in rows.pop(0)]
    column = _column(headings, name, len(rows[-1]) if rows else 0)
    short = next((k for k, row in enumerate(rows) if len(row) <= column), None)
    if short is not None:
        raise ValueError(f"must have {column + 1} columns in every row, row {short + 1} has fewer")
    elevation = np.array([float(row[column] or "nan") for row in rows])
    if rows and _is_number(rows[0][0]):
        return np.array([float(row[0]) for row in rows]), elevation
    return _seconds(np.array([row[0].strip('"') for row in rows], "datetime64[ns]")), elevation


def _column(headings: list[str], name: str | None, count: int) -> int:
    if name is not None:
        if name not in headings:
            raise ValueError(f"must have a column {name!r}, has {headings}")
        return headings.index(name)
    for index, heading in enumerate(headings):
        if index and heading.lower().split("[")[0].split("(")[0].strip() in _NAMES:
            return index
    if count > 2:
        raise ValueError(f"has {count} columns; say by name which is the elevation of {headings}")
    return 1


def _read_netcdf(file: Path, name: str | None) -> tuple[FloatArray, FloatArray]:
    with xr.open_dataset(file, decode_timedelta=False) as dataset:
        if name is None:
            found = [
                str(key)
                for key, variable in dataset.data_vars.items()
                if variable.dims == ("time",) and variable.attrs.get("units") in _LENGTHS
            ]
            likely = [key for key in found if key.lower() in _NAMES] or found
            if len(likely) != 1:
                raise ValueError(f"must have one variable over time in m, has {likely}; name one")
            name = likely[0]
        if name not in dataset or "time" not in dataset[name].dims:
            raise ValueError(f"must have a variable {name!r} over time")
        variable = dataset[name].squeeze()
        time = variable["time"].to_numpy()
        elevation = variable.to_numpy().astype(float)
    return (_seconds(time) if time.dtype.kind == "M" else time.astype(float)), elevation


def _seconds(dates: np.ndarray[tuple[int, ...], np.dtype[np.datetime64]]) -> FloatArray:
    seconds: FloatArray = (dates - dates[0]) / np.timedelta64(1, "s")
    return seconds


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text == ""
    return True
