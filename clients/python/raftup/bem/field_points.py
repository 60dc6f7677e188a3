"""Wave elevation at points of the still water: the scattered and the radiated waves there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import Violation
from raftup.bem.green_function import potential_at
from raftup.bem.hulls import Hull
from raftup.bem.mesh import PanelMesh, placed_points
from raftup.bem.specification import Specification
from raftup.bem.waterline import inside, waterline

_LEVEL = 1e-3  # m, largest distance from the still water plane: 1 mm is what probes are found by
_ON_LINE = 1e-3  # of a panel: so near to a waterline a point is on it, by rounding of the mesh
_BESIDE = 1e-5  # of a panel: distance kept from corners, where the potential has no formula


@dataclass(frozen=True)
class FieldResult:
    """Elevation of waves besides the incident one at P points, at one frequency.

    Attributes:
        diffraction: [P, m] m/m, scattered wave of fixed bodies per meter of amplitude,
            eta = Re{a D exp(i omega t)}, a and its phase those of the incident wave at the origin.
        radiation: [P, 6N] m/(m/s), m/(rad/s): radiated wave per unit velocity of each dof.
    """

    diffraction: ComplexArray = field(default_factory=lambda: np.zeros((0, 0), dtype=complex))
    radiation: ComplexArray = field(default_factory=lambda: np.zeros((0, 0), dtype=complex))


def place_field_points(
    specification: Specification, meshes: Sequence[PanelMesh], violations: list[Violation]
) -> FloatArray:
    """Positions of the field points in the frame of the database, [P, 3] m; z is 0.

    Notes a violation for each point off the still water plane or inside a hull.

    Args:
        specification: specification with points in the frames of the hulls' meshes.
        meshes: immersed parts of all hulls in the frame of the database.
        violations: list that receives the violations.
    """
    positions = np.zeros((len(specification.field_points), 3))
    for index, asked in enumerate(specification.field_points):
        place = _placed(asked.point, specification.hulls[asked.body])
        path = f"field_points[{index}].point"
        if abs(place[2]) > _LEVEL:
            side = "above" if place[2] > 0.0 else "below"
            rule = f"must lie in the still water plane, lies {abs(place[2]):g} m {side} it"
            violations.append(Violation(path, rule))
        for hull, mesh in zip(specification.hulls, meshes, strict=True):
            if _is_inside(place, mesh):
                rule = f"must lie outside the hulls, lies inside {hull.name}"
                violations.append(Violation(path, rule))
        positions[index, :2] = place[:2]
    return positions


def _placed(point: FloatArray, hull: Hull) -> FloatArray:
    """A point of a hull's mesh in the frame of the database [m]."""
    return placed_points(point, hull.position, hull.heading)


def _is_inside(place: FloatArray, mesh: PanelMesh) -> bool:
    """Whether a point lies inside the waterline of a hull and not on it."""
    line = waterline(mesh)
    if not len(line) or not inside(place[None, :2], line)[0]:
        return False
    start, along = line[:, 0], line[:, 1] - line[:, 0]
    share = ((place[:2] - start) * along).sum(axis=1) / np.maximum((along**2).sum(axis=1), 1e-300)
    nearest = start + np.clip(share, 0.0, 1.0)[:, None] * along
    distance = np.linalg.norm(place[:2] - nearest, axis=1).min()
    return bool(distance > _ON_LINE * np.mean(mesh.panel_diameters))


def disturbed_elevation(
    points: FloatArray,
    mesh: Any,
    sources: ComplexArray,
    *,
    dof_count: int,
    omega: float,
    wavenumber: float,
    gravity: float,
    water_depth: float,
) -> FieldResult:
    """Elevation of the waves of given sources at points of the still water, with exp(+i omega t).

    With the time factor exp(-i omega t) of the potentials, the pressure at the surface is that of
    the air where eta = i omega / g phi.

    Args:
        points: [P, 3] m, z = 0.
        mesh: capytaine.Mesh of all panels.
        sources: [panels, 6N + m], of unit velocities and of scattered waves.
        dof_count: 6N.
        omega: rad/s.
        wavenumber: 1/m.
        gravity: m/s2.
        water_depth: m, may be infinite.
    """
    beside = _beside_corners(points, mesh)
    potential = potential_at(beside, mesh, sources, water_depth=water_depth, wavenumber=wavenumber)
    elevation = (1j * omega / gravity * potential).conj()
    return FieldResult(elevation[:, dof_count:].copy(), elevation[:, :dof_count].copy())


def _beside_corners(points: FloatArray, mesh: Any) -> FloatArray:
    """The points, those on a corner of a panel moved off it by a hundred-thousandth of a panel.

    The potential is continuous there; only its formula for a panel is not defined on a corner.
    """
    size = float(np.sqrt(mesh.faces_areas.mean()))
    corners = mesh.vertices[np.abs(mesh.vertices[:, 2]) <= _BESIDE * size]
    moved = points.copy()
    for point in moved:
        if len(corners) and np.linalg.norm(corners - point, axis=1).min() < _BESIDE * size:
            point[:2] += _BESIDE * size * np.array([2.0, 3.0])  # along no side of usual panels
    return moved
