"""Mean drift forces on bodies that float freely or are held, and the waves at their hulls.

Complex amplitudes here have Capytaine's time factor exp(-i omega t).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.drift import FarField
from raftup.bem.finding import Finding
from raftup.bem.green_function import potential_at
from raftup.bem.second_order.surface_flow import surface_flow
from raftup.bem.second_order.surface_waves import SurfaceWaves

if TYPE_CHECKING:
    from collections.abc import Sequence

    from raftup.bem.potential import FrequencyResult, IncidentWave

_NOTABLE = 0.1  # of the largest drift force: what panels miss that are too large


@dataclass(frozen=True)
class SolvedWaves:
    """The solution of a problem at one frequency.

    Attributes:
        wave: incident waves.
        mesh: capytaine.Mesh of all panels.
        sources: [panels, 6N + m], of unit velocities and of scattered waves.
        potential: potentials of these sources on the panels of the hulls.
    """

    wave: IncidentWave
    mesh: Any
    sources: ComplexArray
    potential: ComplexArray


def with_mean_drift(result: FrequencyResult, solved: SolvedWaves) -> FrequencyResult:
    """The result with the mean drift forces, and with the waves at the hulls if requested.

    The forces of one body in surge, sway and yaw are those by the waves far away. Those of several
    bodies, of which the waves far away only have the sum, and all forces in heave, roll and pitch
    are by pressure over the hulls.
    """
    model = solved.wave.model
    hulls = model.floating_hulls
    excitation = (result.froude_krylov_force + result.diffraction_force).conj().T
    motion = hulls.motion(result.omega, result.added_mass, result.radiation_damping, excitation)
    far = _drift_far_away(result, solved, motion)
    alone = len(hulls.hulls) == 1
    if alone and not model.keeps_waves:
        return replace(result, mean_drift_force=far)
    waves = waves_at_hulls(solved, motion)
    own = hulls.waves(result.omega, result.added_mass, waves)
    near: FloatArray = hulls.quadratic_force(own, own).real.T
    if not alone:
        kept = waves if model.keeps_waves else None
        return replace(result, mean_drift_force=near, drift_far_away=far, waves=kept)
    far[:, 2:5] = near[:, 2:5]
    flow = None
    if model.free_surface is not None:
        flow = surface_flow(solved, motion, waves.waterline_potential)
    return replace(result, mean_drift_force=far, waves=waves, surface_flow=flow)


def _drift_far_away(
    result: FrequencyResult, solved: SolvedWaves, motion: ComplexArray
) -> FloatArray:
    """Sum of the mean drift forces of all bodies [m, 6] by the waves far away.

    Args:
        result: coefficients at the frequency.
        solved: solution at the frequency.
        motion: motion of the bodies, [6N, m].
    """
    wave, mesh = solved.wave, solved.mesh
    model, hulls, dofs = wave.model, wave.model.floating_hulls, wave.model.dof_count
    velocity = -1j * wave.omega * motion
    far = FarField(
        wave.omega,
        wave.wavenumber,
        hulls.center,
        model.water_density,
        model.gravity,
        model.water_depth,
    )
    amplitudes = far.amplitudes(mesh.faces_centers, mesh.faces_areas, solved.sources)
    total = amplitudes[:, dofs:] + amplitudes[:, :dofs] @ velocity
    absorbed = hulls.absorbed_power(velocity, result.added_mass)
    return np.array(
        [
            far.mean_force(total[:, m], direction, float(absorbed[m]))
            for m, direction in enumerate(model.wave_directions)
        ]
    )


def waves_at_hulls(solved: SolvedWaves, motion: ComplexArray) -> SurfaceWaves:
    """The waves at all hulls and waterlines.

    Args:
        solved: solution at a frequency.
        motion: motion of the bodies, [6N, m].
    """
    wave, hulls = solved.wave, solved.wave.model.floating_hulls
    dofs = wave.model.dof_count
    parts = [_waves_at_hull(solved, body, motion) for body in range(len(hulls.hulls))]

    def whole(incident: ComplexArray, disturbed: ComplexArray) -> ComplexArray:
        radiated, scattered = disturbed[..., :dofs], disturbed[..., dofs:]
        total = incident + scattered + radiated @ (-1j * wave.omega * motion)
        return np.concatenate([radiated, total], axis=-1)

    centers = np.concatenate([hull.surface.centers for hull in hulls.hulls])
    middles = np.concatenate([hull.surface.waterline.middles for hull in hulls.hulls])
    velocity = np.concatenate([part[0] for part in parts], axis=1)
    return SurfaceWaves(
        motion,
        whole(wave.potential(centers), solved.potential),
        whole(wave.velocity(centers), velocity),
        whole(wave.potential(middles), np.concatenate([part[1] for part in parts])),
    )


def _waves_at_hull(
    solved: SolvedWaves, body: int, motion: ComplexArray
) -> tuple[ComplexArray, ComplexArray]:
    """Disturbed velocities [3, p, 6N + m] on a hull and potentials [s, 6N + m] at its waterline.

    Args:
        solved: solution at a frequency.
        body: index of the body.
        motion: motion of the bodies, [6N, m].
    """
    wave, surface = solved.wave, solved.wave.model.floating_hulls.hulls[body].surface
    moved = np.zeros((len(surface.areas), len(motion)))
    moved[:, 6 * body : 6 * body + 6] = surface.generalised_normals
    normal = np.hstack([moved, -wave.normal_velocity(surface.centers, surface.normals)])
    at_sides = potential_at(
        surface.side_points,
        solved.mesh,
        solved.sources,
        water_depth=wave.model.water_depth,
        wavenumber=wave.wavenumber,
    )
    return surface.velocity(at_sides, normal), at_sides[surface.waterline.sides]


def drift_sum_findings(
    results: Sequence[FrequencyResult], centers_of_mass: FloatArray
) -> list[Finding]:
    """A finding with the difference of the sum of the forces from that by the waves far away.

    Args:
        results: results at finite frequencies; without several drifting bodies there is no finding.
        centers_of_mass: [N, 3] m.
    """
    far = np.array([result.drift_far_away for result in results])
    if not far.size:
        return []
    near = np.array([result.mean_drift_force for result in results])
    level = near.reshape(*near.shape[:2], -1, 6)[..., :2].sum(axis=2)
    miss = float(np.abs(level - far[..., :2]).max()) / max(
        float(np.abs(far[..., :2]).max()), 1e-300
    )
    turning = _sum_of_moments(near, centers_of_mass)
    reach = float(np.ptp(centers_of_mass[:, :2], axis=0).max())
    scale = max(float(np.abs(far[..., 5]).max()), reach * float(np.abs(far[..., :2]).max()))
    turned = float(np.abs(turning - far[..., 5]).max()) / max(scale, 1e-300)
    message = (
        "the mean drift forces of all bodies by pressure over their hulls must add up to that of "
        f"the waves far away, differed by {miss:.1%} of the largest in surge and sway, by "
        f"{turned:.1%} in yaw"
    )
    return [Finding("mean_drift_sum", "warning" if miss > _NOTABLE else "info", message, miss)]


def _sum_of_moments(forces: FloatArray, centers_of_mass: FloatArray) -> FloatArray:
    """Sum of the yaw moments [n, m] about the mean of the centers of mass."""
    arms = centers_of_mass - centers_of_mass.mean(axis=0)
    of_bodies = forces.reshape(*forces.shape[:2], -1, 6)
    moments: FloatArray = (
        of_bodies[..., 5] + arms[:, 0] * of_bodies[..., 1] - arms[:, 1] * of_bodies[..., 0]
    ).sum(axis=-1)
    return moments
