"""Quadratic damping as the linear damping that takes the same energy, found by iteration."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from raftup.coefficients import ComplexArray, FloatArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.response import ResponseSolver, resting_drag
from raftup.frequency_domain.sea_state import SeaState

_MOST_ITERATIONS = 100
_CONVERGED = 1e-8  # of the largest velocity


@dataclass(frozen=True)
class LinearDrag:
    """The linear damping that stands for quadratic damping.

    Attributes:
        damping: [6N, 6N] N s/m ..., to be added to that of the model.
        iterations: until it stood still.
        change: of the last one, relative to the largest velocity; more than 1e-8 = not converged.
    """

    damping: FloatArray
    iterations: int
    change: float


def normal_slope(deviation: FloatArray, mean: FloatArray) -> FloatArray:
    """The c of |v| v ~ c (v - m) + const: a normal process of deviation sigma about a mean m.

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
    """The same for a harmonic of amplitude V: its first harmonic, 8/(3 pi) V without a mean.

    c = V 4/pi [s asin s + (2 + s^2) sqrt(1 - s^2) / 3] with s = min(|m| / V, 1), 2 |m| beyond.
    """
    V = np.maximum(amplitude, 1e-300)
    s = np.minimum(np.abs(mean) / V, 1.0)
    inside = s * np.arcsin(s) + (2.0 + s * s) * np.sqrt(1.0 - s * s) / 3.0
    return np.where(s < 1.0, amplitude * (4.0 / np.pi) * inside, 2.0 * np.abs(mean))


class SeaSolver:
    """Responses of a linear model to whole seas."""

    def __init__(self, linear: LinearModel, omega: FloatArray) -> None:
        """Of a linear model, for spectra on a grid [n] rad/s."""
        self.linear = linear
        self.grid = ResponseSolver(linear, omega)

    def linearised_drag(self, sea: SeaState) -> LinearDrag:
        """The damping Q diag(normal_slope) of the velocities through the water in this very sea."""
        linear = self.linear
        none = np.zeros_like(linear.mass)
        if not linear.quadratic_damping.any():
            return LinearDrag(none, 0, 0.0)
        if sea.is_still:
            return LinearDrag(resting_drag(linear), 0, 0.0)
        mean = linear.flow.velocity
        force = self.grid.excitation(sea.directions)
        singles = [ResponseSolver(linear, np.array([omega])) for omega in sea.harmonic_omega]
        deviation, change = np.zeros(len(linear.mass)), 0.0
        for iteration in range(1, _MOST_ITERATIONS + 1):
            damping = linear.quadratic_damping * normal_slope(deviation, mean)
            rao = self.grid.respond(force, damping)
            speed = linear.flow.speeds(rao, sea.omega)
            variance = np.trapezoid(
                np.einsum("mn,nmi->ni", sea.density, np.abs(speed) ** 2), sea.omega, axis=0
            )
            for place, single in enumerate(singles):
                direction = sea.harmonic_direction[place : place + 1]
                one = linear.flow.speeds(single.solve(direction, damping), single.omega)[0, 0]
                variance = variance + 0.5 * (sea.harmonic_amplitude[place] * np.abs(one)) ** 2
            new = np.sqrt(variance)
            change = float(np.abs(new - deviation).max() / max(float(new.max()), 1e-300))
            # halfway: the whole way overshoots where drag rules
            deviation = new if iteration == 1 else 0.5 * (new + deviation)
            if change < _CONVERGED:
                break
        found = linear.quadratic_damping * normal_slope(deviation, mean)
        return LinearDrag(found, iteration, change)


def regular_responses(
    solver: ResponseSolver, directions: FloatArray, amplitude: float
) -> tuple[ComplexArray, int, float]:
    """Responses per metre [n, m, 6N] to regular waves of an amplitude [m], each on its own.

    Quadratic damping is linearised by harmonic_slope() for every frequency and direction.

    Returns:
        The responses, the iterations and the last change relative to the largest velocity.
    """
    linear, omega = solver.linear, solver.omega
    force = solver.excitation(directions)
    rao = np.zeros((len(omega), len(directions), len(linear.mass)), dtype=complex)
    change, iteration = 0.0, 0
    speed = np.zeros(rao.shape)
    for iteration in range(1, _MOST_ITERATIONS + 1):
        for way in range(len(directions)):
            slope = harmonic_slope(speed[:, way, None, :], linear.flow.velocity)
            drag = linear.quadratic_damping * slope
            rao[:, way] = solver.respond(force[:, :, way : way + 1], drag)[:, 0]
        new = amplitude * np.abs(linear.flow.speeds(rao, omega))
        change = float(np.abs(new - speed).max() / max(float(new.max()), 1e-300))
        speed = new if iteration == 1 else 0.5 * (new + speed)
        if change < _CONVERGED:
            break
    return rao, iteration, change
