"""Lines of MoorDyn as loads `dynamic_line`, which are solved together with the bodies."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.moordyn.text import MoorDynText
from raftup.importing_models.record import Record

PointKind = Callable[[Record], str]

_BOTTOM = {
    "kbot": "bottom_stiffness",
    "kb": "bottom_stiffness",
    "cbot": "bottom_damping",
    "cb": "bottom_damping",
    "frictioncoefficient": "bottom_friction",
}
_SOLVER = (
    *("dtm", "cfl", "tscheme", "dtic", "tmaxic", "cdscaleic", "threshic", "icgendynamic"),
    *("fricdamp", "statdynfricscale"),
)
"""Options of the steps by which MoorDyn finds rest and advances."""


@dataclass(frozen=True)
class _Piece:
    """A line of MoorDyn between two of its points."""

    row: Record
    points: tuple[str, str]

    def other(self, point: str) -> str:
        return self.points[1] if point == self.points[0] else self.points[0]


def dynamic_lines(
    text: MoorDynText, conversion: Conversion, body: str, name: str, kind_of: PointKind
) -> list[dict[str, Any]]:
    """Converts lines to loads `dynamic_line`, each from a coupled point to an anchor.

    Lines that meet in a free point become the segments of one load, with the point as a clump.

    Args:
        text: the file of MoorDyn.
        conversion: collects findings.
        body: name of the body that carries the coupled points.
        name: beginning of the names of the loads.
        kind_of: kind of a point: coupled, fixed or free.
    """
    types = {row.need("name").text(): row for row in text.line_types}
    points = {row.need("id").text(): row for row in text.points}
    kinds = {label: kind_of(row) for label, row in points.items()}
    pieces = [_piece(row) for row in text.lines]
    bottom = _bottom(text, conversion)
    conversion.differs(text.whole, "lines are stepped with the bodies, not by MoorDyn", "loads")
    loads: list[dict[str, Any]] = []
    done: set[int] = set()
    for piece in pieces:
        if id(piece) in done:
            continue
        start = _start(piece, pieces, kinds)
        if start is None:
            continue
        chain, labels = _chain(piece, start, pieces, kinds)
        done |= {id(one) for one in chain}
        index = len(conversion.model.get("loads", [])) + len(loads)
        load = _load(chain, labels, points, types, conversion, f"loads[{index}].dynamic_line")
        loads.append({"name": f"{name}_{len(loads) + 1}", "dynamic_line": {"body": body} | load})
        loads[-1]["dynamic_line"] |= bottom | _above_bottom(load, conversion)
    for piece in pieces:
        if id(piece) not in done:
            raise UnreadableError(
                piece.row.place, f"{piece.row.name} must begin at a coupled point"
            )
    return loads


def _piece(row: Record) -> _Piece:
    return _Piece(row, (row.need("first").text(), row.need("second").text()))


def _start(piece: _Piece, pieces: list[_Piece], kinds: dict[str, str]) -> str | None:
    """The coupled end of a line, or None if it has none."""
    coupled = [label for label in piece.points if kinds[label] == "coupled"]
    if len(coupled) == 2:
        raise UnreadableError(piece.row.place, f"{piece.row.name} must not join two coupled points")
    return coupled[0] if coupled else None


def _chain(
    piece: _Piece, start: str, pieces: list[_Piece], kinds: dict[str, str]
) -> tuple[list[_Piece], list[str]]:
    """Lines from a coupled point through free points to an anchor, and the points between."""
    chain, labels = [piece], [start, piece.other(start)]
    while kinds[labels[-1]] == "free":
        meeting = [one for one in pieces if labels[-1] in one.points]
        following = [one for one in meeting if all(one is not before for before in chain)]
        if len(meeting) != 2 or not following:
            raise UnreadableError(
                chain[-1].row.place,
                f"the free point {labels[-1]} must join two lines, joins {len(meeting)}: use "
                "--as mooring_system",
            )
        chain.append(following[0])
        labels.append(following[0].other(labels[-1]))
    if kinds[labels[-1]] != "fixed":
        raise UnreadableError(chain[-1].row.place, "the line must end at a fixed point")
    return chain, labels


def _load(
    chain: list[_Piece],
    labels: list[str],
    points: dict[str, Record],
    types: dict[str, Record],
    conversion: Conversion,
    path: str,
) -> dict[str, Any]:
    first, last = points[labels[0]], points[labels[-1]]
    load: dict[str, Any] = {"point": _position(first), "anchor": _position(last)}
    segments = []
    for piece, label in zip(chain, labels[1:], strict=True):
        segment = _segment(piece.row, types, conversion)
        if label != labels[-1]:
            segment |= _clump(points[label], conversion)
        conversion.taken(piece.row.need("id"), path, f"{piece.row.name}")
        segments.append(segment)
    for row, key in ((first, "point"), (last, "anchor")):
        conversion.taken(row.need("id"), f"{path}.{key}", row.name)
    load |= segments[0]
    if segments[1:]:
        load["further_segments"] = segments[1:]
    return load


def _position(point: Record) -> list[float]:
    return [point.need(axis).number() for axis in "xyz"]


def _clump(point: Record, conversion: Conversion) -> dict[str, float]:
    conversion.taken(point.need("id"), "clump_mass", point.name)
    for key in ("drag_area", "added_mass"):
        found = point.take(key)
        if found is not None and found.number() != 0.0:
            conversion.left_out(found.place, f"{found}: a clump has no drag and no added mass")
    return {
        "clump_mass": point.number("mass", 0.0),
        "clump_volume": point.number("volume", 0.0),
    }


def _segment(row: Record, types: dict[str, Record], conversion: Conversion) -> dict[str, Any]:
    named = row.need("type")
    kind = types[named.text()]
    length, count = positive(row.need("length"), "m"), row.need("segments").whole()
    mass, stiffness = positive(kind.need("mass")), positive(kind.need("stiffness"))
    bending = kind.take("bending")
    if bending is not None and bending.number() != 0.0:
        conversion.left_out(bending.place, f"{bending}: a dynamic_line does not bend")
    if count < 1:
        raise UnreadableError(row.place, f"{row.name} must have 1 segment or more")
    damping = kind.need("damping").number()
    # BA = zeta l sqrt(EA m), with the length l of a segment; negative entries are -zeta
    ratio = -damping if damping < 0.0 else damping * count / (length * math.sqrt(stiffness * mass))
    conversion.taken(kind.need("name"), "loads", kind.name)
    return {
        "length": length,
        "element_count": count,
        "diameter": positive(kind.need("diameter"), "m"),
        "mass_per_length": mass,
        "axial_stiffness": stiffness,
        "drag": kind.need("drag").number(),
        "added_mass": kind.number("added_mass", 0.0),
        "axial_drag": kind.need("axial_drag").number(),
        "axial_added_mass": kind.number("axial_added_mass", 0.0),
        "damping_ratio": ratio,
    }


def _bottom(text: MoorDynText, conversion: Conversion) -> dict[str, float]:
    bottom = {}
    for option, key in _BOTTOM.items():
        found = text.options.take(option)
        if found is not None:
            bottom[key] = found.number()
            conversion.taken(found, f"dynamic_line.{key}")
    for option in _SOLVER:
        found = text.options.take(option)
        if found is not None:
            conversion.taken(found, "", f"{found}: the steps of MoorDyn alone")
    return bottom


def _above_bottom(load: dict[str, Any], conversion: Conversion) -> dict[str, bool]:
    """Whether the anchor hangs above the bottom of the water."""
    depth = conversion.model["environment"].get("water_depth")
    above = depth is not None and load["anchor"][2] > -depth + 1e-3
    return {"above_bottom": True} if above else {}
