"""Specification of a family over axes such as draught.

Each node of the family is a database that exists or a problem of its own, with other positions or
meshes of its hulls. Unlike positions of two bodies, nodes have nothing in common but the bodies.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.documents import read_document
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields
from raftup.bem.specification import Specification, read_specification

QUANTITIES = ("draught", "trim", "speed", "joint_angle", "input")
"""What an axis can measure; trim and joint angle are in degrees."""

_MOST_AXES = 3
_MOVED = ("position", "mesh", "center_of_mass")  # what a node can change of a body


@dataclass(frozen=True)
class AxisNode:
    """One node of a family over axes.

    Attributes:
        values: values of the axes, m, deg or m/s.
        database: file with its database; None = it is solved.
        problem: what is solved; None = the database exists.
        attitudes_deg: [N, 3] deg, roll, pitch and heading of each body at rest; None = upright.
    """

    values: tuple[float, ...]
    database: Path | None
    problem: Specification | None
    attitudes_deg: FloatArray | None


@dataclass(frozen=True)
class AxisFamily:
    """The specification of a family over axes.

    Attributes:
        axes: what each axis measures, of QUANTITIES.
        nodes: nodes, two or more.
        midpoints: specifications of the middles between neighboring nodes of one axis, to be solved
            for the error of interpolation; may be empty.
        tolerance: tolerance of A, B and X there, relative to the peaks of their dofs.
    """

    axes: tuple[str, ...]
    nodes: tuple[AxisNode, ...]
    midpoints: tuple[tuple[float, Specification], ...]
    tolerance: float


def names_axes(source: Path | Mapping[str, Any]) -> bool:
    """Whether the specification of a family has axes instead of positions."""
    document, _ = read_document(source, SpecificationError)
    family = document.get("family")
    return isinstance(family, dict) and "axes" in family


def read_axis_family(source: Path | Mapping[str, Any]) -> AxisFamily:
    """Reads and checks the specification of a family over axes.

    Args:
        source: YAML 1.2 or JSON file, or a mapping; paths are relative to the folder of the file,
            or to the working directory.

    Raises:
        SpecificationError: with path, rule and value of all violations.
    """
    document, folder = read_document(source, SpecificationError)
    violations: list[Violation] = []
    part = Fields(document, "", violations).part("family") or Fields({}, "family", violations)
    base = {name: value for name, value in document.items() if name != "family"}
    axes = _read_axes(part)
    nodes, moved = [], []
    for index, node in enumerate(part.parts("nodes", least=2)):
        overrides = node.value("bodies") if node.has("bodies") else {}
        nodes.append(_read_node(node, base, folder, overrides, len(axes)))
        moved.append(overrides)
        if not violations and nodes[-1].problem is not None:
            _refuse_chosen_frequencies(nodes[-1].problem, f"family.nodes[{index}]")
    midpoints = part.text("midpoints", "none")
    if midpoints not in ("none", "check"):
        part.refuse("midpoints", f"must be none or check with axes, is {midpoints!r}")
    tolerance = part.number("tolerance", 0.02, above=0.0)
    part.close()
    if violations:
        raise SpecificationError(violations)
    middles = _middles(nodes, moved, base, folder) if midpoints == "check" else ()
    return AxisFamily(axes, tuple(nodes), middles, tolerance)


def _read_axes(part: Fields) -> tuple[str, ...]:
    value = part.value("axes")
    names = value if isinstance(value, list) else [value]
    if not 1 <= len(names) <= _MOST_AXES:
        part.refuse("axes", f"must be one to {_MOST_AXES}, are {len(names)}")
    for name in names:
        if name not in QUANTITIES:
            part.refuse("axes", f"must be among {', '.join(QUANTITIES)}, is {name!r}")
    return tuple(str(name) for name in names)


def _read_node(
    node: Fields, base: dict[str, Any], folder: Path, overrides: Any, axes: int
) -> AxisNode:
    values = node.value("at")
    values = values if isinstance(values, list) else [values]
    if len(values) != axes or not all(isinstance(value, int | float) for value in values):
        node.refuse("at", f"must be {axes} numbers, one per axis, is {values!r}")
        values = [0.0] * axes
    attitudes = node.value("attitudes_deg") if node.has("attitudes_deg") else None
    database = folder / node.text("database") if node.has("database") else None
    problem = None
    if database is None:
        try:
            problem = read_specification(_moved(base, folder, overrides))
        except SpecificationError as error:
            node.violations.extend(error.violations)
    elif not database.is_file():
        node.refuse("database", f"must be a file, {str(database)!r} is none")
    node.close()
    return AxisNode(
        tuple(float(value) for value in values),
        database,
        problem,
        None if attitudes is None else np.array(attitudes, dtype=float).reshape(-1, 3),
    )


def _moved(base: dict[str, Any], folder: Path, overrides: Any) -> dict[str, Any]:
    """The problem of a node: the common one, with bodies in another place or of another mesh."""
    problem = copy.deepcopy(base)
    bodies = problem.get("bodies")
    if not isinstance(overrides, dict) or not isinstance(bodies, list):
        raise SpecificationError(
            [Violation("family.nodes.bodies", "must be a mapping from names of bodies")]
        )
    names = [body.get("name") for body in bodies]
    for name, changes in overrides.items():
        if name not in names or not isinstance(changes, dict) or set(changes) - set(_MOVED):
            rule = f"must change {', '.join(_MOVED)} of one of the bodies, is {name!r}: {changes!r}"
            raise SpecificationError([Violation("family.nodes.bodies", rule)])
        bodies[names.index(name)] |= changes
    for body in bodies:
        if isinstance(body.get("mesh"), str):
            body["mesh"] = str(folder / body["mesh"])
    return problem


def _refuse_chosen_frequencies(problem: Specification, path: str) -> None:
    """All nodes must have the same frequencies, so that these must be given."""
    frequencies = problem.frequencies
    if len(frequencies.omega) > 1 and not frequencies.refine:
        return
    rule = "must be given, and not refined, with family.axes: nodes have the same frequencies"
    raise SpecificationError([Violation("frequencies", f"{rule} ({path})")])


def _middles(
    nodes: list[AxisNode], moved: list[Any], base: dict[str, Any], folder: Path
) -> tuple[tuple[float, Specification], ...]:
    """The problems in the middle between neighboring nodes, whose hulls only differ in position."""
    only_positions = all(
        set(changes) == {"position"} for overrides in moved for changes in overrides.values()
    )
    if len(nodes[0].values) != 1 or any(node.problem is None for node in nodes):
        only_positions = False
    if not only_positions or len({tuple(overrides) for overrides in moved}) != 1:
        rule = "needs one axis, and nodes that are solved and differ in positions of bodies alone"
        raise SpecificationError([Violation("family.midpoints", rule)])
    order = sorted(range(len(nodes)), key=lambda k: nodes[k].values)
    middles = []
    for low, high in pairwise(order):
        between = {
            name: {"position": np.mean([moved[k][name]["position"] for k in (low, high)], axis=0)}
            for name in moved[low]
        }
        for changes in between.values():
            changes["position"] = [float(number) for number in changes["position"]]
        value = float(np.mean([nodes[k].values[0] for k in (low, high)]))
        middles.append((value, read_specification(_moved(base, folder, between))))
    return tuple(middles)
