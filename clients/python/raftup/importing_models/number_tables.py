"""Tables of numbers that a source names: spectra and recorded elevations."""

from __future__ import annotations

import io

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.record import Field
from raftup.importing_models.source import SourceFile

_MOST_ROWS = 200_000
"""Largest number of rows of a spectrum or an elevation, below what the model may have."""


def read_table(named: Field, file: SourceFile, conversion: Conversion) -> FloatArray:
    """Reads columns of numbers of a file that the source names: .mat by SciPy, else text.

    Returns:
        Numbers [n, 2 or more].

    Raises:
        UnreadableError: if there are no such columns.
    """
    opened = conversion.read_named(file, named.text(), named.place)
    if opened.name.lower().endswith(".mat"):
        table = _mat_table(opened, named)
    else:
        try:
            text = opened.text.replace(",", " ")
            table = np.atleast_2d(np.loadtxt(io.StringIO(text), comments=["%", "#"]))
        except ValueError as error:
            raise UnreadableError(named.place, f"{named} must be columns of numbers") from error
    if table.ndim != 2 or table.shape[1] < 2 or not 2 <= table.shape[0] <= _MOST_ROWS:
        raise UnreadableError(named.place, f"{named} must have two columns and 2 rows or more")
    if not np.isfinite(table).all():
        raise UnreadableError(named.place, f"{named} must have finite numbers")
    return table


def _mat_table(opened: SourceFile, named: Field) -> FloatArray:
    try:
        from scipy.io import loadmat
    except ImportError as error:
        raise UnreadableError(named.place, f"{named}: .mat files need the package scipy") from error
    try:
        content = loadmat(io.BytesIO(opened.data), chars_as_strings=False)
    except Exception as error:  # SciPy raises many kinds of errors on damaged files
        raise UnreadableError(named.place, f"{named} must be a .mat file: {error}") from error
    tables = [
        value
        for key, value in content.items()
        if not key.startswith("__")
        and isinstance(value, np.ndarray)
        and value.ndim == 2
        and value.dtype.kind in "fiu"
    ]
    if len(tables) != 1:
        raise UnreadableError(named.place, f"{named} must hold one matrix, holds {len(tables)}")
    return np.asarray(tables[0], dtype=float)


def write_elevation(table: FloatArray, conversion: Conversion) -> str:
    """Adds a recorded elevation as a CSV file beside the model.

    Args:
        table: times [s] and elevations [m] in the first two columns.
        conversion: gets the file.

    Returns:
        Name of the file.
    """
    name = f"{conversion.stem}_elevation.csv"
    rows = [f"{time!r},{height!r}" for time, height in table[:, :2].tolist()]
    conversion.files[name] = ("\n".join(["time [s],elevation [m]", *rows]) + "\n").encode()
    return name
