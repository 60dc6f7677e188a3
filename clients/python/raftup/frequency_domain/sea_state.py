"""A stationary sea as the frequency domain takes it: densities by direction, and harmonics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import FloatArray
from raftup.errors import ModelError, Violation
from raftup.frequency_domain.waves import (
    directions_and_weights,
    elevation_spectrum,
    spectral_peaks,
    tabulated_density,
)

_TURN = 2.0 * np.pi


@dataclass(frozen=True)
class SeaState:
    """Waves of a sea on a grid of frequencies.

    Attributes:
        omega: [n] rad/s.
        directions: [m] rad, where the waves go.
        density: [m, n] m2 s/rad: of the elevation, a direction's share each.
        harmonic_omega: [k] rad/s of single harmonics.
        harmonic_amplitude: [k] m.
        harmonic_direction: [k] rad.
        variance_outside: m2, of the spectra beyond the grid.
    """

    omega: FloatArray
    directions: FloatArray
    density: FloatArray
    harmonic_omega: FloatArray
    harmonic_amplitude: FloatArray
    harmonic_direction: FloatArray
    variance_outside: float = 0.0

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


def sea_state(sea: model_pb2.Sea, omega: FloatArray, gravity: float) -> SeaState:
    """The waves of a model's sea.

    Args:
        sea: wave systems of any kind that does not change with time.
        omega: [n] rad/s, ascending: where the spectra are taken.
        gravity: m/s2.

    Raises:
        ModelError: for waves that no stationary spectrum describes.
    """
    directions, densities, harmonics, outside = [], [], [], 0.0
    for index, system in enumerate(sea.waves):
        kind = system.WhichOneof("kind")
        if kind == "regular":
            wave = system.regular
            direction = np.deg2rad(wave.direction_deg)
            harmonics.append((_TURN / wave.period, wave.amplitude, direction))
        elif kind == "components":
            harmonics += _components(system.components)
        elif kind == "irregular":
            ways, shares, missed = _irregular(system.irregular, omega, gravity)
            directions.append(ways)
            densities.append(shares)
            outside += missed
        else:
            rule = "must not change with time where statistics are wanted"
            raise ModelError([Violation(f"environment.sea.waves[{index}].{kind}", rule)])
    single = np.array(harmonics).reshape(-1, 3)
    return SeaState(
        omega,
        np.concatenate([np.empty(0), *directions]),
        np.concatenate([np.empty((0, len(omega))), *densities]),
        single[:, 0],
        single[:, 1],
        single[:, 2],
        outside,
    )


def _components(waves: model_pb2.WaveComponents) -> list[tuple[float, float, float]]:
    directions = np.deg2rad(list(waves.direction_deg) or [0.0] * len(waves.omega))
    return list(zip(waves.omega, waves.amplitude, directions.tolist(), strict=True))


def _irregular(
    wave: model_pb2.IrregularWave, omega: FloatArray, gravity: float
) -> tuple[FloatArray, FloatArray, float]:
    """Directions [m], densities [m, n] and the variance beyond the grid."""
    if wave.HasField("tabulated") and wave.tabulated.direction_deg:
        directions, density, variance = _directional_table(wave, omega)
    else:
        directions, shares = directions_and_weights(wave)
        density = shares[:, None] * elevation_spectrum(wave, omega, gravity)
        variance = _variance(wave, gravity)
    held = float(np.trapezoid(density.sum(axis=0), omega))
    return directions, density, max(0.0, variance - held)


def _variance(wave: model_pb2.IrregularWave, gravity: float) -> float:
    if wave.HasField("tabulated"):
        return float(np.trapezoid(list(wave.tabulated.density), list(wave.tabulated.omega)))
    return sum(peak.significant_wave_height**2 for peak in spectral_peaks(wave, gravity)) / 16.0


def _directional_table(
    wave: model_pb2.IrregularWave, omega: FloatArray
) -> tuple[FloatArray, FloatArray, float]:
    """A table by direction: each stands for half of the gaps beside it, as in the simulation."""
    table = wave.tabulated
    directions = np.deg2rad(list(table.direction_deg))
    gaps = np.diff(directions)
    widths = 0.5 * (np.append(gaps, 0.0) + np.append(0.0, gaps))
    closing = _TURN - (directions[-1] - directions[0])
    if abs(closing - gaps.mean()) < 1e-6 * _TURN:
        widths[[0, -1]] += 0.5 * closing
    values = widths * np.array(table.density).reshape(len(table.omega), len(directions))
    filed = np.array(list(table.omega))
    density = np.array([tabulated_density(wave, filed, row, omega) for row in values.T])
    return directions, density, float(np.trapezoid(values.sum(axis=1), filed))
