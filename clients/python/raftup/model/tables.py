"""Tables of samples that inputs of a model read from files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup._generated.input_pb2 import Input, SampleTable
from raftup._generated.model_pb2 import Model
from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, Violation, bad_field
from raftup.base.record_units import TIMES, check_flags, factor_of
from raftup.base.text_columns import TextColumns, read_text_columns
from raftup.model.table_units import si_unit

MOST_NUMBERS = 500_000
"""Largest total number of times and values in all tables of a model."""

READ_TABLES = {
    re.compile(
        r"(inputs\[[0-9]+\]\.source\.table)"
        r"\.(?:file|time_column|columns(?:\[[0-9]+\])?|missing)"
    ): ("time", "values", "units", "sha256")
}
"""Fields that are read from the files of tables, for forget_read()."""


@dataclass(frozen=True)
class TableOfFile:
    """A table of samples, as read from a file.

    Attributes:
        time: [n] s, strictly ascending; from the first row if the file has dates.
        values: [n, width] in SI units.
        units: [width] SI units of the values; empty where the file has no unit.
    """

    time: FloatArray
    values: FloatArray
    units: list[str]


def read_table(
    file: str | Path,
    columns: Iterable[str] = (),
    *,
    time_column: str = "",
    missing: float | None = None,
    revolutions: str = "rad/s",
) -> TableOfFile:
    """Reads samples over time from CSV or another text file of columns, in SI units.

    Columns are separated by comma, semicolon, tab or blanks; headings and comments (#) may come
    first. Units are in the headings, such as `thrust [kN]` or `angle (deg)`, or in a line below
    them; without a unit, values have the unit of the input.

    Args:
        file: path of the file.
        columns: headings of the values, in the order of the input's components; empty = all columns
            except that of time.
        time_column: heading of the times or dates; empty = the first column.
        missing: number that marks missing values, in the unit of the file, such as -999; rows with
            it are left out.
        revolutions: SI unit to which `rpm` is converted, `rad/s` or `1/s`.

    Raises:
        RaftupError: with file, line, rule and value: a missing column, a cell that is not a finite
            number, a time that is not later than the one before, an unknown unit, or a number that
            seems to mark missing values.
    """
    path = Path(file)
    try:
        text = read_text_columns(path, "time and a value")
        return _in_si(text, list(columns), time_column, missing, revolutions)
    except OSError as error:
        raise RaftupError(
            f"{path} cannot be read: {error.strerror}",
            code="INVALID_ARGUMENT",
            reason="FILE_UNREADABLE",
        ) from error
    except ValueError as error:
        raise bad_field(str(path), str(error)) from error


def _in_si(
    text: TextColumns,
    columns: list[str],
    time_column: str,
    missing: float | None,
    revolutions: str,
) -> TableOfFile:
    clock = _place(text, time_column) if time_column else 0
    places = [_place(text, name) for name in columns] or [
        place for place in range(len(text.units)) if place != clock
    ]
    time, time_unit = text.times(clock)
    read = np.column_stack([text.numbers(place, gaps=missing is not None) for place in places])
    kept = np.full(len(time), True)
    if missing is not None:
        kept = ~np.any((read == missing) | np.isnan(read), axis=1)
    lines = np.array(text.lines, dtype=np.int64)[kept]
    time, read = time[kept], read[kept]
    _check_times(time, lines)
    units = []
    values = np.empty_like(read)
    for k, place in enumerate(places):
        name = text.names[place] if text.names else f"{place + 1}"
        column = read[:, k]
        wrong = np.flatnonzero(~np.isfinite(column))
        if len(wrong):
            raise ValueError(
                f"must have finite numbers in column {name!r}: line {lines[wrong[0]]} has "
                f"{column[wrong[0]]:g}"
            )
        _check_flags(column, missing, name)
        unit, factor = si_unit(text.units[place], name, revolutions)
        units.append(unit)
        values[:, k] = factor * column
    seconds = factor_of(time_unit, TIMES, "time") if time_unit else 1.0
    return TableOfFile(seconds * time, values, units)


def _place(text: TextColumns, name: str) -> int:
    found = text.find(name)
    if found is None:
        raise ValueError(f"must have a column {name!r}, has {text.headings}")
    return found


def _check_times(time: FloatArray, lines: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
    if len(time) == 0:
        raise ValueError("must have a row with values")
    late = np.diff(time) > 0.0
    if not np.isfinite(time[0]) or not late.all():
        after = 0 if not np.isfinite(time[0]) else int(np.argmin(late)) + 1
        before = "" if after == 0 else f" after {time[after - 1]:g}"
        raise ValueError(
            f"must have times that ascend strictly: line {lines[after]} has {time[after]:g}{before}"
        )


def _check_flags(column: FloatArray, missing: float | None, name: str) -> None:
    try:
        check_flags(column, missing)
    except ValueError as error:
        raise ValueError(f"column {name!r} {error}") from None


def read_tables(model: Model, folder: Path) -> list[Violation]:
    """Reads the file of each table that has no times yet.

    Afterwards it has time, values, units, the name of the file without its folder, and its sha256.

    Args:
        model: model that is changed in place.
        folder: folder to which paths are relative.

    Returns:
        A violation for each file that cannot be read, with line and value, and if there are too
        many numbers.
    """
    violations: list[Violation] = []
    for index, given in enumerate(model.inputs):
        if given.source.WhichOneof("kind") != "table":
            continue
        table = given.source.table
        if table.file and not table.time and not table.values:
            path = f"inputs[{index}].source.table.file"
            violations += _fill(given, table, folder / table.file, path)
    count = sum(len(g.source.table.time) + len(g.source.table.values) for g in model.inputs)
    if count > MOST_NUMBERS:
        violations.append(Violation("inputs", _too_many(count)))
    return violations


def _fill(given: Input, table: SampleTable, file: Path, path: str) -> list[Violation]:
    missing = table.missing if table.HasField("missing") else None
    by_load = given.WhichOneof("kind") in ("load_command", "load_drive")
    try:
        read = read_table(
            file,
            table.columns,
            time_column=table.time_column,
            missing=missing,
            revolutions="1/s" if by_load else "rad/s",
        )
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
    except RaftupError as error:
        return [Violation(path, str(error))]
    count = read.time.size + read.values.size
    if count > MOST_NUMBERS:
        return [Violation(path, _too_many(count))]
    table.time.extend(read.time.tolist())
    table.values.extend(read.values.ravel().tolist())
    del table.units[:]
    if any(read.units):
        table.units.extend(read.units)
    table.file, table.sha256 = file.name, digest
    return []


def _too_many(count: int) -> str:
    return (
        f"must have at most {MOST_NUMBERS} numbers in time and values of all tables together; "
        "leave every second row out, cut the tables to the run, or let a participant stream the "
        f"rows, has {count}"
    )
