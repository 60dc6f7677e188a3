"""Excitation of hulls that move ahead, by the potentials of their motions at the encounter.

A hull of speed U along +x meets a wave of frequency omega and wavenumber k at omega_e = omega - k U
cos(direction). Its diffraction force is, by Green's theorem, with exp(-i omega_e t),
  X_i = rho int (i omega_e psi_i + U psi_m(i)) d phi_I/dn dS,
with the potentials psi of unit velocities at omega_e, psi_m = psi_3 for pitch, -psi_2 for yaw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.finding import Finding
from raftup.bem.library import capytaine
from raftup.bem.potential import FrequencyResult, IncidentWave, PanelModel
from raftup.frequency_domain.waves import wavenumber

BEYOND = "speed_frequencies"
_HEAVE, _SWAY, _PITCH, _YAW = 2, 1, 4, 5


def excitation_at_speed(
    model: PanelModel, results: Sequence[FrequencyResult], speeds: FloatArray
) -> ComplexArray:
    """Excitation X of hulls at speed, F = Re{a X exp(i omega_e t)}: [speeds, n, m, 6N] N/m, N.

    The change of the diffraction force with speed is added to the solved one, so that X at speed 0
    is the X that was solved. Between solved frequencies, integrals with psi are cubic splines with
    psi(-omega) the conjugate of psi(omega); beyond the last one their difference from infinite
    frequency falls as 1/omega^2.

    Args:
        model: problem that keeps potentials.
        results: results ascending in omega, the last at infinite frequency.
        speeds: [s] m/s, along +x of the database.

    Source:
        Salvesen, Tuck and Faltinsen (1970).
    """
    finite, infinite = list(results[:-1]), results[-1]
    mesh: Any = capytaine().Mesh(model.mesh.vertices, model.mesh.faces, auto_check=False)
    hull = slice(0, model.hull_count)
    centers, areas = mesh.faces_centers[hull], mesh.faces_areas[hull]
    solved = np.array([result.omega for result in finite])
    potentials = np.stack([result.potential for result in finite])
    potentials = np.concatenate([potentials[::-1].conj(), potentials, infinite.potential[None]])
    force = np.empty((len(speeds), len(solved), *finite[0].diffraction_force.shape), dtype=complex)
    for n, result in enumerate(finite):
        k = float(wavenumber(solved[n : n + 1], model.water_depth, model.gravity)[0])
        wave = IncidentWave(result.omega, k, model)
        inflow = wave.normal_velocity(centers, mesh.faces_normals[hull]) * areas[:, None]
        integrals = _Integrals(solved, np.einsum("lpj,pm->lmj", potentials, inflow))
        along = k * np.cos(model.wave_directions)
        at_rest = _diffraction(model, integrals, result.omega - 0.0 * along, 0.0)
        for s, speed in enumerate(speeds):
            moving = _diffraction(model, integrals, result.omega - speed * along, float(speed))
            change = (moving - at_rest).conj()
            force[s, n] = result.froude_krylov_force + result.diffraction_force + change
    return force


def encounter_findings(
    model: PanelModel, results: Sequence[FrequencyResult], speeds: FloatArray
) -> list[Finding]:
    """A finding if hulls meet waves at more than the last solved frequency."""
    solved = np.array([result.omega for result in results[:-1]])
    k = wavenumber(solved, model.water_depth, model.gravity)
    astern = float(np.cos(model.wave_directions).min())
    met = np.abs(solved - k * float(np.max(speeds)) * astern)
    beyond = solved[met > solved[-1]]
    if astern >= 0.0 or not len(beyond):
        return []
    message = (
        f"frequencies should go up to {met.max():.3g} rad/s, at which waves of {solved[-1]:.3g} "
        f"rad/s are met at {float(np.max(speeds)):g} m/s, got {solved[-1]:.3g}: excitation at "
        f"speed is extrapolated from {beyond[0]:.3g} rad/s on"
    )
    return [Finding(BEYOND, "info", message, float(beyond[0]))]


@dataclass(frozen=True)
class _Integrals:
    """Integrals int psi d phi_I/dn dS of m waves, as functions of the frequency of psi.

    Attributes:
        solved: [n] rad/s.
        values: [2n + 1, m, 6N] at -solved (descending magnitude), at solved, at infinity.
    """

    solved: FloatArray
    values: ComplexArray

    def at(self, omega: FloatArray) -> ComplexArray:
        """Integrals [m, 6N], that of wave m at the frequency omega[m]."""
        last = self.solved[-1]
        nodes = np.concatenate([-self.solved[::-1], self.solved])
        waves = np.arange(len(omega))
        within = CubicSpline(nodes, self.values[:-1])(np.clip(omega, -last, last))[waves, waves]
        infinite = self.values[-1]
        fall = np.minimum(1.0, (last / np.maximum(np.abs(omega), last)) ** 2)[:, None]
        result: ComplexArray = infinite + fall * (within - infinite)
        return result


def _diffraction(
    model: PanelModel, integrals: _Integrals, met: FloatArray, speed: float
) -> ComplexArray:
    """Diffraction force [m, 6N] of waves met at the frequencies `met` [m], exp(-i omega_e t)."""
    at = integrals.at(met)
    along = np.zeros_like(at)
    along[:, _PITCH::6] = at[:, _HEAVE::6]
    along[:, _YAW::6] = -at[:, _SWAY::6]
    force: ComplexArray = model.water_density * (1j * met[:, None] * at + speed * along)
    return force
