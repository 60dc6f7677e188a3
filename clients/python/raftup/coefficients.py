"""Hydrodynamic coefficients of a database, as the server reads them back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntegerArray: TypeAlias = npt.NDArray[np.int64]
ComplexArray: TypeAlias = npt.NDArray[np.complex128]
BooleanArray: TypeAlias = npt.NDArray[np.bool_]

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
class Coefficients:
    """Coefficients of N bodies in SI units: row = influenced dof, column = radiating dof, 6N each.

    Attributes:
        name: `databases/{id}@{sha256}`.
        gravity: m/s2.
        water_density: kg/m3.
        water_depth: m, infinite for deep water.
        bodies: in the order of the dofs.
        omega: [n] rad/s, ascending.
        wave_directions: [m] rad, ascending: where waves go.
        added_mass: A(omega), [n, 6N, 6N]; empty where the file has none.
        radiation_damping: B(omega), [n, 6N, 6N]; empty where the file has none.
        added_mass_infinite: A at infinite frequency, [6N, 6N], or None.
        excitation: X = [m, 6N, n] force per metre of amplitude, F = Re{a X exp(i omega t)}.
        kernel_time: [k] s.
        retardation_kernel: K(tau), [k, 6N, 6N]; empty where the file has none.
        findings: what the checks on load had to say, a line each.
    """

    name: str
    gravity: float
    water_density: float
    water_depth: float
    bodies: tuple[DatabaseBody, ...]
    omega: FloatArray
    wave_directions: FloatArray
    added_mass: FloatArray
    radiation_damping: FloatArray
    added_mass_infinite: FloatArray | None
    excitation: ComplexArray
    kernel_time: FloatArray = field(default_factory=lambda: np.empty(0))
    retardation_kernel: FloatArray = field(default_factory=lambda: np.empty((0, 0, 0)))
    findings: tuple[str, ...] = ()

    @property
    def dof_count(self) -> int:
        """6N."""
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

    def body_index(self, database_body: str, body: str, place: int) -> int:
        """Which body of the file a model means, by the rule of model.proto.

        Args:
            database_body: the name in the file or bodyN (1-based); may be empty.
            body: name in the model, used when `database_body` is empty.
            place: order in the model, used when no name fits.

        Raises:
            KeyError: where the file has no such body.
        """
        names = [candidate.name for candidate in self.bodies]
        for name in (database_body, "" if database_body else body):
            if name in names:
                return names.index(name)
        if database_body.removeprefix("body").isdigit():
            place = int(database_body.removeprefix("body")) - 1
        elif database_body:
            raise KeyError(f"the database has no body {database_body!r}, it has {names}")
        if not 0 <= place < len(names):
            raise KeyError(f"the database has no body number {place + 1}, it has {len(names)}")
        return place


def excitation_at(coefficients: Coefficients, omega: FloatArray, direction: float) -> ComplexArray:
    """X(omega, direction), bilinear on its real and imaginary part, periodic in direction.

    Args:
        coefficients: of one database.
        omega: [n] rad/s.
        direction: where the waves go in the database's frame [rad].

    Returns:
        [6N, n] force per metre of amplitude, phase at the database's origin.
    """
    directions = coefficients.wave_directions
    turned = (direction - directions[0]) % (2 * np.pi) + directions[0]
    grid = np.append(directions, directions[0] + 2 * np.pi)
    upper = int(np.clip(np.searchsorted(grid, turned, side="right"), 1, len(grid) - 1))
    weight = (turned - grid[upper - 1]) / (grid[upper] - grid[upper - 1])
    table = coefficients.excitation
    row = (1.0 - weight) * table[upper - 1] + weight * table[upper % len(directions)]
    result = np.empty((row.shape[0], len(omega)), dtype=complex)
    for dof in range(row.shape[0]):
        result[dof] = np.interp(omega, coefficients.omega, row[dof])
    return result
