"""Responses of a linear model to waves."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.remote.linearisation import LinearGrid, SeaSpectrum


class ResponseSolver:
    """Solver of the linear equations at the frequencies of a grid."""

    def __init__(self, linear: LinearModel, grid: LinearGrid) -> None:
        """Prepares the equations of a linear model on one of its grids."""
        self.linear = linear
        self.grid = grid
        self.omega = grid.omega
        equations = linear.equations
        square = (self.omega**2)[:, None, None]
        inertia = equations.mass + grid.added_mass
        damping = equations.linear_damping + grid.radiation_damping
        impedance = equations.restoring - square * inertia + self._rate * damping
        if equations.has_current:
            rates = self._rate * (grid.added_mass - equations.added_mass_infinite)
            impedance += (grid.radiation_damping + rates) @ equations.radiation_turning
            impedance -= linear.drag_stiffness(linear.resting_slope)
        free = equations.free_basis
        self._impedance = free.T @ impedance @ free

    @property
    def _rate(self) -> ComplexArray:
        return np.asarray(1j * self.omega[:, None, None])

    def solve(self, slope: FloatArray | None = None) -> ComplexArray:
        """Responses [n, m, 6N] to the grid's waves of unit amplitude, phase at the world origin.

        Args:
            slope: c [6N] m/s, rad/s of quadratic damping, `Q |nu| nu ~ Q c nu`; None = that of
                bodies at rest, which is 0 without a current.
        """
        return self.respond(self.grid.excitation, slope)

    def respond(self, force: ComplexArray, slope: FloatArray | None = None) -> ComplexArray:
        """Responses [n, m, 6N] to forces [n, 6N, m], with the damping slope c [6N] or [n, 6N]."""
        linear, free = self.linear, self.linear.equations.free_basis
        impedance = self._impedance
        if linear.equations.quadratic_damping.any():
            c = linear.resting_slope if slope is None else slope
            drag = self._rate * linear.drag_damping(c)
            if linear.equations.has_current:
                drag = drag + linear.drag_stiffness(c)
            impedance = impedance + free.T @ drag @ free
        solution = np.linalg.solve(impedance, free.T @ force)
        return np.swapaxes(free @ solution, 1, 2)


def response_spectrum(solver: ResponseSolver, sea: SeaSpectrum) -> FloatArray:
    """Spectrum S_x(omega) = sum over directions of `|rao|^2 S(omega, direction)`, one-sided.

    Args:
        solver: solver on the grid of the sea.
        sea: sea with spectra; its regular waves are ignored, since they have no density.

    Returns:
        [n, 6N] m2 s/rad and rad2 s/rad.
    """
    rao = solver.respond(solver.grid.excitation[:, :, sea.direction_index])
    spectrum: FloatArray = np.einsum("mn,nmi->ni", sea.density, np.abs(rao) ** 2)
    return spectrum


def standard_deviation(spectrum: FloatArray, omega: FloatArray) -> FloatArray:
    """sqrt(integral of S over omega) of every column, by the trapezoidal rule."""
    return np.sqrt(np.trapezoid(spectrum, omega, axis=0))
