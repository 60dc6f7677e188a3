"""Linear equations of motion about a mean position."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.coefficients import BooleanArray, ComplexArray, FloatArray, IntegerArray
from raftup.errors import bad_field
from raftup.frequency_domain.body_states import BodyStates, NumberArray
from raftup.frequency_domain.current import Flow
from raftup.frequency_domain.excitation import BodyExcitation
from raftup.frequency_domain.radiation import Radiation


@dataclass(frozen=True)
class ExcitedBody:
    """A body that feels the waves.

    Attributes:
        name: of the body.
        dofs: [6] among those of the model.
        excitation: of its hull.
        center: [3] m, world: of mass, where it feels the waves.
        heading: of the body there [rad].
        turn: [6, 6] from the axes of that heading to those of the model's dofs.
    """

    name: str
    dofs: IntegerArray
    excitation: BodyExcitation
    center: FloatArray
    heading: float
    turn: FloatArray


@dataclass(frozen=True)
class HydrodynamicGroup:
    """The water around the bodies of one database.

    Attributes:
        name: of the group.
        omega_range: of the database [rad/s].
        radiation: A and B of its bodies.
        dofs: [6n] of the group's bodies among those of the model.
        turn: [6n, 6n] from the axes of the bodies' headings to those of the model's dofs.
        excited: those of its bodies that the waves move.
    """

    name: str
    omega_range: tuple[float, float]
    radiation: Radiation
    dofs: IntegerArray
    turn: FloatArray
    excited: tuple[ExcitedBody, ...]

    def add(self, total: NumberArray, values: NumberArray) -> None:
        """Adds values [n, 6n, 6n] of the water to those of the whole model [n, 6N, 6N]."""
        total[:, self.dofs[:, None], self.dofs] += self.turn @ values @ self.turn.T


@dataclass(frozen=True)
class LinearModel:
    """[-omega^2 (M + A) + i omega (B + D) + C] x = X, 6N dofs in the axes of each rest heading.

    The dofs are those of the result's `displacement`, from the mean position: centre of mass and
    rotation vector.

    Attributes:
        body_names: in the order of the dofs.
        mass: M, [6N, 6N] kg, kg m, kg m2, without the water.
        interaction_added_mass: A of interactions given without a database, [6N, 6N].
        damping: D, linear damping of bodies, moorings and springs, [6N, 6N] N s/m ...
        quadratic_damping: Q of the drag Q |nu| nu, component by component, [6N, 6N].
        stiffness: C, hydrostatics, moorings and springs, [6N, 6N] N/m ...
        free: orthonormal basis of the motions left free by bodies and joints, [6N, free dofs].
        groups: the water.
        mean: the bodies about which the equations are linear, world.
        to_world: [6N, 6N] from the dofs' axes to those of the world.
        flow: the current.
        limits: what these equations leave out, a sentence each.
    """

    body_names: tuple[str, ...]
    mass: FloatArray
    interaction_added_mass: FloatArray
    damping: FloatArray
    quadratic_damping: FloatArray
    stiffness: FloatArray
    free: FloatArray
    groups: tuple[HydrodynamicGroup, ...]
    mean: BodyStates
    to_world: FloatArray
    flow: Flow
    limits: tuple[str, ...] = ()

    def water_added_mass(self, omega: FloatArray) -> FloatArray:
        """A(omega) [n, 6N, 6N] at omega [n] rad/s."""
        total = np.repeat(self.interaction_added_mass[None], len(omega), axis=0)
        for group in self.groups:
            group.add(total, group.radiation.added_mass(omega))
        return total

    def radiation_damping(self, omega: FloatArray) -> FloatArray:
        """B(omega) of the water alone [n, 6N, 6N]."""
        total = np.zeros((len(omega), *self.mass.shape))
        for group in self.groups:
            group.add(total, group.radiation.damping(omega))
        return total

    def excitation(self, omega: FloatArray, directions: FloatArray) -> ComplexArray:
        """X for waves of unit amplitude whose phase is taken at the world origin [6N, m, n].

        Args:
            omega: [n] rad/s.
            directions: [m] where the waves go in the world [rad].
        """
        total = np.zeros((len(self.mass), len(directions), len(omega)), dtype=complex)
        for body in self._excited():
            force = body.excitation.at(
                omega, directions, body.center, body.heading, self.flow.current
            )
            total[body.dofs] += np.einsum("ij,jmn->imn", body.turn, force)
        return total

    def memory_impedance(self, omega: FloatArray) -> ComplexArray:
        """B + i omega (A - A_inf), of velocities through the water [n, 6N, 6N]."""
        total = np.zeros((len(omega), *self.mass.shape), dtype=complex)
        for group in self.groups:
            added_mass = group.radiation.added_mass(omega) - group.radiation.infinite
            rates = 1j * omega[:, None, None] * added_mass
            group.add(total, group.radiation.damping(omega) + rates)
        return total

    def carried(self, omega: FloatArray, directions: FloatArray) -> BooleanArray:
        """Which waves [n, m] the current neither stops nor carries beyond the data."""
        held = np.ones((len(omega), len(directions)), dtype=bool)
        if not self.flow.current.is_still:
            for body in self._excited():
                held &= body.excitation.holds(omega, directions, self.flow.current).T
        return held

    @property
    def omega_range(self) -> tuple[float, float] | None:
        """What every database holds [rad/s]; None without any."""
        if not self.groups:
            return None
        lower, upper = zip(*(group.omega_range for group in self.groups), strict=True)
        return max(lower), min(upper)

    def _excited(self) -> list[ExcitedBody]:
        return [body for group in self.groups for body in group.excited]

    def check_omega(self, omega: FloatArray, field: str) -> None:
        """Refuses frequencies [rad/s] that the data do not hold; `field` is where they are given.

        Raises:
            RaftupError: BAD_FIELD, the period that lies outside.
        """
        if not len(omega) or np.any(~np.isfinite(omega) | (omega <= 0.0)):
            raise bad_field(field, "must be positive numbers of seconds, one at least")
        if self.omega_range is None:
            return
        low, high = self.omega_range
        outside = omega[(omega < low * (1.0 - 1e-9)) | (omega > high * (1.0 + 1e-9))]
        if len(outside):
            raise bad_field(
                field,
                f"must lie within the frequencies of the database, {2 * np.pi / high:.4g} to "
                f"{2 * np.pi / low:.4g} s, got {2 * np.pi / outside[0]:.4g} s",
            )

    def check_directions(self, directions: FloatArray, field: str) -> None:
        """Refuses wave directions [rad] that the data do not hold; `field` is where they are given.

        Raises:
            RaftupError: BAD_FIELD, the direction that lies outside and what holds for it.
        """
        if not np.all(np.isfinite(directions)):
            raise bad_field(field, "must be numbers of degrees")
        for body in self._excited():
            headings = body.excitation.headings
            outside = directions[~headings.contains(directions - body.heading)]
            if len(outside):
                first, last = np.rad2deg(headings.directions[[0, -1]] + body.heading).round(6)
                raise bad_field(
                    field,
                    f"must lie within the wave directions of the database, {first:.4g} to "
                    f"{last:.4g} deg at body {body.name}, got {np.rad2deg(outside[0]):.6g} deg",
                )

    def filed_directions(self) -> FloatArray | None:
        """The wave directions of the first database [rad, world], where they cover a part only."""
        for body in self._excited():
            if not body.excitation.headings.covers_circle:
                return body.excitation.headings.directions + body.heading
        return None
