"""Reading of directional spectra from files of wave models."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import xarray as xr

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.sea.conventions import ERA5_FIRST_FREQUENCY, DirectionSense, convention_of
from raftup.sea.directional_spectrum import DirectionalSpectrum
from raftup.sea.normalise import make_spectrum
from raftup.sea.swan_text import is_swan_text, read_swan_text

_FREQUENCY = {"frequency", "freq", "f", "frequencynumber", "omega", "sea_surface_wave_frequency"}
_DIRECTION = {
    *("direction", "dir", "directions", "directionnumber", "theta"),
    *("sea_surface_wave_from_direction", "sea_surface_wave_to_direction"),
}
_TIME = {"time", "valid_time"}


_DATABASES = {".h5", ".hdf5", ".hdb5"}
"""Suffixes of files that are not opened here: a server reads uploads in a separate process."""


def holds_spectrum(file: Path) -> bool:
    """Whether a file contains a directional spectrum, judged by its content."""
    if is_swan_text(file):
        return True
    if file.suffix.lower() in _DATABASES:
        return False
    try:
        with _open(file) as dataset:
            return _find_variable(dataset) is not None
    except (OSError, ValueError):
        return False


def read_spectrum(
    file: str | Path,
    *,
    time: str | int = 0,
    place: int = 0,
    sense: DirectionSense | None = None,
    axis_heading_deg: float = 90.0,
) -> DirectionalSpectrum:
    """Reads one directional spectrum from a file of a wave model.

    Supported are NetCDF files of WAVEWATCH III, SWAN, ECMWF (ERA5) and others with CF attributes,
    and SWAN's text format. Units, order and signs are converted; the variance is unchanged.

    Args:
        file: path of the file.
        time: index of the time, or a date for which the nearest time is used.
        place: index of the point in the file, row by row on a grid.
        sense: sense of the directions, if the file does not define it.
        axis_heading_deg: direction of the world's x axis, clockwise from north; 90 = east.

    Raises:
        RaftupError: with the file, the variable, the rule and the value.
    """
    path = Path(file)
    heading = float(np.deg2rad(axis_heading_deg))
    try:
        if is_swan_text(path):
            return read_swan_text(path, time=time, place=place, axis_heading=heading)
        with _open(path) as dataset:
            name = _find_variable(dataset)
            if name is None:
                raise ValueError("must have a variable over frequency and direction, has none")
            return _read_variable(dataset, name, time, place, sense, heading)
    except OSError as error:
        reason = error.strerror or str(error)
        raise RaftupError(
            f"{path} cannot be read: {reason}", code="INVALID_ARGUMENT", reason="FILE_UNREADABLE"
        ) from error
    except ValueError as error:
        raise bad_field(str(path), str(error)) from error


def _open(file: Path) -> xr.Dataset:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of times and fill values that do not matter here
        return xr.open_dataset(file, decode_timedelta=False)


def _named(dataset: xr.Dataset, dimension: str, names: set[str]) -> bool:
    stated = str(dataset[dimension].attrs.get("standard_name", "")).lower()
    return dimension.lower() in names or stated in names


def _find_variable(dataset: xr.Dataset) -> str | None:
    """Name of the first variable over frequency and direction; names of spectra have priority."""
    found = []
    for name, variable in dataset.data_vars.items():
        kinds = [
            any(_named(dataset, str(dimension), names) for dimension in variable.dims)
            for names in (_FREQUENCY, _DIRECTION)
        ]
        if all(kinds):
            found.append(str(name))
    preferred = [name for name in ("efth", "d2fd", "density", "VaDens") if name in found]
    return next(iter([*preferred, *found]), None)


def _read_variable(
    dataset: xr.Dataset,
    name: str,
    time: str | int,
    place: int,
    sense: DirectionSense | None,
    heading: float,
) -> DirectionalSpectrum:
    variable = dataset[name]
    frequency, direction = (
        next(str(d) for d in variable.dims if _named(dataset, str(d), names))
        for names in (_FREQUENCY, _DIRECTION)
    )
    convention = convention_of(
        name,
        variable.attrs,
        dataset[frequency].attrs,
        dataset[direction].attrs,
        sense,
    )
    chosen, when = _choose_time(variable, time)
    chosen, where = _choose_place(chosen, {frequency, direction}, place)
    values = chosen.transpose(frequency, direction).to_numpy().astype(float)
    omega = convention.omega(_frequencies(dataset, name, frequency))
    angles = convention.direction(_directions(dataset, name, direction), heading)
    return make_spectrum(name, omega, angles, values, convention, when, where)


def _choose_time(variable: xr.DataArray, time: str | int) -> tuple[xr.DataArray, str]:
    dimension = next((str(d) for d in variable.dims if str(d).lower() in _TIME), None)
    if dimension is None:
        return variable, ""
    count = variable.sizes[dimension]
    index = time
    if isinstance(time, str):
        try:
            wanted = np.datetime64(time)
            distance = np.abs(variable[dimension].to_numpy() - wanted)
            index = int(np.argmin(distance))
        except (ValueError, TypeError) as error:
            raise ValueError(
                f"time must be a date such as 2024-01-15T12:00, is {time!r}"
            ) from error
    if not -count <= int(index) < count:
        raise ValueError(f"time must be an index below {count}, is {index}")
    chosen = variable.isel({dimension: int(index)})
    moment = chosen[dimension].to_numpy()
    dated = moment.dtype.kind == "M"
    return chosen, str(np.datetime_as_string(moment, unit="s")) if dated else str(moment)


def _choose_place(
    variable: xr.DataArray, spectral: set[str], place: int
) -> tuple[xr.DataArray, str]:
    others = [str(d) for d in variable.dims if str(d) not in spectral]
    sizes = [variable.sizes[d] for d in others]
    count = int(np.prod(sizes)) if sizes else 1
    if not 0 <= place < count:
        raise ValueError(f"place must be an index from 0 to {count - 1}, is {place}")
    index = dict(zip(others, np.unravel_index(place, sizes), strict=True)) if sizes else {}
    chosen = variable.isel({name: int(value) for name, value in index.items()})
    known = [
        f"{name} {float(chosen[name]):g}"
        for name in ("latitude", "longitude", "lat", "lon")
        if name in chosen.coords and chosen[name].ndim == 0
    ]
    return chosen, ", ".join(known) or (f"point {place}" if count > 1 else "")


def _frequencies(dataset: xr.Dataset, name: str, dimension: str) -> FloatArray:
    """Frequencies of the file; conversions of ECMWF's GRIB files have indices 1, 2, ... instead."""
    count = dataset.sizes[dimension]
    filed = dataset[dimension].to_numpy().astype(float)
    if name == "d2fd" and filed[-1] >= count - 1:
        return np.asarray(ERA5_FIRST_FREQUENCY * 1.1 ** np.arange(count), float)
    return filed


def _directions(dataset: xr.Dataset, name: str, dimension: str) -> FloatArray:
    """Directions of the file, or by index as in _frequencies: first half a step from north."""
    count = dataset.sizes[dimension]
    filed = dataset[dimension].to_numpy().astype(float)
    if name == "d2fd" and np.array_equal(np.diff(filed), np.ones(count - 1)):
        return np.asarray((np.arange(count) + 0.5) * 360.0 / count, float)
    return filed
