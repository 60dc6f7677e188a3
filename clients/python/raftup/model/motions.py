"""Prescribed motions that a model reads from files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup._generated.prescribed_motion_pb2 import DisplacementRao, MotionSeries, RaoRotation
from raftup.base.arrays import FloatArray
from raftup.base.errors import Violation
from raftup.base.record_units import LENGTHS, TIMES, check_flags, factor_of
from raftup.base.text import text_of
from raftup.base.text_columns import cells_of, names_and_units

MOST_NUMBERS = 500_000
"""Largest total number of times and values in all recorded motions of a model."""

MOTIONS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
"""Names of the motions of a vessel, in the order of its displacement RAOs."""

READ_MOTIONS = {
    re.compile(r"(bodies\[[0-9]+\]\.prescribed\.motion)\.file"): ("time", "values", "sha256"),
    re.compile(r"(bodies\[[0-9]+\]\.prescribed\.displacement_rao)\.file"): (
        "omega", "direction_deg", "amplitude", "phase_deg", "sha256",
    ),
}  # fmt: skip
"""Fields that are read from the files of motions, for forget_read()."""

_DEGREES = {"deg": 1.0, "degree": 1.0, "degrees": 1.0, "\u00b0": 1.0, "rad": 180.0 / np.pi}
_FREQUENCIES = {"rad/s": 1.0, "1/s": 1.0, "hz": 2.0 * np.pi}


def read_motions(model: Model, folder: Path) -> list[Violation]:
    """Reads the file of each prescribed motion that has no rows yet.

    Afterwards the motion has its rows, the name of the file without its folder, and its sha256.

    Args:
        model: model that is changed in place.
        folder: folder to which paths are relative.

    Returns:
        A violation for each file that cannot be read, with line and value, and for too many rows.
    """
    violations: list[Violation] = []
    numbers = 0
    for index, body in enumerate(model.bodies):
        kind = body.prescribed.WhichOneof("kind")
        if kind is None:
            continue
        part = getattr(body.prescribed, kind)
        path = f"bodies[{index}].prescribed.{kind}.file"
        if part.file and not (part.time if kind == "motion" else part.omega):
            violations += _read(part, folder / part.file, path)
        if kind == "motion":
            numbers += len(part.time) + len(part.values)
    if numbers > MOST_NUMBERS:
        rule = (
            f"must have at most {MOST_NUMBERS} numbers in time and values of all motions; "
            f"leave every second row out, or cut them to the run, has {numbers}"
        )
        violations.append(Violation("bodies", rule))
    return violations


def _read(part: MotionSeries | DisplacementRao, file: Path, path: str) -> list[Violation]:
    try:
        columns = read_columns(file)
        if isinstance(part, MotionSeries):
            _fill_series(part, columns)
        else:
            _fill_rao(part, columns)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as error:
        return [Violation(path, f"{file} cannot be read: {error.strerror}")]
    except ValueError as error:
        return [Violation(path, f"{file} {error}")]
    part.file, part.sha256 = file.name, digest
    return []


@dataclass(frozen=True)
class Columns:
    """Numbers of a file with columns and headings.

    Attributes:
        units: unit of each column by its name (lower case, `_` for blanks); empty if the heading
            has no unit in brackets.
        values: [rows] values of each column.
        lines: [rows] line of each row in the file, from 1.
    """

    units: Mapping[str, str]
    values: Mapping[str, FloatArray]
    lines: tuple[int, ...]

    def in_unit(self, name: str, known: Mapping[str, float], what: str) -> FloatArray:
        """A column converted to the unit for which `known` has the factors.

        Raises:
            ValueError: if there is no such column, it contains a flag of missing values, or its
                unit is not known.
        """
        if name not in self.values:
            raise ValueError(f"must have a column {name!r}, has {', '.join(self.values)}")
        check_flags(self.values[name], None)
        unit = self.units[name]
        return self.values[name] * (factor_of(unit, known, what) if unit else 1.0)


def read_columns(file: Path) -> Columns:
    """Reads columns of numbers below a line of headings `name [unit]`; comments (#) are ignored.

    Args:
        file: text file, separated by comma, semicolon, tab or blanks.

    Raises:
        ValueError: if a line is wrong, with the line and the value.
        OSError: if the file cannot be read.
    """
    numbered = [
        (number, line)
        for number, line in enumerate(text_of(file).splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    if len(numbered) < 2:
        raise ValueError("must have a line of headings and rows of numbers below it")
    separator = next((mark for mark in (";", ",", "\t") if mark in numbered[-1][1]), None)
    names, said = names_and_units(cells_of(numbered[0][1], separator))
    units = {
        re.sub(r"[\s-]+", "_", name.strip().lower()): unit
        for name, unit in zip(names, said, strict=True)
    }
    rows = [_numbers(line, separator, len(units), number) for number, line in numbered[1:]]
    table = np.array(rows)
    return Columns(
        units,
        {name: table[:, place] for place, name in enumerate(units)},
        tuple(number for number, _ in numbered[1:]),
    )


def _numbers(line: str, separator: str | None, width: int, number: int) -> list[float]:
    cells = cells_of(line, separator)
    if len(cells) != width:
        raise ValueError(
            f"must have {width} columns in line {number}, as headings, has {len(cells)}"
        )
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        numbers = [np.nan]
    if not np.isfinite(numbers).all():
        raise ValueError(f"must have finite numbers in line {number}, is {line.strip()!r}")
    return numbers


def _fill_series(series: MotionSeries, columns: Columns) -> None:
    name = "time" if "time" in columns.values else "t"
    time = columns.in_unit(name, TIMES, "time")
    late = np.flatnonzero(np.diff(time) <= 0.0)
    if len(late):
        row = int(late[0]) + 1
        raise ValueError(
            f"must have ascending times: line {columns.lines[row]} has {time[row]:g} after "
            f"{time[row - 1]:g} s"
        )
    position = [columns.in_unit(axis, LENGTHS, axis) for axis in "xyz"]
    if "qw" in columns.values:
        turned = [columns.in_unit(part, {"1": 1.0}, part) for part in ("qw", "qx", "qy", "qz")]
    else:
        turned = [columns.in_unit(angle, _DEGREES, angle) for angle in MOTIONS[3:]]
    series.time.extend(time.tolist())
    series.values.extend(np.column_stack([*position, *turned]).ravel().tolist())


def _fill_rao(rao: DisplacementRao, columns: Columns) -> None:
    if "omega" in columns.values:
        omega = columns.in_unit("omega", _FREQUENCIES, "omega")
    else:
        omega = 2.0 * np.pi / columns.in_unit("period", TIMES, "period")
    direction = columns.in_unit("direction", _DEGREES, "direction")
    _, first, row = np.unique(np.round(omega, 9), return_index=True, return_inverse=True)
    omegas = omega[first]
    directions, column = np.unique(direction, return_inverse=True)
    count = np.zeros((len(omegas), len(directions)), dtype=int)
    np.add.at(count, (row, column), 1)
    if not (count == 1).all():
        wrong = np.argwhere(count != 1)[0]
        raise ValueError(
            f"must have one row for each frequency and direction: {omegas[wrong[0]]:.6g} rad/s at "
            f"{directions[wrong[1]]:g} deg has {count[tuple(wrong)]}"
        )
    amplitude = np.zeros((len(omegas), len(directions), 6))
    phase = np.zeros_like(amplitude)
    for dof, motion in enumerate(MOTIONS):
        if f"{motion}_amplitude" not in columns.values:
            continue
        known = {"m/m": 1.0, "m": 1.0, "1": 1.0} if dof < 3 else _rotations(rao, columns, motion)
        amplitude[row, column, dof] = columns.in_unit(f"{motion}_amplitude", known, motion)
        phase[row, column, dof] = columns.in_unit(f"{motion}_phase", _DEGREES, f"{motion} phase")
    if not amplitude.any():
        raise ValueError("must have columns such as 'heave amplitude' and 'heave phase'")
    rao.omega.extend(omegas.tolist())
    rao.direction_deg.extend(directions.tolist())
    rao.amplitude.extend(amplitude.ravel().tolist())
    rao.phase_deg.extend(phase.ravel().tolist())


def _rotations(rao: DisplacementRao, columns: Columns, motion: str) -> dict[str, float]:
    """Factors from units of rotations per meter to `rotation`, which the first heading may set."""
    radians = columns.units[f"{motion}_amplitude"].lower().startswith("rad")
    if rao.rotation == RaoRotation.RAO_ROTATION_UNSPECIFIED and radians:
        rao.rotation = RaoRotation.RAO_ROTATION_RAD
    in_radians = rao.rotation == RaoRotation.RAO_ROTATION_RAD
    degree = np.pi / 180.0 if in_radians else 1.0
    return {
        "deg/m": degree,
        "deg": degree,
        "rad/m": degree * 180.0 / np.pi,
        "rad": degree * 180.0 / np.pi,
    }
