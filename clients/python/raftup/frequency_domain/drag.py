"""Quadratic damping as the linear damping that takes the same energy, found by iteration."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.coefficients import ComplexArray, FloatArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.response import ResponseSolver
from raftup.frequency_domain.sea_state import SeaState

_MOST_ITERATIONS = 100
_CONVERGED = 1e-8  # of the largest velocity
_STOCHASTIC = np.sqrt(8.0 / np.pi)  # |v| v ~ sqrt(8/pi) sigma v of a normal process
_HARMONIC = 8.0 / (3.0 * np.pi)  # |v| v ~ 8/(3 pi) V v of a harmonic of amplitude V


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


class SeaSolver:
    """Responses of a linear model to whole seas."""

    def __init__(self, linear: LinearModel, omega: FloatArray) -> None:
        """Of a linear model, for spectra on a grid [n] rad/s."""
        self.linear = linear
        self.grid = ResponseSolver(linear, omega)

    def linearised_drag(self, sea: SeaState) -> LinearDrag:
        """The damping sqrt(8/pi) Q diag(sigma_nu) of the velocities nu in this very sea.

        Source:
            Borgman (1969); statistical linearisation.
        """
        linear = self.linear
        none = np.zeros_like(linear.mass)
        if not linear.quadratic_damping.any() or sea.is_still:
            return LinearDrag(none, 0, 0.0)
        force = self.grid.excitation(sea.directions)
        singles = [ResponseSolver(linear, np.array([omega])) for omega in sea.harmonic_omega]
        deviation, change = np.zeros(len(linear.mass)), 0.0
        for iteration in range(1, _MOST_ITERATIONS + 1):
            damping = _STOCHASTIC * linear.quadratic_damping * deviation
            rao = self.grid.respond(force, damping)
            speed = rao * sea.omega[:, None, None]
            variance = np.trapezoid(
                np.einsum("mn,nmi->ni", sea.density, np.abs(speed) ** 2), sea.omega, axis=0
            )
            for place, single in enumerate(singles):
                direction = sea.harmonic_direction[place : place + 1]
                one = single.solve(direction, damping)[0, 0] * sea.harmonic_omega[place]
                variance = variance + 0.5 * (sea.harmonic_amplitude[place] * np.abs(one)) ** 2
            new = np.sqrt(variance)
            change = float(np.abs(new - deviation).max() / max(float(new.max()), 1e-300))
            # halfway: the whole way overshoots where drag rules
            deviation = new if iteration == 1 else 0.5 * (new + deviation)
            if change < _CONVERGED:
                break
        return LinearDrag(_STOCHASTIC * linear.quadratic_damping * deviation, iteration, change)


def regular_responses(
    solver: ResponseSolver, directions: FloatArray, amplitude: float
) -> tuple[ComplexArray, int, float]:
    """Responses per metre [n, m, 6N] to regular waves of an amplitude [m], each on its own.

    Quadratic damping is linearised harmonically for every frequency and direction,
    |v| v ~ 8/(3 pi) V v.

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
            drag = _HARMONIC * linear.quadratic_damping * speed[:, way, None, :]
            rao[:, way] = solver.respond(force[:, :, way : way + 1], drag)[:, 0]
        new = amplitude * omega[:, None, None] * np.abs(rao)
        change = float(np.abs(new - speed).max() / max(float(new.max()), 1e-300))
        speed = new if iteration == 1 else 0.5 * (new + speed)
        if change < _CONVERGED:
            break
    return rao, iteration, change
