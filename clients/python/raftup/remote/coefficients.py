"""Hydrodynamic coefficients of a database, as the server reads them back."""

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
    """One body of a database at rest, in the database's frame (z up from the still water plane).

    Attributes:
        name: of the body in the file.
        center_of_gravity: [3] m; every coefficient is about this point.
        displaced_volume: m3.
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
        dimensions: a name for each dimension of `values`; "complex" is (re, im).
        values: numbers in SI units, or names.
        units: of the numbers.
        long_name: what it is, in words.
    """

    dimensions: tuple[str, ...]
    values: npt.NDArray[Any]
    units: str = ""
    long_name: str = ""


@dataclass(frozen=True)
class Coefficients:
    """What a database of N bodies holds, by the names of ReadCoefficientsRequest, in SI units.

    `table["mean_drift_force"]` is the numbers of a dataset, complex where it has re and im;
    `"qtf_sum" in table` says whether there are any. Influenced and radiating dofs are 6N each, QTFs
    are [entry, omega, other omega] beside their `_omega`, `_influenced_dof` and `_direction`.

    Attributes:
        name: `databases/{id}@{sha256}`.
        arrays: every dataset that there is.
        findings: what the checks on load had to say, a line each.
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
        """Directions in which waves go [m] rad, ascending."""
        return self._or_empty("wave_direction")

    @property
    def added_mass(self) -> FloatArray:
        """A(omega), [n, 6N, 6N]; empty where the file has none."""
        return self._or_empty("added_mass")

    @property
    def radiation_damping(self) -> FloatArray:
        """B(omega), [n, 6N, 6N]; empty where the file has none."""
        return self._or_empty("radiation_damping")

    @property
    def added_mass_infinite(self) -> FloatArray | None:
        """A at infinite frequency, [6N, 6N]."""
        found = self._or_empty("added_mass_infinite")
        return found if found.size else None

    @property
    def retardation_time(self) -> FloatArray:
        """Times of the retardation kernel [k] s; empty where the file has none."""
        return self._or_empty("retardation_time")

    @property
    def retardation_kernel(self) -> FloatArray:
        """K(tau), [k, 6N, 6N]; empty where the file has none."""
        return self._or_empty("retardation_kernel")

    @cached_property
    def excitation_force(self) -> ComplexArray:
        """X = [n, m, 6N] force per metre of amplitude, F = Re{a X exp(i omega t)}, or empty."""
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
        """Undamped period of a floating body held to heave: omega^2 (rho V + A33(omega)) = C33 [s].

        None without added mass or stiffness.
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
    """X(omega, direction), bilinear on its real and imaginary part, periodic in direction.

    Args:
        coefficients: of one database.
        omega: [n] rad/s.
        direction: where the waves go in the database's frame [rad].

    Returns:
        [6N, n] force per metre of amplitude, phase at the database's origin.
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
