"""Directional spectra S(omega, direction) in the conventions of Raftup."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field


@dataclass(frozen=True)
class DirectionalSpectrum:
    """Spectral density of the elevation over frequency and direction, linear between the entries.

    Attributes:
        omega: [n] rad/s, ascending, > 0.
        direction: [m] rad, ascending within one turn: directions that waves travel to,
            counter-clockwise from the x axis of the world.
        density: [n, m] m2 s/rad2, >= 0.
        time: time of the sea state as in the file; empty if it has none.
        place: place of the sea state as in the file; empty if it has none.
        findings: assumptions and corrections that were made, one line each.
    """

    omega: FloatArray
    direction: FloatArray
    density: FloatArray
    time: str = ""
    place: str = ""
    findings: tuple[str, ...] = ()

    @property
    def direction_weights(self) -> FloatArray:
        """Weight of each direction in integrals over direction [m] rad, by the trapezoidal rule.

        Evenly spaced directions around the whole circle are closed. The server uses the same rule,
        so that its components have the variance of this spectrum.
        """
        steps = np.diff(self.direction)
        weights = np.zeros(len(self.direction))
        weights[:-1] += steps / 2.0
        weights[1:] += steps / 2.0
        gap = 2.0 * np.pi - steps.sum()
        if len(steps) and abs(gap - steps.mean()) < 1e-6 * 2.0 * np.pi:
            weights[[0, -1]] += gap / 2.0
        return weights

    @property
    def frequency_spectrum(self) -> FloatArray:
        """Frequency spectrum S(omega), integrated over direction: [n] m2 s/rad."""
        summed: FloatArray = self.density @ self.direction_weights
        return summed

    def moment(self, order: float) -> float:
        """Integral of omega^order S(omega) over omega [m2 (rad/s)^order], trapezoidal rule."""
        return float(np.trapezoid(self.omega**order * self.frequency_spectrum, self.omega))

    @property
    def significant_wave_height(self) -> float:
        """Significant wave height, 4 sqrt(m0) [m]."""
        return float(4.0 * np.sqrt(self.moment(0)))

    @property
    def peak_period(self) -> float:
        """Period of the highest S(omega) of the table [s]."""
        return float(2.0 * np.pi / self.omega[int(np.argmax(self.frequency_spectrum))])

    @property
    def mean_period(self) -> float:
        """Mean period T01 = 2 pi m0 / m1 [s]."""
        return 2.0 * np.pi * self.moment(0) / self.moment(1)

    @property
    def zero_crossing_period(self) -> float:
        """Mean zero-crossing period T02 = 2 pi sqrt(m0 / m2) [s]."""
        return float(2.0 * np.pi * np.sqrt(self.moment(0) / self.moment(2)))

    @property
    def mean_direction(self) -> float:
        """Mean direction of the energy, from the integral of S (cos, sin) [rad], in (-pi, pi]."""
        east, north = self._first_harmonic()
        return float(np.arctan2(north, east))

    @property
    def directional_spread(self) -> float:
        """Spread `sqrt(2 (1 - |integral of S exp(i direction)| / m0))` [rad]; Kuik (1988)."""
        length = np.hypot(*self._first_harmonic()) / self.moment(0)
        return float(np.sqrt(max(0.0, 2.0 * (1.0 - length))))

    def _first_harmonic(self) -> FloatArray:
        by_direction = np.trapezoid(self.density, self.omega, axis=0) * self.direction_weights
        return np.array(
            [by_direction @ np.cos(self.direction), by_direction @ np.sin(self.direction)]
        )

    def up_to(self, omega_max: float) -> DirectionalSpectrum:
        """The part below `omega_max` [rad/s], where a database ends; a finding has the lost share.

        Raises:
            RaftupError: if nothing would remain.
        """
        if omega_max >= self.omega[-1]:
            return self
        below = self.omega < omega_max
        if below.sum() < 1:
            raise bad_field("omega_max", f"must be > {self.omega[0]:g}, is {omega_max:g}")
        last = [np.interp(omega_max, self.omega, column) for column in self.density.T]
        part = replace(
            self,
            omega=np.append(self.omega[below], omega_max),
            density=np.vstack([self.density[below], last]),
        )
        lost = 1.0 - part.moment(0) / self.moment(0)
        finding = f"{lost:.2%} of the variance lies above {omega_max:g} rad/s and is left out"
        return replace(part, findings=(*self.findings, finding))

    def wave_system(self, seed: int = 1, component_count: int = 64) -> dict[str, Any]:
        """Makes an entry of `environment.sea.waves` of a model with this spectrum.

        Args:
            seed: seed of the random phases.
            component_count: number of frequencies per direction.
        """
        tabulated = {
            "omega": self.omega.tolist(),
            "direction_deg": np.rad2deg(self.direction).tolist(),
            "density": self.density.ravel().tolist(),
        }
        return {
            "irregular": {
                "tabulated": tabulated,
                "seed": seed,
                "component_count": component_count,
            }
        }
