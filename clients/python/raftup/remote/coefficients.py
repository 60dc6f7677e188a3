"""Hydrodynamic coefficients of a stored database, as read from the server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray

DOFS = ("surge", "sway", "heave", "roll", "pitch", "yaw")


@dataclass(frozen=True)
class DatabaseBody:
    """A body of a database at rest, in the database's frame (z up from the still water plane).

    Attributes:
        name: name of the body in the file.
        center_of_gravity: [3] m; all coefficients of the body refer to this point.
        displaced_volume: m3, volume of the displaced water.
        hydrostatic_stiffness: [6, 6] N/m, N, N m.
        center_of_buoyancy: [3] m.
    """

    name: str
    center_of_gravity: FloatArray
    displaced_volume: float
    hydrostatic_stiffness: FloatArray
    center_of_buoyancy: FloatArray


@dataclass(frozen=True)
class CoefficientArray:
    """One dataset of a database, as the server describes it.

    Attributes:
        dimensions: name of each dimension of `values`; the dimension "complex" holds the real and
            the imaginary part.
        values: numbers in SI units, or names.
        units: units of the numbers.
        long_name: meaning of the dataset in words.
    """

    dimensions: tuple[str, ...]
    values: npt.NDArray[Any]
    units: str = ""
    long_name: str = ""


@dataclass(frozen=True)
class Coefficients:
    """All datasets of a database of N bodies, in SI units.

    The names of the datasets are those of ReadCoefficientsRequest in database.proto.
    `table["mean_drift_force"]` is the array of a dataset, complex if the dataset has real and
    imaginary parts; `"qtf_sum" in table` is true if the dataset exists. There are 6N influenced
    and 6N radiating dofs. Quadratic transfer functions have the shape [entry, omega, other omega];
    the datasets with the endings `_omega`, `_influenced_dof` and `_direction` describe their axes.

    Attributes:
        name: `databases/{id}@{sha256}`.
        arrays: the datasets by name.
        findings: findings of the checks when the file was read, one line each.
    """

    name: str
    arrays: Mapping[str, CoefficientArray]
    findings: tuple[str, ...] = ()

    def __contains__(self, name: str) -> bool:
        return name in self.arrays

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        if name not in self.arrays:
            raise KeyError(f"the database has no {name}, it has {', '.join(self.arrays)}")
        array = self.arrays[name]
        if array.dimensions[:1] == ("complex",):
            return np.asarray(array.values[0] + 1j * array.values[1])
        return array.values

    def _or_empty(self, name: str) -> npt.NDArray[Any]:
        return self[name] if name in self else np.empty(0)

    @property
    def gravity(self) -> float:
        """Acceleration of gravity [m/s2]."""
        return float(self["gravity"])

    @property
    def water_density(self) -> float:
        """Density of the water [kg/m3]."""
        return float(self["water_density"])

    @property
    def water_depth(self) -> float:
        """Depth of the water [m], infinite for deep water."""
        return float(self["water_depth"])

    @property
    def omega(self) -> FloatArray:
        """Frequencies [n] rad/s, ascending."""
        return self["omega"]

    @property
    def wave_direction(self) -> FloatArray:
        """Directions that the waves travel to [m] rad, ascending."""
        return self._or_empty("wave_direction")

    @property
    def added_mass(self) -> FloatArray:
        """Added mass A(omega) [n, 6N, 6N] kg, kg m, kg m2; empty if the file has none."""
        return self._or_empty("added_mass")

    @property
    def radiation_damping(self) -> FloatArray:
        """Radiation damping B(omega) [n, 6N, 6N] N s/m, N s, N m s; empty if the file has none."""
        return self._or_empty("radiation_damping")

    @property
    def added_mass_infinite(self) -> FloatArray | None:
        """Added mass at infinite frequency [6N, 6N] kg, kg m, kg m2; None if the file has none."""
        found = self._or_empty("added_mass_infinite")
        return found if found.size else None

    @property
    def retardation_time(self) -> FloatArray:
        """Times tau of the retardation kernel [k] s; empty if the file has no kernel."""
        return self._or_empty("retardation_time")

    @property
    def retardation_kernel(self) -> FloatArray:
        """Retardation kernel K(tau) [k, 6N, 6N]; empty if the file has none."""
        return self._or_empty("retardation_kernel")

    @cached_property
    def excitation_force(self) -> ComplexArray:
        """Excitation force X [n, m, 6N] N/m, N, complex, per meter of wave amplitude.

        The force of a wave of amplitude a is F = Re{a X exp(i omega t)}. Empty if the file has
        none.
        """
        return self._or_empty("excitation_force")

    @cached_property
    def bodies(self) -> tuple[DatabaseBody, ...]:
        """The bodies, in the order of the dofs."""
        centers, volumes = self["center_of_gravity"], self["displaced_volume"]
        stiffness, buoyancy = self["hydrostatic_stiffness"], self["center_of_buoyancy"]
        return tuple(
            DatabaseBody(str(name), centers[k], float(volumes[k]), stiffness[k], buoyancy[k])
            for k, name in enumerate(self["body"])
        )

    @property
    def dof_count(self) -> int:
        """Number of dofs, 6N for N bodies."""
        return len(DOFS) * len(self.bodies)

    def heave_period(self, body: int) -> float | None:
        """Undamped natural period [s] of a floating body that can move in heave only.

        The natural frequency solves omega^2 (rho V + A33(omega)) = C33. None if the database has no
        added mass or no heave stiffness.
        """
        heave = 6 * body + 2
        stiffness = self.bodies[body].hydrostatic_stiffness[2, 2]
        if not len(self.added_mass) or stiffness <= 0.0:
            return None
        mass = self.water_density * self.bodies[body].displaced_volume
        inertia = mass + self.added_mass[:, heave, heave]
        surplus = self.omega**2 * inertia - stiffness  # grows with omega but for data's own wiggles
        crossing = int(np.argmax(surplus >= 0.0))
        if crossing == 0:
            return None
        weight = -surplus[crossing - 1] / (surplus[crossing] - surplus[crossing - 1])
        step = self.omega[crossing] - self.omega[crossing - 1]
        return float(2 * np.pi / (self.omega[crossing - 1] + weight * step))


def excitation_at(coefficients: Coefficients, omega: FloatArray, direction: float) -> ComplexArray:
    """Excitation force X at other frequencies and another wave direction.

    Real and imaginary part are interpolated linearly in frequency and in direction, periodically in
    direction.

    Args:
        coefficients: coefficients of one database.
        omega: [n] rad/s.
        direction: direction that the waves travel to, in the frame of the database [rad].

    Returns:
        [6N, n] force per meter of wave amplitude; its phase refers to the wave at the origin of the
        database.
    """
    directions = coefficients.wave_direction
    turned = (direction - directions[0]) % (2 * np.pi) + directions[0]
    grid = np.append(directions, directions[0] + 2 * np.pi)
    upper = int(np.clip(np.searchsorted(grid, turned, side="right"), 1, len(grid) - 1))
    weight = (turned - grid[upper - 1]) / (grid[upper] - grid[upper - 1])
    table = coefficients.excitation_force
    force = (1.0 - weight) * table[:, upper - 1] + weight * table[:, upper % len(directions)]
    result = np.empty((force.shape[1], len(omega)), dtype=complex)
    for dof in range(force.shape[1]):
        result[dof] = np.interp(omega, coefficients.omega, force[:, dof])
    return result
