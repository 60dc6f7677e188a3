"""Assembly of the problem of an array from its hulls."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import SpecificationError, Violation
from raftup.bem.array.equations import Placement
from raftup.bem.array.hull import ArrayHull
from raftup.bem.array.solution import ArrayModel, circumscribed
from raftup.bem.mesh import PanelMesh, joined_meshes, placed_points
from raftup.bem.potential import PanelModel

if TYPE_CHECKING:
    from raftup.bem.geometry import Geometry, PlacedHull
    from raftup.bem.hulls import Hull
    from raftup.bem.specification import Specification

_LEAST_GAP = 0.02  # of the radius: nearer cylinders need all sources of the hulls


def array_model(model: PanelModel, geometry: Geometry, specification: Specification) -> ArrayModel:
    """The problem of an array.

    Args:
        model: the same problem with all panels.
        geometry: placed hulls.
        specification: specification with an array.

    Raises:
        SpecificationError: if the circumscribed cylinders of two hulls overlap.
    """
    assert specification.array is not None
    entry = specification.array.entry
    first = [entry.index(kind) for kind in dict.fromkeys(entry)]
    kinds = tuple(_in_own_frame(geometry.hulls[k], specification.hulls[k]) for k in first)
    placement = placement_of(specification)
    _refuse_overlaps(kinds, placement, specification)
    values = {field.name: getattr(model, field.name) for field in fields(PanelModel)}
    return ArrayModel(
        **values, kinds=kinds, placement=placement, tolerance=specification.array.tolerance
    )


def placement_of(specification: Specification) -> Placement:
    """Where the hulls are, numbered in the order of their first bodies."""
    order = {entry: number for number, entry in enumerate(dict.fromkeys(specification.entries))}
    return Placement(
        kind=tuple(order[entry] for entry in specification.entries),
        positions=np.array([hull.position[:2] for hull in specification.hulls]),
        headings=np.array([hull.heading for hull in specification.hulls]),
    )


def _in_own_frame(placed: PlacedHull, hull: Hull) -> ArrayHull:
    """The panels of a hull and its lid in the frame of its mesh, which lies in still water."""
    ground = np.array([hull.position[0], hull.position[1], 0.0])

    def own(points: FloatArray) -> FloatArray:
        return placed_points(points - ground, np.zeros(3), -hull.heading)

    panels = joined_meshes([mesh for mesh in (placed.mesh, placed.lid) if mesh.panel_count])
    return ArrayHull(
        PanelMesh(own(panels.vertices), panels.faces),
        placed.mesh.panel_count,
        own(placed.center_of_mass),
    )


def _refuse_overlaps(
    kinds: tuple[ArrayHull, ...], placement: Placement, specification: Specification
) -> None:
    """Refuses hulls whose circumscribed cylinders overlap or nearly touch."""
    axes = circumscribed(kinds, placement)
    radii = np.array([kinds[kind].radius for kind in placement.kind])
    distance = np.linalg.norm(axes[:, None] - axes, axis=-1)
    needed = radii[:, None] + radii + _LEAST_GAP * np.maximum(radii[:, None], radii)
    names = [hull.name for hull in specification.hulls]
    violations = []
    for a, b in np.argwhere(np.triu(distance < needed, 1)):
        rule = (
            f"must keep {names[a]} and {names[b]} clear of each other: the circles around them "
            f"seen from above have radii of {radii[a]:.4g} and {radii[b]:.4g} m and need "
            f"{needed[a, b]:.4g} m between their middles, have {distance[a, b]:.4g} m; hulls that "
            "lie closer alongside are given under bodies with a position each and no array, and "
            "are solved with all panels together"
        )
        violations.append(Violation("array.positions", rule))
    if violations:
        raise SpecificationError(violations)
