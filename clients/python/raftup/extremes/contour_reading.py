"""Reading of a contour from a document: its distribution, given or fitted, and its points."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.fields import Fields
from raftup.extremes.contour import YEAR, Contour, JointSea, even_angles, iform_contour
from raftup.extremes.estimate import THREE_HOURS
from raftup.extremes.joint_fit import fit_joint_sea

CONTOUR_METHODS = ("iform",)
"""Names of the methods that compute contours."""

DEFAULT_COUNT = 36
"""Default number of sea states of a contour."""

_MOST_STATES = 10_000

_SOME_LAW = JointSea(1.5, 2.0, 0.0, (1.0, 1.0, 0.2), (0.1, 0.1, -0.2))


@dataclass(frozen=True)
class SeaStates:
    """Heights and periods of sea states [n] to which a joint distribution is fitted.

    Attributes:
        height: significant wave heights [m].
        period: wave periods [s].
        weight: number of occurrences of each sea state.
    """

    height: FloatArray
    period: FloatArray
    weight: FloatArray


@dataclass(frozen=True)
class ContourAnswer:
    """A contour with the data from which it was computed.

    Attributes:
        contour: sea states of the contour.
        law: joint distribution of all sea states.
        states: sea states to which it was fitted; None if the distribution was given.
        return_period: years.
        state_duration: s.
    """

    contour: Contour
    law: JointSea
    states: SeaStates | None
    return_period: float
    state_duration: float


def read_contour(fields: Fields, folder: Path, names: Sequence[str]) -> ContourAnswer | None:
    """Reads the fields of a contour and computes it; broken rules are noted in `fields`.

    Args:
        fields: method, return_period, state_duration, count, lowest, and the distribution of height
            and period or a CSV file; other fields are noted as violations.
        folder: folder to which the path of the file is relative.
        names: names of the file's columns of height and period.

    Returns:
        The contour; None if a rule is broken.
    """
    before = len(fields.violations)
    method = fields.text("method", "iform")
    if method not in CONTOUR_METHODS:
        fields.refuse("method", f"must be iform, is {method!r}")
    return_period = fields.number("return_period", above=0.0)
    state_duration = fields.number("state_duration", THREE_HOURS, above=0.0)
    if not state_duration < 0.5 * YEAR * return_period:
        half = 0.5 * YEAR * return_period
        rule = f"must be below half of the return period, {half:g} s, is {state_duration:g} s"
        fields.refuse("state_duration", rule)
    count, lowest = fields.count("count", DEFAULT_COUNT, least=3), fields.number("lowest", 0.0)
    if count > _MOST_STATES:
        fields.refuse("count", f"must be at most {_MOST_STATES}, is {count}")
    states = None
    given = [name for name in ("height", "period") if fields.has(name)]
    if fields.has("csv") == bool(given):
        fields.refuse("", "must have either csv or both height and period")
        law = _SOME_LAW
    elif fields.has("csv"):
        states = _read_states(fields, folder, names)
        law = _fitted(fields, states) if states is not None else _SOME_LAW
    else:
        law = _read_law(fields)
    fields.close()
    if len(fields.violations) > before:
        return None
    contour = iform_contour(law, return_period, state_duration, even_angles(count))
    kept = contour.height >= lowest
    if not kept.any():
        highest = contour.height.max()
        fields.refuse("lowest", f"must not be above the whole contour, {highest:g}, is {lowest:g}")
        return None
    chosen = Contour(contour.beta, contour.height[kept], contour.period[kept])
    return ContourAnswer(chosen, law, states, return_period, state_duration)


def _read_law(fields: Fields) -> JointSea:
    height, period = fields.part("height"), fields.part("period")
    if height is None or period is None:
        fields.refuse("", "must have both height and period")
        return _SOME_LAW
    shape, scale = height.number("shape", above=0.0), height.number("scale", above=0.0)
    location = height.number("location", 0.0)
    if location < 0.0:
        height.refuse("location", f"must be >= 0, is {location:g}")
    mu, sigma = (period.vector(name, 3, None) for name in ("mu", "sigma"))
    if sigma[0] < 0.0 or sigma[1] < 0.0 or not sigma[:2].any():
        period.refuse("sigma", f"must have b0, b1 >= 0, not both 0, is {sigma.tolist()}")
    height.close()
    period.close()
    a0, a1, a2 = map(float, mu)
    b0, b1, b2 = map(float, sigma)
    return JointSea(shape, scale, location, (a0, a1, a2), (b0, b1, b2))


def _fitted(fields: Fields, states: SeaStates) -> JointSea:
    try:
        return fit_joint_sea(states.height, states.period, states.weight)
    except ValueError as error:
        fields.refuse("csv", str(error))
        return _SOME_LAW


def _read_states(fields: Fields, folder: Path, names: Sequence[str]) -> SeaStates | None:
    """Reads the two named columns of a file and the column `probability` if it exists."""
    file = folder / fields.text("csv")
    try:
        with file.open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(line for line in stream if not line.startswith("#")))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        fields.refuse("csv", f"must be a file that can be read, is {str(file)!r}: {error}")
        return None
    known = [str(name) for name in rows[0]] if rows else []
    if not set(names) <= set(known):
        shown = ", ".join(known) or "none"
        fields.refuse("csv", f"{file} must have the columns {', '.join(names)}, has {shown}")
        return None
    columns = [*names, *({"probability"} & set(known))]
    table = np.ones((len(rows), 3))
    for number, row in enumerate(rows):
        for place, name in enumerate(columns):
            least = 0.0 if name == "probability" else float(np.finfo(float).tiny)
            try:
                table[number, place] = float(row[name])
            except (TypeError, ValueError):
                table[number, place] = np.nan
            if not least <= table[number, place] < np.inf:
                rule = f"{file}: row {number + 1} must have a positive number {name}"
                fields.refuse("csv", f"{rule}, has {row[name]!r}")
                return None
    return SeaStates(*table.T)
