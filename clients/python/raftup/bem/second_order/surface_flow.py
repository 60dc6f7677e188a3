"""First-order waves on the free surface around a body, for integrals over it, exp(-i omega t)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray
from raftup.bem.green_function import potential_and_velocity_at
from raftup.bem.library import capytaine
from raftup.bem.second_order.outer_series import OuterSeries, outer_series

if TYPE_CHECKING:
    from raftup.bem.mean_drift import SolvedWaves

_DEPTH_IN_WAVES = 0.02  # of 1 / k, from which the table of the Green function is right to 2e-4
_DEPTH_IN_PANELS = 0.1  # of the size of a lid's panel


@dataclass(frozen=True)
class SurfaceFlow:
    """Waves besides the incident one on the free surface, at one frequency.

    The first six columns belong to unit velocities of the dofs of the body. The other m columns
    are scattered and radiated waves together, per meter of incident amplitude.

    Attributes:
        ring_potential: potential at the points of the ring, [P, 6 + m] m2/s.
        ring_velocity: its horizontal gradient there, [2, P, 6 + m] m/s.
        side_potential: potential at the middles of the waterline's sides, [s, 6 + m] m2/s.
        outer: the waves outside the ring.
    """

    ring_potential: ComplexArray
    ring_velocity: ComplexArray
    side_potential: ComplexArray
    outer: OuterSeries


def surface_flow(
    solved: SolvedWaves, motion: ComplexArray, waterline_potential: ComplexArray
) -> SurfaceFlow:
    """The waves of a solution on the free surface of its problem.

    Args:
        solved: solution at one frequency.
        motion: motion of the body, [6, m].
        waterline_potential: potential at the middles of the waterline's sides, [s, 6 + m], of unit
            velocities and of the total waves.
    """
    wave, mesh, model = solved.wave, solved.mesh, solved.wave.model
    surface = model.free_surface
    assert surface is not None
    dofs = model.dof_count
    sources = solved.sources.copy()
    sources[:, dofs:] += sources[:, :dofs] @ (-1j * wave.omega * motion)
    lowered, strengths = _lid_lowered(solved, sources)
    potential, velocity = potential_and_velocity_at(
        surface.points,
        lowered,
        strengths,
        water_depth=model.water_depth,
        wavenumber=wave.wavenumber,
    )
    middles = model.floating_hulls.hulls[0].surface.waterline.middles
    beside = waterline_potential.copy()
    beside[:, dofs:] -= wave.potential(middles)
    x, y = (mesh.faces_centers[:, :2] - surface.center).T
    outer = outer_series(
        (np.hypot(x, y), np.arctan2(y, x), mesh.faces_centers[:, 2]),
        sources * mesh.faces_areas[:, None],
        surface.radius,
        wavenumber=wave.wavenumber,
        rise=wave.omega**2 / model.gravity,
        water_depth=model.water_depth,
    )
    return SurfaceFlow(potential, velocity[:2], beside, outer)


def _lid_lowered(solved: SolvedWaves, sources: ComplexArray) -> tuple[Any, ComplexArray]:
    """Panels and sources with the interior lid a little below the surface.

    The table of the Green function is up to 1 % wrong where both points are at the surface. At a
    depth d, the waves at the surface are smaller by 1 - omega^2 / g d, with an error of d^2.

    Args:
        solved: solution at one frequency.
        sources: [panels, columns] m/s.
    """
    mesh, model, hull = solved.mesh, solved.wave.model, solved.wave.model.hull_count
    lid = mesh.faces[hull:]
    if not len(lid):
        return mesh, sources
    size = float(np.sqrt(mesh.faces_areas[hull:].mean()))
    depth = min(_DEPTH_IN_WAVES / solved.wave.wavenumber, _DEPTH_IN_PANELS * size)
    vertices = np.concatenate([mesh.vertices, mesh.vertices - [0.0, 0.0, depth]])
    faces = np.concatenate([mesh.faces[:hull], lid + len(mesh.vertices)])
    strengths = sources.copy()
    strengths[hull:] /= 1.0 - solved.wave.omega**2 / model.gravity * depth
    return capytaine().Mesh(vertices, faces, auto_check=False), strengths


def flow_to_arrays(flow: SurfaceFlow) -> dict[str, npt.NDArray[Any]]:
    """The numbers of a flow by name, from which flow_from_arrays() makes it again."""
    outer = flow.outer
    return {
        "ring_potential": flow.ring_potential,
        "ring_velocity": flow.ring_velocity,
        "side_potential": flow.side_potential,
        "outer_scales": np.array([outer.wavenumber, outer.radius]),
        "outer_wave": outer.wave,
        "local_numbers": outer.local_numbers,
        "outer_local": outer.local,
    }


def flow_from_arrays(arrays: dict[str, npt.NDArray[Any]]) -> SurfaceFlow | None:
    """The flow of flow_to_arrays(), whose arrays are taken out; None if there is none."""
    if "ring_potential" not in arrays:
        return None
    wavenumber, radius = arrays.pop("outer_scales").tolist()
    outer = OuterSeries(
        wavenumber,
        radius,
        arrays.pop("outer_wave"),
        arrays.pop("local_numbers"),
        arrays.pop("outer_local"),
    )
    ring = arrays.pop("ring_potential"), arrays.pop("ring_velocity")
    return SurfaceFlow(*ring, arrays.pop("side_potential"), outer)
