"""A stationary sea as the frequency domain takes it: densities by direction, and harmonics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray, IntegerArray
from raftup.remote.linearisation import LinearGrid

_SAME = 1e-9  # of a frequency; rad of a direction: two that differ by less are one


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
        harmonic_phase: [k] rad.
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
    harmonic_phase: FloatArray
    variance_outside: float

    @property
    def variance(self) -> float:
        """Of the elevation, on the grid and in the harmonics [m2], in the mean over all places.

        Harmonics of one frequency and direction add by amplitude and phase; those of different
        directions interfere otherwise at every place, and not in the mean over all.
        """
        spectral = np.trapezoid(self.density.sum(axis=0), self.omega)
        return float(spectral + 0.5 * (np.abs(self._plane_waves()) ** 2).sum())

    @property
    def regular_amplitude(self) -> float | None:
        """Of a sea that is one regular wave [m], in as many parts as it may be; else None."""
        waves = self._plane_waves()
        return float(np.abs(waves[0])) if len(waves) == 1 and not len(self.directions) else None

    @property
    def has_one_frequency(self) -> bool:
        """Harmonics of one frequency and nothing else: whatever moves in it is a harmonic."""
        return not len(self.directions) and len(_sets(self.harmonic_omega)) == 1

    @property
    def is_still(self) -> bool:
        """True if the sea has no waves at all."""
        return not self.density.any() and not self.harmonic_amplitude.any()

    def harmonic_responses(self, values: ComplexArray) -> tuple[FloatArray, ComplexArray]:
        """Harmonics of quantities in this sea: frequencies [f] rad/s and amplitudes [f, ...].

        The phases count: of the waves of one frequency, amplitudes are added.

        Args:
            values: [k, ...] per metre of each harmonic of the sea, phase at the world origin.
        """
        sets = _sets(self.harmonic_omega)
        omega = np.array([self.harmonic_omega[members[0]] for members in sets])
        amplitudes = np.zeros((len(sets), *values.shape[1:]), dtype=complex)
        for place, members in enumerate(sets):
            amplitudes[place] = np.tensordot(self._phasors()[members], values[members], axes=1)
        return omega, amplitudes

    def _phasors(self) -> ComplexArray:
        """Of the harmonics at the world origin [k] m."""
        return np.asarray(self.harmonic_amplitude * np.exp(1j * self.harmonic_phase))

    def _plane_waves(self) -> ComplexArray:
        """Phasors of the harmonics, those of one frequency and direction as one [m]."""
        phasors = self._phasors()
        waves = [
            phasors[members[alike]].sum()
            for members in _sets(self.harmonic_omega)
            for alike in _sets(self.harmonic_direction[members], relative=False)
        ]
        return np.array(waves, dtype=complex)


def _sets(values: FloatArray, *, relative: bool = True) -> list[IntegerArray]:
    """Places of values that are the same to rounding, in ascending order of the values."""
    order = np.argsort(values, kind="stable")
    allowed = _SAME * (np.abs(values[order[1:]]) if relative else 1.0)
    new = np.flatnonzero(np.diff(values[order]) > allowed) + 1
    return [np.asarray(part) for part in np.split(order, new)] if len(order) else []


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
                sea.harmonic_phase,
                sea.variance_outside,
            )
        )
        first = last
    return states
