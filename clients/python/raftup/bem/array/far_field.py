"""Excitation and damping of an array from the waves of its motions far away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.drift import depth_profile, group_ratio

if TYPE_CHECKING:
    from raftup.bem.array.hull import ArrayHull


@dataclass(frozen=True)
class FarWaves:
    """Waves at one frequency; amplitudes have the time factor exp(-i omega t).

    Attributes:
        omega: rad/s.
        wavenumber: k [1/m].
        water_density: rho [kg/m3].
        gravity: g [m/s2].
        water_depth: h [m], may be infinite.
    """

    omega: float
    wavenumber: float
    water_density: float
    gravity: float
    water_depth: float

    def phases(self, points: FloatArray, directions: FloatArray) -> ComplexArray:
        """exp(i k (x cos b + y sin b)) of waves to directions b [m] at points [n, >= 2]: [m, n]."""
        toward = np.array([np.cos(directions), np.sin(directions)]).T
        return np.asarray(np.exp(1j * self.wavenumber * (toward @ points[:, :2].T)))

    def excitation_per_source(self, hull: ArrayHull, directions: FloatArray) -> ComplexArray:
        """Force of a wave on a dof per source of this dof's unit velocity: [m, n].

        X_i = -rho g int f(z) exp(i k (x cos b + y sin b)) sigma_i dS per meter of amplitude, which
        is Haskind's relation: the waves that dof i sends towards b + pi tell the force of the wave
        that comes from there.

        Args:
            hull: hull with n panels, in whose frame the directions and phases are.
            directions: b [m] rad, directions that the waves travel to.

        Source:
            Newman (1962), The exciting forces on fixed bodies in waves.
        """
        panels = hull.panels
        profile = depth_profile(panels.faces_centers[:, 2], self.wavenumber, self.water_depth)
        phases = self.phases(panels.faces_centers, directions)
        scale = -self.water_density * self.gravity * profile * panels.faces_areas
        return np.asarray(phases * scale)

    def damping(self, excitation: ComplexArray) -> FloatArray:
        """B_ij = k / (8 pi rho g c_g) int Re(X_i X_j*) db, semidefinite by construction.

        Args:
            excitation: X at evenly spaced directions [m, dofs].

        Returns:
            [dofs, dofs] N s/m, N s, N m s.

        Source:
            Haskind (1957); Newman (1962).
        """
        speed = self.omega / self.wavenumber * group_ratio(self.wavenumber, self.water_depth)
        scale = self.wavenumber / (8.0 * np.pi * self.water_density * self.gravity * speed)
        step = 2.0 * np.pi / len(excitation)
        parts = np.concatenate([excitation.real, excitation.imag])
        damping: FloatArray = scale * step * (parts.T @ parts)
        return damping
