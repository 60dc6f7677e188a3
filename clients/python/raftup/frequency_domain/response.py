"""Responses of a linear model to waves."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray, IntegerArray
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.waves import BodyWaves, PlaneWaves, held_outputs
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
        if grid.line_impedance is not None:
            impedance = impedance + grid.line_impedance
        if equations.has_current:
            rates = self._rate * (grid.added_mass - equations.added_mass_infinite)
            impedance += (grid.radiation_damping + rates) @ equations.radiation_turning
            impedance -= linear.drag_stiffness(linear.resting_slope)
        free = equations.free_basis
        self._impedance = free.T @ impedance @ free
        self._on_given = self._by_given(impedance)

    @property
    def _rate(self) -> ComplexArray:
        return np.asarray(1j * self.omega[:, None, None])

    def _by_given(self, impedance: ComplexArray) -> ComplexArray | None:
        """Forces [n, k, m] in the free motions that the grid's given motions cause; None if none.

        Args:
            impedance: [n, 6N, 6N], or a part of it.
        """
        if self.grid.given_motion is None:
            return None
        free = self.linear.equations.free_basis
        return np.asarray(-free.T @ (impedance @ self.grid.given_motion))

    def solve(self, slope: FloatArray | None = None) -> ComplexArray:
        """Responses [n, m, 6N] to the grid's waves of unit amplitude, phase at the world origin.

        Args:
            slope: c [6N] m/s, rad/s of quadratic damping, `Q |nu| nu ~ Q c nu`; None = that of
                bodies at rest, which is 0 without a current.
        """
        return self.to_waves(slice(None), slope)

    def to_waves(
        self, columns: slice | IntegerArray, slope: FloatArray | None = None
    ) -> ComplexArray:
        """Responses as solve(), to the waves of some directions of the grid.

        Motions that displacement RAOs give to bodies are part of the response, and move the others.

        Args:
            columns: indices of the directions.
            slope: as for solve().
        """
        force = self.grid.excitation[:, :, columns]
        given = self.grid.given_motion
        if given is None or self._on_given is None:
            return self.respond(force, slope)
        free = self.linear.equations.free_basis
        drag = self._by_given(self._drag(slope))
        on_free = self._on_given if drag is None else self._on_given + drag
        answered = self.respond(force + free @ on_free[:, :, columns], slope)
        return answered + np.swapaxes(given[:, :, columns], 1, 2)

    def waves(self) -> PlaneWaves:
        """The waves of the grid."""
        grid = self.grid
        return PlaneWaves(
            grid.omega,
            grid.wave_direction,
            grid.wavenumber,
            held_outputs(grid),
            self.of_bodies(),
        )

    def of_bodies(
        self,
        rows: slice | IntegerArray = slice(None),
        columns: slice | IntegerArray = slice(None),
    ) -> BodyWaves | None:
        """Waves of bodies at the probes, for some frequencies and directions of the grid."""
        diffracted, radiated = self.grid.probe_diffraction, self.grid.probe_radiation
        if diffracted is None or radiated is None:
            return None
        turning = self.linear.equations.radiation_turning
        return BodyWaves(diffracted[rows][:, :, columns], radiated[rows], turning)

    def respond(self, force: ComplexArray, slope: FloatArray | None = None) -> ComplexArray:
        """Responses [n, m, 6N] to forces [n, 6N, m], with the damping slope c [6N] or [n, 6N]."""
        linear, free = self.linear, self.linear.equations.free_basis
        impedance = self._impedance
        if linear.equations.quadratic_damping.any():
            impedance = impedance + free.T @ self._drag(slope) @ free
        solution = np.linalg.solve(impedance, free.T @ force)
        return np.swapaxes(free @ solution, 1, 2)

    def _drag(self, slope: FloatArray | None) -> ComplexArray:
        """Impedance of the linearized drag [n, 6N, 6N]."""
        linear = self.linear
        c = linear.resting_slope if slope is None else slope
        drag = self._rate * linear.drag_damping(c)
        if linear.equations.has_current:
            drag = drag + linear.drag_stiffness(c)
        return np.asarray(drag)


def response_spectrum(solver: ResponseSolver, sea: SeaSpectrum) -> FloatArray:
    """Spectrum S_x(omega) = sum over directions of `|rao|^2 S(omega, direction)`, one-sided.

    Args:
        solver: solver on the grid of the sea.
        sea: sea with spectra; its regular waves are ignored, since they have no density.

    Returns:
        [n, 6N] m2 s/rad and rad2 s/rad.
    """
    rao = solver.to_waves(sea.direction_index)
    spectrum: FloatArray = np.einsum("mn,nmi->ni", sea.density, np.abs(rao) ** 2)
    return spectrum


def standard_deviation(spectrum: FloatArray, omega: FloatArray) -> FloatArray:
    """sqrt(integral of S over omega) of every column, by the trapezoidal rule."""
    return np.sqrt(np.trapezoid(spectrum, omega, axis=0))
