"""Modes of the flexible bodies of a stored database, with their natural frequencies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.remote.coefficients import Coefficients


@dataclass(frozen=True)
class DatabaseMode:
    """A mode of a body of a database, with the coordinate q [m].

    Attributes:
        body: name of the body.
        number: number of the mode among those of its body, from 1.
        mass: kg, modal mass.
        damping_ratio: of the structure in air.
        dry_omega: rad/s, natural frequency sqrt(k/m) of the mode alone in air.
        wet_omega: rad/s, natural frequency of the mode alone in the water, with the added mass at
            that frequency; None if the database has none there.
    """

    body: str
    number: int
    mass: float
    damping_ratio: float
    dry_omega: float
    wet_omega: float | None


def database_modes(table: Coefficients) -> tuple[DatabaseMode, ...]:
    """The modes of a database, in its order; none if all bodies are rigid."""
    if "modes/dof" not in table:
        return ()
    modes: list[DatabaseMode] = []
    names = [str(name) for name in table["body"]]
    masses, stiffnesses = np.diag(table["modes/mass"]), np.diag(table["modes/stiffness"])
    restoring = np.diag(table["modes/restoring"])
    for row, (body, dof) in enumerate(zip(table["modes/body"], table["modes/dof"], strict=True)):
        name = names[int(body)]
        mass, stiffness = float(masses[row]), float(stiffnesses[row])
        modes.append(
            DatabaseMode(
                body=name,
                number=1 + sum(mode.body == name for mode in modes),
                mass=mass,
                damping_ratio=float(table["modes/damping_ratio"][row]),
                dry_omega=float(np.sqrt(stiffness / mass)),
                wet_omega=_wet_omega(table, int(dof), mass, stiffness + float(restoring[row])),
            )
        )
    return tuple(modes)


def is_carrier(table: Coefficients, body: int) -> bool:
    """Whether a body of a database only holds the coordinates of modes of another body."""
    return "modes/dof" in table and body in (table["modes/dof"] // 6).astype(int)


def _wet_omega(table: Coefficients, dof: int, mass: float, stiffness: float) -> float | None:
    """The solution of omega^2 (m + A(omega)) = k + c."""
    if stiffness <= 0.0:
        return None
    infinite = table.added_mass_infinite
    if len(table.added_mass):
        inertia: FloatArray = mass + table.added_mass[:, dof, dof]
        surplus = table.omega**2 * inertia - stiffness
        above = int(np.argmax(surplus >= 0.0))
        if above > 0:
            share = -surplus[above - 1] / (surplus[above] - surplus[above - 1])
            step = table.omega[above] - table.omega[above - 1]
            return float(table.omega[above - 1] + share * step)
        if surplus[0] >= 0.0:
            return None  # below the first frequency
    if infinite is None:
        return None
    return float(np.sqrt(stiffness / (mass + infinite[dof, dof])))
