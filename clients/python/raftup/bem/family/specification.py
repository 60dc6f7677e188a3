"""Specification of a family: hulls, water and waves as for one database, and positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.documents import read_document
from raftup.base.errors import RaftupError, SpecificationError, Violation
from raftup.base.fields import Fields
from raftup.bem.family.cells import AXES, PositionSet
from raftup.bem.family.grid import PositionGrid
from raftup.bem.family.places import PositionPlaces, places_of
from raftup.bem.family.plane import broken_rule
from raftup.bem.family.run_track import read_run_track
from raftup.bem.family.track import PositionTrack, is_ascending
from raftup.bem.specification import Specification, read_problem

Midpoints: TypeAlias = Literal["none", "check", "refine", "refine_locally"]

_WIDEST_GAP = 90.0  # deg, of wave directions that go round the circle
_WIDEST_CLOSING = 1.5  # the gap from the last to the first, in the widest of the others


@dataclass(frozen=True)
class FamilySpecification:
    """The specification of a family of databases: hulls and their relative positions.

    Attributes:
        problem: hulls, water and waves; all hulls except the first are moved to the positions.
        positions: initial positions.
        midpoints: whether middles of cells are solved as well: not at all, to report the errors of
            interpolation, or to divide cells whose error exceeds `tolerance`, in a grid with all
            cells beside them or separately.
        tolerance: tolerance of A, B and X, relative to the peaks of their dofs.
        max_nodes: largest number of nodes after dividing cells.
        shortest_wave: shortest relevant wave length [m]; None = that of the highest frequency.
    """

    problem: Specification
    positions: PositionSet
    midpoints: Midpoints
    tolerance: float
    max_nodes: int
    shortest_wave: float | None

    @property
    def is_refined(self) -> bool:
        """Whether cells are divided."""
        return self.midpoints in ("refine", "refine_locally")

    @property
    def is_track(self) -> bool:
        """Whether the positions are those of a run."""
        return isinstance(self.positions, PositionTrack)

    @property
    def path(self) -> str:
        """Field of the specification that determines the positions."""
        return "family.along" if self.is_track else "family.positions"


def read_family_specification(source: Path | Mapping[str, Any]) -> FamilySpecification:
    """Reads and checks the specification of a family; positions are checked later.

    Args:
        source: YAML 1.2 or JSON file, or a mapping; paths of meshes are relative to the folder of
            the file, or to the working directory.

    Raises:
        SpecificationError: with path, rule and value of all violations.
    """
    document, folder = read_document(source, SpecificationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    problem = read_problem(fields, folder)
    part = fields.part("family")
    if part is None:
        fields.refuse("family", "must be a mapping with positions, is absent")
        part = Fields({}, "family", [])
    midpoints = _read_midpoints(part)
    family = FamilySpecification(
        problem=problem,
        positions=_read_track(part, problem, folder)
        if part.has("along")
        else _read_positions(part, problem, midpoints),
        midpoints=midpoints,
        tolerance=part.number("tolerance", 0.02, above=0.0),
        max_nodes=part.count("max_nodes", 200),
        shortest_wave=part.number("shortest_wave", above=0.0)
        if part.has("shortest_wave")
        else None,
    )
    part.close()
    fields.close()
    _refuse_what_is_not_of_many(fields, problem, family.path)
    _refuse_directions_seen_from_headings(fields, family)
    if len(family.positions) < 2:
        part.refuse("positions", "must have at least two nodes, has one")
    if len(family.positions) > family.max_nodes:
        rule = f"must be >= the {len(family.positions)} nodes of the positions, is less"
        part.refuse("max_nodes", rule)
    if violations:
        raise SpecificationError(violations)
    return family


def _read_midpoints(fields: Fields) -> Midpoints:
    choices: tuple[Midpoints, ...] = get_args(Midpoints)
    value = fields.text("midpoints", "check")
    for choice in choices:
        if value == choice:
            return choice
    fields.refuse("midpoints", f"must be one of {', '.join(choices)}, is {value!r}")
    return "check"


_HEADING_STEP = 10.0  # deg, between nodes: a family of ships at headings misses 2 % at 8 deg
_NO_TRACK = PositionTrack(np.array([[[0.0, 0.0, 0.0]], [[1.0, 0.0, 0.0]]]))


def _read_track(fields: Fields, problem: Specification, folder: Path) -> PositionTrack:
    """Reads the nodes along the track of a run, which stays within a margin of them."""
    known = len(fields.violations)
    if fields.has("positions"):
        fields.refuse("positions", "must be absent with along, which gives the positions")
    if len(problem.hulls) < 2:
        fields.refuse("along", f"needs two bodies or more, there are {len(problem.hulls)}")
    spacing, margin = fields.number("spacing", above=0.0), fields.number("margin", 5.0, above=0.0)
    heading_step = fields.number("heading_step_deg", _HEADING_STEP, above=0.0)
    first, last = fields.vector("times", 2) if fields.has("times") else (-np.inf, np.inf)
    names = fields.part("bodies") or Fields({}, "", [])
    bodies = [names.text(hull.name, hull.name) for hull in problem.hulls]
    names.close()
    file = folder / fields.text("along")
    if len(fields.violations) > known:
        return _NO_TRACK
    try:
        run = read_run_track(file, bodies, first, last)
        nodes = run.nodes(spacing, heading_step)
    except RaftupError as error:
        fields.violations.extend(
            Violation(f"{fields.path}.{one.path}", one.description) for one in error.violations
        )
        return _NO_TRACK
    away = run.distances(nodes)
    worst = int(away.argmax())
    if away[worst] > margin or not is_ascending(nodes):
        rule = (
            f"must go one way: a run within margin, {margin:g} m, of the track from its first row "
            f"to its last, is {away[worst]:.4g} m away at {run.time[worst]:g} s; `times` takes a "
            "part of it"
        )
        fields.refuse("along", rule)
        return _NO_TRACK
    return PositionTrack(nodes)


def _read_positions(fields: Fields, problem: Specification, midpoints: Midpoints) -> PositionSet:
    others = problem.hulls[1:]
    if problem.hulls and len(others) != 1:
        rule = f"needs two bodies, which simulations blend, there are {len(problem.hulls)}"
        fields.refuse("positions", rule)
    if not fields.has("positions"):
        fields.refuse("positions", "must be a mapping with a position of each other body")
    positions = fields.part("positions") or Fields({}, "family.positions", [])
    read: list[PositionSet] = []
    for hull in others:
        part = positions.part(hull.name)
        if part is None:
            positions.refuse(hull.name, "must be a mapping with x and y or places, is absent")
            part = Fields({}, "", [])
        read.append(_read_places(part) if part.has("places") else _read_grid(part))
        part.close()
    positions.close()
    if len(read) != 1:
        return PositionGrid((np.zeros(1),) * len(AXES))
    return places_of(read[0]) if midpoints == "refine_locally" else read[0]


def _read_grid(fields: Fields) -> PositionGrid:
    return PositionGrid(tuple(_read_axis(fields, name) for name in AXES))


def _read_places(fields: Fields) -> PositionSet:
    """Reads at least three places, not on a line; all headings occur at each of them."""
    for name in ("x", "y"):
        if fields.has(name):
            fields.refuse(name, "must be absent where there are places")
    headings = _read_axis(fields, "heading_deg")
    value = fields.value("places")
    known = len(fields.violations)
    if not isinstance(value, list):
        fields.refuse("places", f"must be a list of [x, y], is {value!r}")
        value = []
    rows = Fields(
        {f"places[{k}]": row for k, row in enumerate(value)}, fields.path, fields.violations
    )
    places = np.array([rows.vector(name, 2) for name in rows.names()]).reshape(-1, 2)
    broken = broken_rule(places) if len(fields.violations) == known else None
    if broken is not None:
        index, rule = broken
        fields.refuse("places" if index is None else f"places[{index}]", rule)
    elif len(fields.violations) == known:
        return PositionPlaces(places, headings)
    return PositionGrid((np.array([0.0, 1.0]), np.zeros(1), headings))


def _read_axis(fields: Fields, name: str) -> FloatArray:
    """Reads one number, several ascending ones, or a range; the default of the heading is 0."""
    value = fields.value(name)
    if isinstance(value, dict):
        part = fields.part(name)
        assert part is not None
        axis = part.even_steps()
        part.close()
    elif isinstance(value, list):
        axis = fields.ascending(name)
    else:
        axis = np.array([fields.number(name, 0.0 if name == "heading_deg" else None)])
    if name == "heading_deg" and len(axis) and axis[-1] - axis[0] >= 360.0:
        fields.refuse(name, f"must span less than 360, is {axis[0]:g} to {axis[-1]:g}")
    return axis if len(axis) else np.zeros(1)


def _refuse_what_is_not_of_many(
    fields: Fields, problem: Specification, path_of_positions: str
) -> None:
    """Refuses fields that are possible for one position but not for several."""
    for index, hull in enumerate(problem.hulls):
        path = f"bodies[{index}]"
        if hull.heading:
            owner = (
                "the frame is the first body's own"
                if index == 0
                else f"{path_of_positions} says it"
            )
            fields.refuse(f"{path}.heading_deg", f"must be 0, {owner}, is {_degrees(hull.heading)}")
        if index > 0 and hull.position[:2].any():
            rule = f"must be 0 in x and y, which {path_of_positions} says, is"
            fields.refuse(f"{path}.position", f"{rule} {hull.position.tolist()}")
        if len(hull.sections):
            rule = "must be absent: forces on parts of hulls are of one position"
            fields.refuse(f"{path}.sections", rule)
        if hull.modes is not None:
            rule = "must be absent: a flexible hull is solved at one position"
            fields.refuse(f"{path}.modes", rule)
    refused = (
        ("array", problem.array is not None, "an array stands at one place, a family at many"),
        ("damping_lids", problem.damping_lids, "hulls move over them"),
        ("speeds", len(problem.speeds), "a family is solved at zero speed"),
        ("field_points", problem.field_points, "waves at points are of one position"),
        ("qtf_sum", problem.qtf_sum is not None, "sum-frequency forces are of one body alone"),
        ("check_convergence", problem.check_convergence, "raftup hydro solve checks one position"),
    )
    for name, present, reason in refused:
        if present:
            fields.refuse(name, f"must be absent: {reason}")
    if len(problem.frequencies.omega) == 1:
        fields.refuse("frequencies.omega", "must hold at least two frequencies, holds one")


def _refuse_directions_seen_from_headings(fields: Fields, family: FamilySpecification) -> None:
    """Refuses wave directions that readers of families refuse.

    Forces of a body that was solved at a heading are rotated to its own axes, which needs data of
    all wave directions (hydro/configurations/family_layout.hpp).
    """
    directions = np.rad2deg(family.problem.wave_directions)
    for index, headings in enumerate(family.positions.headings_of_bodies):
        turned = headings[headings != 0.0]
        if not len(turned) or not len(directions) or _go_round(directions):
            continue
        other = family.problem.hulls[1 + index].name
        fields.refuse(
            "wave_directions_deg",
            f"must go round the circle where {family.path}.{other}.heading_deg is not 0 "
            f"everywhere: with a last gap of at most {_WIDEST_GAP:g} and {_WIDEST_CLOSING:g} times "
            f"the widest other, are {directions[0]:g} to {directions[-1]:g} with a heading of "
            f"{turned[0]:g}",
        )


def _go_round(directions: FloatArray) -> bool:
    """Whether ascending directions [deg] cover the circle, by the rule of the excitation."""
    if len(directions) < 2:
        return False
    closing = directions[0] + 360.0 - directions[-1]
    widest = float(np.diff(directions).max())
    return bool(closing <= min(_WIDEST_CLOSING * widest, _WIDEST_GAP) + 1e-4)


def _degrees(angle: float) -> str:
    return f"{np.rad2deg(angle):g}"
