"""The part `array` of a specification: positions of one hull that stands many times."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields

if TYPE_CHECKING:
    from raftup.bem.hulls import Hull
    from raftup.bem.specification import Specification

FileKind: TypeAlias = Literal["array", "database"]

_MOST_BODIES = 100  # A and B at 257 frequencies: 740 MB as they are solved
_LARGEST_FILE = 250 * 2**20  # bytes that a server reads, less some for the rest of the file
_TOLERANCE = 5e-4  # of the waves between hulls: A, B and X to 6e-3 of their sizes
_MOST_HOURS = 12.0  # of one core by default: a night
_LEAST_TOLERANCE, _LARGEST_TOLERANCE = 1e-8, 1e-2


@dataclass(frozen=True)
class ArrayOptions:
    """How an array is solved and written.

    Attributes:
        entry: [N] index among the entries of `bodies` for every body.
        tolerance: error of the waves between the hulls, relative to the largest.
        max_hours: h, most processor time that the solution may take.
        file: "array" for single precision and half of each symmetric matrix, "database" for the
            same file as that of any other hulls.
    """

    entry: tuple[int, ...]
    tolerance: float
    max_hours: float
    file: FileKind


def read_array(
    fields: Fields, hulls: tuple[Hull, ...]
) -> tuple[tuple[Hull, ...], ArrayOptions | None]:
    """Reads the part `array`; notes broken rules.

    Args:
        fields: fields of the document.
        hulls: the entries of `bodies`.

    Returns:
        All bodies, with copies of the repeated one in its place, and the options; the same hulls
        and None if there is no array.
    """
    part = fields.part("array")
    if part is None or not hulls:
        return hulls, None
    repeated = _read_body(part, hulls)
    places = _read_positions(part)
    names = _read_names(part, hulls, repeated, len(places))
    file: Any = part.value("file") or "array"
    if file not in ("array", "database"):
        part.refuse("file", f"must be array or database, is {file!r}")
    tolerance = part.number("tolerance", _TOLERANCE)
    if not _LEAST_TOLERANCE <= tolerance <= _LARGEST_TOLERANCE:
        rule = f"must be {_LEAST_TOLERANCE:g} to {_LARGEST_TOLERANCE:g}, is {tolerance:g}"
        part.refuse("tolerance", rule)
    max_hours = part.number("max_hours", _MOST_HOURS, above=0.0)
    part.close()
    count = len(hulls) - 1 + len(places)
    if count > _MOST_BODIES:
        part.refuse("positions", _too_many(count))
        places = places[:1]
    entry, bodies = [], []
    for index, hull in enumerate(hulls):
        copies = _copies(hull, places, names) if index == repeated else [hull]
        bodies += copies
        entry += [index] * len(copies)
    _refuse_what_waves_between_hulls_lack(fields, hulls)
    return tuple(bodies), ArrayOptions(tuple(entry), tolerance, max_hours, file)


def refuse_large_file(specification: Specification) -> None:
    """Refuses an array whose file no server would read, before it is solved.

    Raises:
        SpecificationError: with the size.
    """
    array = specification.array
    if array is None:
        return
    asked = specification.frequencies
    frequencies = asked.max_count if asked.refine else len(asked.omega)
    dofs, directions = 6 * len(specification.hulls), len(specification.wave_directions)
    if array.file == "array":
        numbers, size = dofs * (dofs + 1) + 4 * dofs * directions, 4
    else:
        numbers, size = 2 * dofs**2 + 6 * dofs * directions, 8
    needed = frequencies * numbers * size
    if needed <= _LARGEST_FILE:
        return
    way_out = "fewer frequencies, directions or bodies"
    if array.file == "database":
        way_out = f"array.file: array, or {way_out}"
    rule = (
        f"must give a file of at most {_LARGEST_FILE / 1e6:.0f} MB, gives {needed / 1e6:.0f} MB "
        f"for {frequencies} frequencies of {len(specification.hulls)} bodies with {directions} "
        f"directions; ask for {way_out}"
    )
    raise SpecificationError([Violation("array", rule)])


def _too_many(count: int) -> str:
    size = (6 * count) ** 2 * 8 * 2 / 1e6
    return (
        f"must give at most {_MOST_BODIES} bodies, gives {count}, whose added mass and damping "
        f"take {size:.0f} MB at each frequency; solve parts of the array that are far apart alone"
    )


def _read_body(part: Fields, hulls: tuple[Hull, ...]) -> int:
    """Index of the entry of `bodies` that stands at the positions."""
    names = [hull.name for hull in hulls]
    if not part.has("body") and len(hulls) == 1:
        return 0
    name = part.text("body")
    if name in names:
        return names.index(name)
    if name:
        part.refuse("body", f"must be one of the bodies {', '.join(names)}, is {name!r}")
    return 0


def _read_positions(part: Fields) -> FloatArray:
    """[n, 3] m, m, deg."""
    value = part.value("positions")
    entries = value if isinstance(value, list) else []
    if len(entries) < 2:
        part.refuse(
            "positions",
            "must be a list of at least 2 positions [x, y] or [x, y, heading_deg], has "
            f"{len(entries)}; a hull alone needs no array",
        )
    places = []
    for index, entry in enumerate(entries):
        numbers = entry if isinstance(entry, list) else []
        finite = all(
            isinstance(one, (int, float)) and not isinstance(one, bool) and np.isfinite(one)
            for one in numbers
        )
        if len(numbers) not in (2, 3) or not finite:
            rule = f"must be [x, y] or [x, y, heading_deg] in m and deg, is {entry!r}"
            part.refuse(f"positions[{index}]", rule)
            numbers = [0.0, 0.0]
        places.append([*numbers, 0.0][:3])
    return np.array(places, dtype=float).reshape(-1, 3)


def _read_names(
    part: Fields, hulls: tuple[Hull, ...], repeated: int, count: int
) -> tuple[str, ...]:
    others = [hull.name for index, hull in enumerate(hulls) if index != repeated]
    numbered = tuple(f"{hulls[repeated].name}{number + 1}" for number in range(count))
    names = part.texts("names", numbered)
    if len(names) != count:
        part.refuse("names", f"must be {count}, one for each position, are {len(names)}")
        return numbered
    for index, name in enumerate(names):
        if name in names[:index] or name in others:
            part.refuse(f"names[{index}]", f"must be unique, is {name!r} again")
    return names


def _copies(hull: Hull, places: FloatArray, names: tuple[str, ...]) -> list[Hull]:
    """The hull at all positions."""
    return [
        replace(
            hull,
            name=name,
            position=np.array([x, y, hull.position[2]]),
            heading=float(np.deg2rad(heading_deg)),
        )
        for name, (x, y, heading_deg) in zip(names, places, strict=False)
    ]


def _refuse_what_waves_between_hulls_lack(fields: Fields, hulls: tuple[Hull, ...]) -> None:
    """Refuses what needs the sources of all panels together."""
    for index, hull in enumerate(hulls):
        if hull.drifts:
            rule = "is that of one body alone, not of an array"
            fields.refuse(f"bodies[{index}].mean_drift", rule)
        if len(hull.sections):
            rule = "do not go with array; solve the hull alone"
            fields.refuse(f"bodies[{index}].sections", rule)
        if hull.modes is not None:
            rule = "do not go with array; solve the hull alone"
            fields.refuse(f"bodies[{index}].modes", rule)
    for name in ("damping_lids", "field_points", "speeds"):
        if fields.has(name):
            fields.refuse(
                name,
                "do not go with array; give the bodies with a position each and no array, so that "
                "all panels are solved together",
            )
