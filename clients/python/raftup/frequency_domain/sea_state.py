"""A stationary sea as the frequency domain takes it: densities by direction, and harmonics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray, IntegerArray
from raftup.remote.linearisation import LinearGrid


@dataclass(frozen=True)
class SeaState:
    """Waves of a sea on a grid of frequencies.

    Attributes:
        omega: [n] rad/s.
        columns: [m] which directions of the grid of spectra.
        directions: [m] rad, where the waves go.
        density: [m, n] m2 s/rad: of the elevation, a direction's share each.
        rows: [k] which waves of the grid of harmonics.
        harmonic_omega: [k] rad/s of single harmonics.
        harmonic_amplitude: [k] m.
        harmonic_direction: [k] rad.
        variance_outside: m2, of the spectra beyond the grid.
    """

    omega: FloatArray
    columns: IntegerArray
    directions: FloatArray
    density: FloatArray
    rows: slice
    harmonic_omega: FloatArray
    harmonic_amplitude: FloatArray
    harmonic_direction: FloatArray
    variance_outside: float

    @property
    def variance(self) -> float:
        """Of the elevation, on the grid and in the harmonics [m2]."""
        spectral = np.trapezoid(self.density.sum(axis=0), self.omega)
        return float(spectral + 0.5 * (self.harmonic_amplitude**2).sum())

    @property
    def is_regular(self) -> bool:
        """One harmonic and nothing else."""
        return len(self.harmonic_omega) == 1 and not len(self.directions)

    @property
    def is_still(self) -> bool:
        """No waves at all."""
        return self.variance == 0.0


def sea_states(spectra: LinearGrid) -> list[SeaState]:
    """The model's sea, then those of the request.

    Args:
        spectra: grid with the directions of every sea. The harmonics stand one sea after another
            in a second grid, paired.
    """
    states, first = [], 0
    for sea in spectra.seas:
        last = first + len(sea.harmonic_omega)
        states.append(
            SeaState(
                spectra.omega,
                sea.direction_index,
                spectra.wave_direction[sea.direction_index],
                sea.density,
                slice(first, last),
                sea.harmonic_omega,
                sea.harmonic_amplitude,
                sea.harmonic_direction,
                sea.variance_outside,
            )
        )
        first = last
    return states
