"""Masses and stiffnesses of modes, among themselves and with the motions of the rigid hull.

A mode moves the point x of a hull by q u(x), a rigid dof k by the unit motion e_k(x) about the
center of mass. With the mass mu per length and rho, g of the water, masses are int mu u_i . u_j and
int mu u_i . e_k. Stiffnesses are that of the structure and that of buoyancy and weight.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.beam import BeamTable, DryModes, free_modes
from raftup.bem.hydrostatics import side_middles
from raftup.bem.mesh import PanelMesh
from raftup.bem.modes.shapes import PointShapes
from raftup.bem.modes.specification import BeamModes

_POINTS = 960  # of Gauss along a beam: eight for each half wave of the last mode that is possible
_LARGEST_DIFFERENCE = 5e-3  # of mass and center: a table of stations is that of the hull to .5 %


@dataclass(frozen=True)
class BodyModes:
    """The m modes of one body, in the frame of the database.

    Attributes:
        shapes: displacement of points of the hull.
        mass: [m, m] kg, int mu u_i . u_j.
        rigid_mass: [m, 6] kg, kg m, int mu u_i . e_k about the center of mass.
        stiffness: [m, m] N/m, of the structure.
        restoring: [m, m] N/m, of buoyancy and weight.
        rigid_restoring: [m, 6] N/m, N, the same between modes and rigid dofs; it is symmetric.
        damping_ratio: [m] of the structure.
    """

    shapes: DryModes | PointShapes
    mass: FloatArray
    rigid_mass: FloatArray
    stiffness: FloatArray
    restoring: FloatArray
    rigid_restoring: FloatArray
    damping_ratio: FloatArray


@dataclass(frozen=True)
class Floating:
    """A hull at rest in the water.

    Attributes:
        mesh: immersed part, normals outward.
        center: [3] m, center of mass.
        displaced_volume: m3.
        water_density: kg/m3.
        gravity: m/s2.
    """

    mesh: PanelMesh
    center: FloatArray
    displaced_volume: float
    water_density: float
    gravity: float

    @property
    def displaced_mass(self) -> float:
        """Mass of the water that the hull displaces [kg]."""
        return self.water_density * self.displaced_volume


def modes_of_beam(beam: BeamModes, origin: FloatArray, floating: Floating) -> BodyModes:
    """Masses and stiffnesses of the modes of a free beam.

    C_ij = rho g int v_i v_j dA over the waterplane + g int [rho S (z_B - z_n) - mu (z_G - z_n)]
    a_i a_j dx, with the rise v of the waterplane and the angle a of the sections: (w, w') in the
    vertical plane, (y w, w) in torsion, (0, 0) in the horizontal one; 1, y, -x and 0, 1, -1 for
    heave, roll and pitch. A shift w aside of weight and buoyancy turns the body in roll.

    Args:
        beam: the stations in the frame of the mesh.
        origin: [3] m, that frame in the frame of the database.
        floating: the hull.

    Raises:
        ValueError: if the stations do not have the mass of the hull.
    """
    torsion = beam.plane == "torsion"
    gyration = beam.roll_radius**2 + (beam.mass_z - beam.neutral_axis_z) ** 2
    table = BeamTable(
        beam.x + origin[0],
        beam.mass_per_length * (gyration if torsion else 1.0),
        beam.stiffness,
        beam.neutral_axis_z + origin[2],
        beam.plane,
        beam.shear_stiffness,
    )
    line = _MassLine.of(beam, origin)
    _refuse_other_mass(line, floating, table.x)
    found = free_modes(table, beam.count)
    shapes = DryModes(**{**vars(found), "axis_y": float(origin[1])})
    u = shapes.displacement(line.points)
    mass = np.einsum("inc,n,jnc->ij", u, line.mass, u)
    rigid_mass = np.einsum("inc,n,knc->ik", u, line.mass, _rigid_motions(line.points, floating))
    if torsion:
        angle = shapes.deflection(line.points[:, 0])[0]
        spin = line.mass * line.roll_radius**2
        mass += (angle * spin) @ angle.T
        rigid_mass[:, 3] += angle @ spin
    restoring, rigid_restoring = _restoring_of_beam(shapes, line, floating)
    return BodyModes(
        shapes,
        mass,
        rigid_mass,
        found.stiffness,
        restoring,
        rigid_restoring,
        np.full(beam.count, beam.damping_ratio),
    )


@dataclass(frozen=True)
class _MassLine:
    """Gauss points along a beam at the centers of its mass.

    Attributes:
        points: [n, 3] m.
        mass: [n] kg, mass per length times weight.
        roll_radius: [n] m.
    """

    points: FloatArray
    mass: FloatArray
    roll_radius: FloatArray

    @classmethod
    def of(cls, beam: BeamModes, origin: FloatArray) -> _MassLine:
        """The points of the parts between stations, in proportion to their lengths."""
        parts, weights = [], []
        length = beam.x[-1] - beam.x[0]
        for first, last in zip(beam.x[:-1], beam.x[1:], strict=True):
            count = max(3, int(np.ceil(_POINTS * (last - first) / length)))
            gauss, share = np.polynomial.legendre.leggauss(count)
            parts.append(first + (last - first) * (gauss + 1.0) / 2.0)
            weights.append((last - first) * share / 2.0)
        x, weight = np.concatenate(parts), np.concatenate(weights)
        height = np.interp(x, beam.x, beam.mass_z)
        points = np.stack([x, np.zeros_like(x), height], axis=1) + origin
        per_length = np.interp(x, beam.x, beam.mass_per_length)
        return cls(points, per_length * weight, np.interp(x, beam.x, beam.roll_radius))


def _refuse_other_mass(line: _MassLine, floating: Floating, x: FloatArray) -> None:
    mass, displaced = float(line.mass.sum()), floating.displaced_mass
    if abs(mass - displaced) > _LARGEST_DIFFERENCE * displaced:
        raise ValueError(
            f"must have stations with the displaced mass, {displaced:.6g} kg, to .5 %, have "
            f"{mass:.6g} kg"
        )
    center = float(line.mass @ line.points[:, 0]) / mass
    if abs(center - floating.center[0]) > _LARGEST_DIFFERENCE * (x[-1] - x[0]):
        raise ValueError(
            f"must have stations whose mass has the center of mass, x = {floating.center[0]:.6g} "
            f"m, to .5 % of the length, have it at {center:.6g} m"
        )


def _rigid_motions(points: FloatArray, floating: Floating) -> FloatArray:
    """Displacement of points per unit of surge to yaw about the center of mass: [6, n, 3]."""
    axes = np.eye(3)[:, None]
    turned = np.cross(axes, points - floating.center)
    return np.concatenate([np.broadcast_to(axes, turned.shape), turned])


def buoyancy_of_beam(shapes: DryModes, floating: Floating) -> tuple[FloatArray, FloatArray]:
    """Stiffness of buoyancy between modes [m, m], and between modes and rigid dofs [m, 6].

    Args:
        shapes: modes of a beam.
        floating: a hull, or the part of one ahead of a plane.
    """
    weight = floating.water_density * floating.gravity
    middles, areas = side_middles(floating.mesh)
    points, z = middles.reshape(-1, 3), middles[:, :, 2].reshape(-1)
    below = -weight * np.repeat(areas[:, 2] / 3.0, 3)  # rho g times the area of the waterplane
    rise, angle = _rises_and_angles(shapes, points)
    rigid_rise, rigid_angle = _rigid_rises(shapes, points, floating)
    lever = below * (shapes.neutral_axis_z * z - z**2 / 2.0)  # int (z - z_n) dz up to z = 0
    between = (rise * below) @ rise.T + (angle * lever) @ angle.T
    of_rigid = (rise * below) @ rigid_rise.T
    of_rigid += (angle @ lever)[:, None] * rigid_angle
    if shapes.plane == "horizontal":
        aside = shapes.deflection(points[:, 0])[0]
        of_rigid[:, 3] -= aside @ (below * -z)  # rho g int S w dx
    return between, of_rigid


def _restoring_of_beam(
    shapes: DryModes, line: _MassLine, floating: Floating
) -> tuple[FloatArray, FloatArray]:
    """Stiffness of buoyancy and weight between modes, and between modes and rigid dofs."""
    between, of_rigid = buoyancy_of_beam(shapes, floating)
    _, angle = _rises_and_angles(shapes, line.points)
    _, rigid_angle = _rigid_rises(shapes, line.points, floating)
    falling = floating.gravity * line.mass * (line.points[:, 2] - shapes.neutral_axis_z)
    between -= (angle * falling) @ angle.T
    of_rigid -= (angle @ falling)[:, None] * rigid_angle
    if shapes.plane == "horizontal":
        weight = floating.gravity * line.mass
        of_rigid[:, 3] += shapes.deflection(line.points[:, 0])[0] @ weight
    return between, of_rigid


def _rises_and_angles(shapes: DryModes, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rise of the waterplane above points and angle of their sections in every mode, [m, n]."""
    w, slope, _ = shapes.deflection(points[:, 0])
    if shapes.plane == "vertical":
        return w, slope
    if shapes.plane == "torsion":
        return (points[:, 1] - shapes.axis_y) * w, w
    return 0.0 * w, 0.0 * w


def _rigid_rises(
    shapes: DryModes, points: FloatArray, floating: Floating
) -> tuple[FloatArray, FloatArray]:
    """The same of surge to yaw: [6, n], and [6] as the angles are uniform."""
    from_center = points - floating.center
    rise, angle = np.zeros((6, len(points))), np.zeros(6)
    rise[2], rise[3], rise[4] = 1.0, from_center[:, 1], -from_center[:, 0]
    if shapes.plane == "vertical":
        angle[4] = -1.0
    elif shapes.plane == "torsion":
        angle[3] = 1.0
    return rise, angle


def restoring_of_points(
    shapes: PointShapes, divergence: FloatArray, floating: Floating
) -> tuple[FloatArray, FloatArray]:
    """Stiffness of the pressure between modes, and between modes and rigid dofs.

    C_ij = -rho g int (u_i,z + z div u_i) u_j . n dS, n outward.

    Args:
        shapes: the modes.
        divergence: [m, n] 1/m, div u at the points of the shapes.
        floating: the hull.

    Source:
        Newman (1994), Wave effects on deformable bodies.
    """
    weight = floating.water_density * floating.gravity
    middles, areas = side_middles(floating.mesh)
    points = middles.reshape(-1, 3)
    count, z = len(points), points[:, 2]
    u = shapes.displacement(points)
    spread = np.repeat(divergence[:, :, None], 3, axis=2)
    div = PointShapes(shapes.points, spread).displacement(points)[:, :, 0]
    normal = np.repeat(areas / 3.0, 3, axis=0)
    pushed = np.einsum("mnc,nc->mn", u, normal)
    between = -weight * (u[:, :, 2] + z * div) @ pushed.T
    rise = _rigid_motions(points, floating)[:, :, 2].reshape(6, count)
    return 0.5 * (between + between.T), -weight * pushed @ rise.T


def require_mass_of_body(modes: BodyModes, floating: Floating) -> None:
    """Refuses masses that no distribution over the hull has: heave and modes have kinetic energy.

    Raises:
        ValueError: with the mode.
    """
    along = modes.rigid_mass[:, :3]
    rest = modes.mass - along @ along.T / floating.displaced_mass
    least = np.linalg.eigvalsh(rest / np.sqrt(np.outer(np.diag(modes.mass), np.diag(modes.mass))))
    if not least[0] > 0.0:
        raise ValueError(
            "must have a modal_mass that adds up: with rigid_mass and the displaced mass it is not "
            "that of any body"
        )
