"""Linearization of quadratic damping by iteration, with equal dissipated energy."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.response import ResponseSolver
from raftup.frequency_domain.sea_state import SeaState
from raftup.frequency_domain.waves import PlaneWaves, held_outputs
from raftup.remote.linearisation import LinearGrid

_MOST_ITERATIONS = 100
_CONVERGED = 1e-8  # of the largest velocity


@dataclass(frozen=True)
class LinearDrag:
    """The linear damping that replaces quadratic damping.

    Attributes:
        slope: c [6N] m/s, rad/s in `Q |nu| nu ~ Q c nu`, where nu is the velocity through the
            water.
        damping: [6N, 6N] N s/m, N s, N m s: damping that is added to that of the model.
        iterations: number of iterations.
        change: last change relative to the largest velocity; above 1e-8 = not converged.
    """

    slope: FloatArray
    damping: FloatArray
    iterations: int
    change: float


def normal_slope(deviation: FloatArray, mean: FloatArray) -> FloatArray:
    """The c in |v| v ~ c (v - m) + const for a normal process of deviation sigma and mean m.

    c = 2 E|v| = sqrt(8/pi) sigma exp(-m^2 / (2 sigma^2)) + 2 m erf(m / (sqrt(2) sigma)).

    Source:
        Borgman (1969); statistical linearisation.
    """
    sigma = np.maximum(deviation, 1e-300)
    ratio = np.minimum(np.abs(mean) / sigma, 1e3)
    error = np.array([math.erf(value) for value in np.ravel(ratio) / math.sqrt(2.0)])
    normal = np.sqrt(8.0 / np.pi) * deviation * np.exp(-0.5 * ratio**2)
    return np.asarray(normal + 2.0 * np.abs(mean) * error.reshape(ratio.shape))


def harmonic_slope(amplitude: FloatArray, mean: FloatArray) -> FloatArray:
    """The c for a harmonic velocity of amplitude V about a mean m, from its first harmonic.

    c = V 4/pi [s asin s + (2 + s^2) sqrt(1 - s^2) / 3] with s = |m| / V; 8/(3 pi) V without a mean,
    and 2 |m| for |m| > V.
    """
    V = np.maximum(amplitude, 1e-300)
    s = np.minimum(np.abs(mean) / V, 1.0)
    inside = s * np.arcsin(s) + (2.0 + s * s) * np.sqrt(1.0 - s * s) / 3.0
    return np.where(s < 1.0, amplitude * (4.0 / np.pi) * inside, 2.0 * np.abs(mean))


class SeaSolver:
    """Responses of a linear model to whole seas."""

    def __init__(self, linear: LinearModel, spectra: LinearGrid, harmonics: LinearGrid) -> None:
        """Prepares the solution.

        Args:
            linear: the linear model.
            spectra: grid of the spectra of the seas.
            harmonics: grid of the harmonics of the seas.
        """
        self.linear = linear
        self.spectra = ResponseSolver(linear, spectra)
        self.harmonics = ResponseSolver(linear, harmonics)

    def respond(self, sea: SeaState, slope: FloatArray | None) -> tuple[ComplexArray, ComplexArray]:
        """Responses to unit waves: of the spectra [n, m, 6N] and of the harmonics [k, 6N]."""
        rao = self.spectra.to_waves(sea.columns, slope)
        if not len(sea.harmonic_omega):
            return rao, np.empty((0, rao.shape[2]), dtype=complex)
        return rao, self.harmonics.solve(slope)[sea.rows, 0]

    def waves(self, sea: SeaState) -> tuple[PlaneWaves, PlaneWaves]:
        """Waves of the spectra [n, m] and of the harmonics [k, 1]."""
        spectral = self.spectra.grid.wavenumber[:, sea.columns]
        harmonic = self.harmonics.grid.wavenumber[sea.rows]
        lines, of_harmonics = held_outputs(self.spectra.grid), held_outputs(self.harmonics.grid)
        return (
            PlaneWaves(
                sea.omega,
                sea.directions,
                spectral,
                None if lines is None else lines[:, sea.columns],
                self.spectra.of_bodies(columns=sea.columns),
            ),
            PlaneWaves(
                sea.harmonic_omega,
                sea.harmonic_direction[:, None],
                harmonic,
                None if of_harmonics is None else of_harmonics[sea.rows],
                self.harmonics.of_bodies(rows=sea.rows),
            ),
        )

    def linearised_drag(self, sea: SeaState) -> LinearDrag:
        """Linear damping Q diag(c) that replaces quadratic damping in this sea.

        The slope c is normal_slope(), or harmonic_slope() if all waves have one frequency.
        """
        linear = self.linear
        mean = linear.equations.mean_water_velocity
        if not linear.equations.quadratic_damping.any():
            return linear_drag(linear, np.zeros_like(mean))
        if sea.is_still:
            return linear_drag(linear, linear.resting_slope)
        deviation, change = np.zeros_like(mean), 0.0

        def slope(deviation: FloatArray) -> FloatArray:
            if sea.has_one_frequency:
                return harmonic_slope(math.sqrt(2.0) * deviation, mean)
            return normal_slope(deviation, mean)

        for iteration in range(1, _MOST_ITERATIONS + 1):
            rao, singles = self.respond(sea, slope(deviation))
            speed = np.abs(linear.water_velocity(rao, sea.omega)) ** 2
            variance = np.trapezoid(np.einsum("mn,nmi->ni", sea.density, speed), sea.omega, axis=0)
            speeds = linear.water_velocity(singles, sea.harmonic_omega)
            _, amplitudes = sea.harmonic_responses(speeds)
            variance = variance + 0.5 * (np.abs(amplitudes) ** 2).sum(axis=0)
            new = np.sqrt(variance)
            change = float(np.abs(new - deviation).max() / max(float(new.max()), 1e-300))
            # half of the correction, since the whole one overshoots where drag dominates
            deviation = new if iteration == 1 else 0.5 * (new + deviation)
            if change < _CONVERGED:
                break
        return linear_drag(linear, slope(deviation), iteration, change)


def linear_drag(
    linear: LinearModel, slope: FloatArray, iterations: int = 0, change: float = 0.0
) -> LinearDrag:
    """The linear damping for a slope c of the quadratic damping."""
    return LinearDrag(slope, linear.drag_damping(slope), iterations, change)


def regular_responses(solver: ResponseSolver, amplitude: float) -> tuple[ComplexArray, int, float]:
    """Responses per meter [n, m, 6N] to each single wave of the grid with an amplitude [m].

    Quadratic damping is linearized by harmonic_slope() for every frequency and direction.

    Returns:
        The responses, the number of iterations, and the last change relative to the largest
        velocity.
    """
    linear, force = solver.linear, solver.grid.excitation
    mean = linear.equations.mean_water_velocity
    rao = np.zeros((len(force), force.shape[2], force.shape[1]), dtype=complex)
    change, iteration = 0.0, 0
    speed = np.zeros(rao.shape)
    for iteration in range(1, _MOST_ITERATIONS + 1):
        for way in range(force.shape[2]):
            slope = harmonic_slope(speed[:, way], mean)
            rao[:, way] = solver.to_waves(slice(way, way + 1), slope)[:, 0]
        new = amplitude * np.abs(linear.water_velocity(rao, solver.omega))
        change = float(np.abs(new - speed).max() / max(float(new.max()), 1e-300))
        speed = new if iteration == 1 else 0.5 * (new + speed)
        if change < _CONVERGED:
            break
    return rao, iteration, change
