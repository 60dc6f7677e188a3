"""Forcing of the free surface by pairs of waves at sum frequencies, exp(-i omega t)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.second_order.surface_flow import SurfaceFlow

_VALUES = 400_000  # at points for pairs at once, which take some 60 MB


@dataclass(frozen=True)
class WavesAround:
    """A first-order wave of one frequency and m directions around a body.

    Attributes:
        omega: rad/s.
        wavenumber: k [1/m].
        directions: [m] rad.
        gravity: m/s2.
        flow: scattered and radiated waves.
        motion: motion of the body, [6, m] per meter of amplitude.
    """

    omega: float
    wavenumber: float
    directions: FloatArray
    gravity: float
    flow: SurfaceFlow
    motion: ComplexArray

    @property
    def rise(self) -> float:
        """phi_z / phi at the surface, omega^2 / g [1/m]."""
        return self.omega**2 / self.gravity

    def incident(self, x: ComplexArray | FloatArray, y: ComplexArray | FloatArray) -> ComplexArray:
        """Potential of the incident waves at z = 0 [P, m], also where coordinates are complex."""
        along = np.outer(x, np.cos(self.directions)) + np.outer(y, np.sin(self.directions))
        result: ComplexArray = (
            -1j * self.gravity / self.omega * np.exp(1j * self.wavenumber * along)
        )
        return result


@dataclass(frozen=True)
class Surroundings:
    """Waves of m directions at points of the free surface.

    Attributes:
        incident: potential of the incident waves [P, m] m/s per meter of amplitude.
        incident_slope: its slopes along two level axes at right angles, [2, P, m].
        disturbed: potential of the scattered and radiated waves [P, m].
        disturbed_slope: its slopes [2, P, m].
    """

    incident: ComplexArray
    incident_slope: ComplexArray
    disturbed: ComplexArray
    disturbed_slope: ComplexArray

    def of_directions(self, chosen: npt.NDArray[np.int64]) -> Surroundings:
        """The waves of chosen directions, in their order."""
        return Surroundings(
            self.incident[:, chosen],
            self.incident_slope[:, :, chosen],
            self.disturbed[:, chosen],
            self.disturbed_slope[:, :, chosen],
        )


@dataclass(frozen=True)
class WavePair:
    """Two waves whose products force the free surface, in pairs of directions.

    Attributes:
        first: wave 1.
        second: wave 2.
        radiated: waves of unit velocities at the sum Omega of the frequencies.
        chosen: [pairs, 2] indices of the directions of both waves.
    """

    first: WavesAround
    second: WavesAround
    radiated: SurfaceFlow
    chosen: npt.NDArray[np.int64]

    def integral(
        self,
        weights: ComplexArray | FloatArray,
        one: Surroundings,
        other: Surroundings,
        radiated: tuple[ComplexArray, ComplexArray],
    ) -> ComplexArray:
        """Integrals of psi Q over points but for a line integral along the waterline: [6, pairs].

        Q = i Omega/2 grad phi_1 . grad phi_2 - i/4 [omega_1 phi_1 (phi_2,zz - n_2^2 phi_2) + (1 <->
        2)] of phi = I + B, the incident and the disturbed wave, less that of I_1 and I_2, with n =
        omega^2 / g. B_zz is minus the level Laplacian of B, and int f B_zz dS =
        int grad f . grad B dS + int f B_m dl along the waterline, m out of the hull.

        Args:
            weights: [P] m2.
            one: wave 1 at the points.
            other: wave 2 at the points.
            radiated: psi [P, 6] of unit velocities and its slopes [2, P, 6].
        """
        psi, slope = (part * weights[:, None] for part in radiated)
        size = max(1, _VALUES // len(weights))
        parts = []
        for begin in range(0, len(self.chosen), size):
            own, second = self.chosen[begin : begin + size].T
            A, V = self._forcing(one.of_directions(own), other.of_directions(second))
            parts.append(psi.T @ A + slope[0].T @ V[0] + slope[1].T @ V[1])
        return np.concatenate(parts, axis=1)

    def _forcing(self, one: Surroundings, other: Surroundings) -> tuple[ComplexArray, ComplexArray]:
        """A [P, pairs] and V [2, P, pairs] of the integrand psi A + grad psi . V."""
        I1, B1, dI1, dB1 = one.incident, one.disturbed, one.incident_slope, one.disturbed_slope
        I2, B2, dI2, dB2 = (
            other.incident,
            other.disturbed,
            other.incident_slope,
            other.disturbed_slope,
        )
        w1, w2, n1, n2 = self.first.omega, self.second.omega, self.first.rise, self.second.rise
        k1, k2 = self.first.wavenumber, self.second.wavenumber
        mixed = I1 * B2 + B1 * (I2 + B2)
        sloped = (dI1 * dB2 + dB1 * (dI2 + dB2)).sum(axis=0)
        A = 0.5j * (w1 + w2) * (sloped + n1 * n2 * mixed)
        A += 0.25j * (w1 * n2**2 + w2 * n1**2) * mixed
        A -= 0.25j * (w1 * k2**2 * B1 * I2 + w2 * k1**2 * I1 * B2)
        A -= 0.25j * (w1 * (dI1 + dB1) * dB2 + w2 * (dI2 + dB2) * dB1).sum(axis=0)
        V = -0.25j * (w1 * (I1 + B1) * dB2 + w2 * (I2 + B2) * dB1)
        return A, V
