"""A stationary sea in the frequency domain: spectral densities by direction, and harmonics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray, IntegerArray
from raftup.remote.linearisation import LinearGrid

_SAME = 1e-9  # of a frequency; rad of a direction: two that differ by less are one


@dataclass(frozen=True)
class SeaState:
    """The waves of a sea on grids of frequencies and directions.

    Attributes:
        omega: [n] rad/s, frequencies of the spectra.
        columns: [m] indices of the directions in the grid of spectra.
        directions: [m] rad, directions that the waves travel to.
        density: [m, n] m2 s/rad: spectral density of the elevation, divided among the directions.
        rows: [k] indices of the waves in the grid of harmonics.
        harmonic_omega: [k] rad/s, frequencies of single harmonics.
        harmonic_amplitude: [k] m.
        harmonic_direction: [k] rad, directions that the harmonics travel to.
        harmonic_phase: [k] rad.
        variance_outside: m2, variance of the spectra outside the grid.
    """

    omega: FloatArray
    columns: IntegerArray
    directions: FloatArray
    density: FloatArray
    rows: slice
    harmonic_omega: FloatArray
    harmonic_amplitude: FloatArray
    harmonic_direction: FloatArray
    harmonic_phase: FloatArray
    variance_outside: float

    @property
    def variance(self) -> float:
        """Variance of the elevation on the grid and in harmonics [m2], averaged over all places."""
        spectral = np.trapezoid(self.density.sum(axis=0), self.omega)
        return float(spectral + 0.5 * (np.abs(self._plane_waves()) ** 2).sum())

    @property
    def regular_amplitude(self) -> float | None:
        """Amplitude [m] of a sea of one regular wave, possibly in several parts; otherwise None."""
        waves = self._plane_waves()
        return float(np.abs(waves[0])) if len(waves) == 1 and not len(self.directions) else None

    @property
    def has_one_frequency(self) -> bool:
        """Whether the sea has only harmonics of one frequency, so that all motions are harmonic."""
        return not len(self.directions) and len(_sets(self.harmonic_omega)) == 1

    @property
    def is_still(self) -> bool:
        """True if the sea has no waves at all."""
        return not self.density.any() and not self.harmonic_amplitude.any()

    def harmonic_responses(self, values: ComplexArray) -> tuple[FloatArray, ComplexArray]:
        """Harmonics of quantities in this sea: frequencies [f] rad/s and amplitudes [f, ...].

        Amplitudes of waves of one frequency are added with their phases.

        Args:
            values: [k, ...] quantities per meter of each harmonic of the sea, phase at the world
                origin.
        """
        sets = _sets(self.harmonic_omega)
        omega = np.array([self.harmonic_omega[members[0]] for members in sets])
        amplitudes = np.zeros((len(sets), *values.shape[1:]), dtype=complex)
        for place, members in enumerate(sets):
            amplitudes[place] = np.tensordot(self._phasors()[members], values[members], axes=1)
        return omega, amplitudes

    def _phasors(self) -> ComplexArray:
        """Complex amplitudes of the harmonics at the world origin [k] m."""
        return np.asarray(self.harmonic_amplitude * np.exp(1j * self.harmonic_phase))

    def _plane_waves(self) -> ComplexArray:
        """Complex amplitudes [m], with harmonics of one frequency and direction added."""
        phasors = self._phasors()
        waves = [
            phasors[members[alike]].sum()
            for members in _sets(self.harmonic_omega)
            for alike in _sets(self.harmonic_direction[members], relative=False)
        ]
        return np.array(waves, dtype=complex)


def _sets(values: FloatArray, *, relative: bool = True) -> list[IntegerArray]:
    """Groups of indices of values that are equal to rounding, in ascending order of the values."""
    order = np.argsort(values, kind="stable")
    allowed = _SAME * (np.abs(values[order[1:]]) if relative else 1.0)
    new = np.flatnonzero(np.diff(values[order]) > allowed) + 1
    return [np.asarray(part) for part in np.split(order, new)] if len(order) else []


def sea_states(spectra: LinearGrid) -> list[SeaState]:
    """The sea of the model, followed by those of the request.

    Args:
        spectra: grid with the directions of every sea. The harmonics are in a second, paired grid,
            one sea after another.
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
                sea.harmonic_phase,
                sea.variance_outside,
            )
        )
        first = last
    return states
