"""Linear equations of motion about the rest pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.coefficients import (
    Coefficients,
    ComplexArray,
    FloatArray,
    IntegerArray,
    excitation_at,
    interpolate_frequency,
)
from raftup.frequency_domain.waves import wavenumber


@dataclass(frozen=True)
class HydrodynamicGroup:
    """The water around the bodies of one database.

    Attributes:
        coefficients: of the database.
        dofs: [6n] of the group's bodies among those of the model.
        database_dofs: [6n] the same dofs in the database.
        origin: [2] m, the database's frame in the world.
        heading: of that frame [rad].
        body_interaction: whether the blocks between two bodies count.
    """

    coefficients: Coefficients
    dofs: IntegerArray
    database_dofs: IntegerArray
    origin: FloatArray
    heading: float
    body_interaction: bool


@dataclass(frozen=True)
class LinearModel:
    """[-omega^2 (M + A) + i omega B + C] x = X about rest, 6N dofs in each body's heading axes.

    The dofs are those of the result's `displacement`: centre of mass and rotation vector.

    Attributes:
        body_names: in the order of the dofs.
        mass: M, [6N, 6N] kg, kg m, kg m2, without the water.
        added_mass: A of interactions given without a database, [6N, 6N].
        damping: linear damping of bodies, moorings and springs, [6N, 6N] N s/m ...
        stiffness: hydrostatics, moorings and springs, [6N, 6N] N/m ...
        free: basis of the motions left free, [6N, number of free dofs].
        groups: the water.
    """

    body_names: tuple[str, ...]
    mass: FloatArray
    added_mass: FloatArray
    damping: FloatArray
    stiffness: FloatArray
    free: FloatArray
    groups: tuple[HydrodynamicGroup, ...]

    def water_added_mass(self, omega: float) -> FloatArray:
        """A(omega), [6N, 6N]; the value at infinity for omega = inf where the file has it."""
        total = self.added_mass.copy()
        for group in self.groups:
            table = group.coefficients
            infinite = table.added_mass_infinite
            if np.isinf(omega) and infinite is not None:
                self._add(total, group, infinite)
            elif len(table.added_mass):
                self._add(total, group, interpolate_frequency(table.omega, table.added_mass, omega))
        return total

    def radiation_damping(self, omega: float) -> FloatArray:
        """B(omega) of the water alone, [6N, 6N]."""
        total = np.zeros_like(self.mass)
        for group in self.groups:
            table = group.coefficients
            if len(table.radiation_damping):
                self._add(
                    total, group, interpolate_frequency(table.omega, table.radiation_damping, omega)
                )
        return total

    def excitation(self, omega: FloatArray, direction: float) -> ComplexArray:
        """X for a wave of unit amplitude whose phase is taken at the world origin, [6N, n].

        Args:
            omega: [n] rad/s.
            direction: where the wave goes in the world [rad].
        """
        total = np.zeros((len(self.mass), len(omega)), dtype=complex)
        for group in self.groups:
            table = group.coefficients
            force = excitation_at(table, omega, direction - group.heading)
            k = wavenumber(omega, table.water_depth, table.gravity)
            along = group.origin[0] * np.cos(direction) + group.origin[1] * np.sin(direction)
            total[group.dofs] += force[group.database_dofs] * np.exp(-1j * k * along)
        return total

    @staticmethod
    def _add(total: FloatArray, group: HydrodynamicGroup, values: FloatArray) -> None:
        block = values[np.ix_(group.database_dofs, group.database_dofs)]
        if not group.body_interaction:
            bodies = np.arange(len(group.dofs)) // 6
            block = np.where(bodies[:, None] == bodies[None, :], block, 0.0)
        total[np.ix_(group.dofs, group.dofs)] += block
