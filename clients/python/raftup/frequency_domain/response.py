"""Responses of a linear model to waves."""

from __future__ import annotations

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import ComplexArray, FloatArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.waves import directions_and_weights, elevation_spectrum


def resting_drag(linear: LinearModel) -> FloatArray:
    """2 Q diag|nu| [6N, 6N] N s/m ...: the tangent of quadratic damping at the mean velocity."""
    return 2.0 * linear.quadratic_damping * np.abs(linear.flow.velocity)


class ResponseSolver:
    """The equations at some frequencies, with all of the water's data looked up once."""

    def __init__(self, linear: LinearModel, omega: FloatArray) -> None:
        """Of a linear model at omega [n] rad/s, > 0."""
        self.linear = linear
        self.omega = np.asarray(omega, dtype=float)
        free = linear.free
        square = (self.omega**2)[:, None, None]
        inertia = linear.mass + linear.water_added_mass(self.omega)
        damping = linear.damping + linear.radiation_damping(self.omega)
        impedance = linear.stiffness - square * inertia + 1j * self.omega[:, None, None] * damping
        if not linear.flow.current.is_still:
            impedance = impedance + linear.memory_impedance(self.omega) @ linear.flow.turning
            impedance = impedance - resting_drag(linear) @ linear.flow.turning
        self._impedance = free.T @ impedance @ free

    def solve(
        self, directions: FloatArray, extra_damping: FloatArray | None = None
    ) -> ComplexArray:
        """Responses to waves of unit amplitude, phase at the world origin [n, m, 6N].

        Args:
            directions: [m] where the waves go in the world [rad].
            extra_damping: added to that of the model [6N, 6N] N s/m ...; None = the drag of a
                current on bodies at rest.
        """
        return self.respond(self.excitation(directions), extra_damping)

    def excitation(self, directions: FloatArray) -> ComplexArray:
        """X of unit amplitude [n, 6N, m]."""
        force = self.linear.excitation(self.omega, directions)
        return np.ascontiguousarray(np.moveaxis(force, 2, 0))

    def respond(self, force: ComplexArray, extra_damping: FloatArray | None = None) -> ComplexArray:
        """Responses [n, m, 6N] to forces [n, 6N, m]; extra_damping [6N, 6N] or [n, 6N, 6N]."""
        free, still = self.linear.free, self.linear.flow.current.is_still
        impedance = self._impedance
        if extra_damping is None and not still:
            extra_damping = resting_drag(self.linear)
        if extra_damping is not None:
            reduced = free.T @ extra_damping @ free
            impedance = impedance + 1j * self.omega[:, None, None] * reduced
            if not still:
                impedance = impedance + free.T @ extra_damping @ self.linear.flow.turning @ free
        solution = np.linalg.solve(impedance, free.T @ force)
        return np.swapaxes(free @ solution, 1, 2)


def response_amplitude_operator(
    linear: LinearModel, omega: FloatArray, direction: float
) -> ComplexArray:
    """X / a = [-omega^2 (M + A) + i omega B + C]^-1 X, with what is held left out.

    Args:
        linear: equations about the mean.
        omega: [n] rad/s, > 0.
        direction: where the wave goes in the world [rad].

    Returns:
        [n, 6N] metres and radians per metre of amplitude, phase of the wave at the world origin:
        x = Re{a rao exp(i omega t)}. Zero where a dof is held.
    """
    return ResponseSolver(linear, omega).solve(np.array([direction]))[:, 0]


def response_spectrum(linear: LinearModel, sea: model_pb2.Sea, omega: FloatArray) -> FloatArray:
    """S_x(omega) = sum over wave systems and directions of |rao|^2 S(omega), one-sided.

    Args:
        linear: equations about the mean; quadratic damping is left out.
        sea: its irregular wave systems count; regular waves have no density.
        omega: [n] rad/s.

    Returns:
        [n, 6N] m2 s/rad and rad2 s/rad.
    """
    solver = ResponseSolver(linear, omega)
    spectrum = np.zeros((len(omega), len(linear.mass)))
    for system in sea.waves:
        if not system.HasField("irregular"):
            continue
        density = elevation_spectrum(system.irregular, omega)
        directions, shares = directions_and_weights(system.irregular)
        rao = solver.solve(directions)
        spectrum += np.einsum("m,nmi->ni", shares, np.abs(rao) ** 2) * density[:, None]
    return spectrum


def standard_deviation(spectrum: FloatArray, omega: FloatArray) -> FloatArray:
    """sqrt(integral of S over omega) of every column, by the trapezoidal rule."""
    return np.sqrt(np.trapezoid(spectrum, omega, axis=0))
