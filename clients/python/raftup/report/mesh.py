"""Comparison of the hydrostatics of a database with the meshes of its hulls."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.bem.hydrostatics import hydrostatics
from raftup.bem.mesh import PanelMesh, immersed, read_mesh
from raftup.importing import Check
from raftup.remote.coefficients import Coefficients, DatabaseBody

_ALLOWED = 2e-2  # what panels of a fair mesh miss of a round hull


def check_meshes(table: Coefficients, meshes: Sequence[Path]) -> Check:
    """Compares volume and stiffness in heave, roll and pitch of each body with its mesh.

    Differences of stiffness are relative to rho g V^(2/3) in heave and rho g V^(4/3) in rotations.
    A mesh is in the database's frame, or has its origin below the body's center of gravity.

    Raises:
        ValueError: if a mesh cannot be read or there is not one for each body.
    """
    if len(meshes) != len(table.bodies):
        raise ValueError(f"--mesh must be given once per body ({len(table.bodies)}), {len(meshes)}")
    worst, place = 0.0, ""
    for body, file in zip(table.bodies, meshes, strict=True):
        try:
            mesh = read_mesh(file)
        except KeyError as error:
            raise ValueError(f"{file} must end as .stl, .obj, .gdf or .msh") from error
        except ValueError as error:
            raise ValueError(f"{file} {error}") from error
        for quantity, difference in _differences(table, body, immersed(mesh)).items():
            if difference >= worst:
                worst, place = difference, f"{quantity} of {body.name} ({file.name})"
    return Check(
        name="mesh_mismatch",
        measured=worst,
        allowed=_ALLOWED,
        message=f"volume and hydrostatic stiffness must be those of the mesh to "
        f"{100 * _ALLOWED:g} %, differ by {100 * worst:.3g} % in the {place}",
    )


def _differences(table: Coefficients, body: DatabaseBody, mesh: PanelMesh) -> dict[str, float]:
    """Differences by quantity, for the better of the two possible positions of the mesh."""
    below = np.array([*body.center_of_gravity[:2], 0.0])
    tries = [_differences_at(table, body, mesh.placed(place, 0.0)) for place in (0 * below, below)]
    return min(tries, key=lambda differences: max(differences.values()))


def _differences_at(table: Coefficients, body: DatabaseBody, mesh: PanelMesh) -> dict[str, float]:
    weight = table.water_density * table.gravity
    known = hydrostatics(mesh, body.center_of_gravity, table.water_density, table.gravity)
    volume = known.displaced_volume
    length = abs(volume) ** (1 / 3)
    unit: FloatArray = np.array([1.0, length, length])  # of motions that lift a side by a metre
    block = slice(2, 5)
    change = body.hydrostatic_stiffness[block, block] - known.hydrostatic_stiffness[block, block]
    relative = np.abs(change) / np.outer(unit, unit) / (weight * length**2)
    return {
        "volume": abs(body.displaced_volume - volume) / abs(volume),
        "stiffness": float(relative.max()),
    }
