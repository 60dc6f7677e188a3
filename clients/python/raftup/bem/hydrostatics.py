"""Volume, center of buoyancy and restoring stiffness of a hull, integrated over its panels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.mesh import PanelMesh


@dataclass(frozen=True)
class Hydrostatics:
    """Hydrostatics of a hull at rest, in the frame of the mesh.

    Attributes:
        displaced_volume: V [m3].
        center_of_buoyancy: [3] m.
        hydrostatic_stiffness: [6, 6] N/m, N, N m about the center of mass, for a freely floating
            body: its mass is density * V, and its weight acts at the center of mass.
    """

    displaced_volume: float
    center_of_buoyancy: FloatArray
    hydrostatic_stiffness: FloatArray


def _integrate(values: FloatArray, vector_areas: FloatArray) -> FloatArray:
    """Integral of f n dS over triangles, exact for polynomials f of degree 2.

    Args:
        values: [t, 3] f at the middles of the sides.
        vector_areas: [t, 3].
    """
    total: FloatArray = values.mean(axis=1) @ vector_areas
    return total


def side_middles(mesh: PanelMesh) -> tuple[FloatArray, FloatArray]:
    """Middles of the sides [t, 3 sides, 3] and vector areas [t, 3] of the mesh's triangles."""
    corners = mesh.triangles
    middles = (corners + np.roll(corners, -1, axis=1)) / 2.0
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2.0
    return middles, areas


def volumes_by_direction(mesh: PanelMesh) -> FloatArray:
    """Integrals of x n_x, y n_y and z n_z [m3]: equal for a hull closed up to z = 0.

    Args:
        mesh: immersed part, normals outward.
    """
    middles, areas = side_middles(mesh)
    return np.array([_integrate(middles[:, :, k], areas)[k] for k in range(3)])


def first_moments(mesh: PanelMesh, center: FloatArray) -> FloatArray:
    """Integrals of f n and f (r x n) for f = 1, x, y, z of r: [4, 6] m2 to m4, exact for panels.

    Args:
        mesh: panels with normals outward.
        center: [3] m, origin of r.
    """
    middles, areas = side_middles(mesh)
    r = middles - center
    result = np.zeros((4, 6))
    for row, f in enumerate([np.ones_like(r[:, :, 0]), *np.moveaxis(r, 2, 0)]):
        result[row, :3] = _integrate(f, areas)
        turning = np.array([_integrate(f * r[:, :, b], areas) for b in range(3)])
        result[row, 3:] = [
            turning[1, 2] - turning[2, 1],
            turning[2, 0] - turning[0, 2],
            turning[0, 1] - turning[1, 0],
        ]
    return result


def hydrostatics(
    mesh: PanelMesh, center_of_mass: FloatArray, water_density: float, gravity: float
) -> Hydrostatics:
    """Hydrostatics of a hull, exact for its panels; quadrilaterals count as two triangles.

    Over the waterplane, C33 = rho g A, C34 = rho g int y, C44 = rho g int y^2 + rho g V (zb - zg)
    and so on; C46 = -rho g V (xb - xg), C56 = -rho g V (yb - yg).

    Args:
        mesh: immersed part, closed up to z = 0, normals outward.
        center_of_mass: [3] m.
        water_density: rho [kg/m3].
        gravity: g [m/s2].

    Source:
        Newman (1977), Marine Hydrodynamics, section 6.16, and the WAMIT manual on its .hst file.
    """
    middles, areas = side_middles(mesh)
    x, y, z = (middles[:, :, k] for k in range(3))
    volume = float(_integrate(z, areas)[2])
    buoyancy = np.array(
        [_integrate(x * z, areas)[2], _integrate(y * z, areas)[2], _integrate(z * z, areas)[2] / 2]
    )
    buoyancy = buoyancy / volume
    xg, yg, _ = center_of_mass

    def over_water_plane(values: FloatArray) -> float:
        return -float(_integrate(values, areas)[2])  # the hull's panels, projected

    lever = volume * (buoyancy - center_of_mass)
    C = np.zeros((6, 6))
    C[2, 2] = over_water_plane(np.ones_like(x))
    C[2, 3] = C[3, 2] = over_water_plane(y - yg)
    C[2, 4] = C[4, 2] = -over_water_plane(x - xg)
    C[3, 3] = over_water_plane((y - yg) ** 2) + lever[2]
    C[4, 4] = over_water_plane((x - xg) ** 2) + lever[2]
    C[3, 4] = C[4, 3] = -over_water_plane((x - xg) * (y - yg))
    C[3, 5], C[4, 5] = -lever[0], -lever[1]
    return Hydrostatics(volume, buoyancy, water_density * gravity * C)
