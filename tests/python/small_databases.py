"""Databases of constant coefficients, whose responses have closed forms, and models of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.remote.coefficients import DatabaseBody

MASS, ADDED, DAMPING, STIFFNESS, FORCE = 4.0e5, 2.0e5, 8.0e4, 1.0e6, 3.0e5
OMEGA = np.linspace(0.2, 3.0, 29)


@dataclass(frozen=True)
class SmallDatabase:
    """What write_database() files: excitation as [direction, dof, omega], `more` as it is."""

    bodies: tuple[DatabaseBody, ...]
    omega: FloatArray
    wave_directions: FloatArray
    added_mass: FloatArray
    radiation_damping: FloatArray
    added_mass_infinite: FloatArray | None
    excitation: ComplexArray
    gravity: float = 9.81
    water_density: float = 1000.0
    water_depth: float = np.inf
    more: dict[str, FloatArray] = field(default_factory=dict)


def heave_coefficients(interaction: float = 0.0) -> SmallDatabase:
    """Two bodies of constant coefficients, excited in heave alone."""
    stiffness = np.diag([0, 0, STIFFNESS, 1e6, 1e6, 0])
    added_mass = np.diag(np.full(12, ADDED))
    added_mass[2, 8] = added_mass[8, 2] = interaction
    excitation = np.zeros((4, 12, len(OMEGA)), dtype=complex)
    excitation[:, 2] = FORCE
    center, other = np.array([0.0, 0.0, -2.0]), np.array([40.0, 0.0, -2.0])
    return SmallDatabase(
        bodies=(
            DatabaseBody("a", center, MASS / 1000.0, stiffness, center),
            DatabaseBody("b", other, MASS / 1000.0, stiffness, other),
        ),
        omega=OMEGA,
        wave_directions=np.deg2rad([0.0, 90.0, 180.0, 270.0]),
        added_mass=np.repeat(added_mass[None], len(OMEGA), axis=0),
        radiation_damping=np.repeat(np.diag(np.full(12, DAMPING))[None], len(OMEGA), axis=0),
        added_mass_infinite=added_mass,
        excitation=excitation,
    )


def write_database(file: Path, table: SmallDatabase) -> Path:
    """The coefficients in Raftup's own layout (docs/hydro/databases.md)."""
    with h5py.File(file, "w", libver=("earliest", "v108")) as root:
        _write_format(root, "raftup-database")
        _write_coefficients(root, table)
    return file


def write_family(file: Path, positions: FloatArray, nodes: Sequence[SmallDatabase]) -> Path:
    """Databases of two bodies as a family over [node, 3] m, m, deg of the second one."""
    with h5py.File(file, "w", libver=("earliest", "v108")) as root:
        _write_format(root, "raftup-family")
        root["positions"] = positions[:, None, :]
        for index, node in enumerate(nodes):
            group = root.create_group(f"nodes/{index:04d}")
            _write_format(group, "raftup-database")
            _write_coefficients(group, node)
    return file


def _write_format(root: h5py.Group, name: str) -> None:
    attributes = {"format": name, "format_version": "1", "source_format": "x", "solver": "x"}
    for key, text in attributes.items():
        root.attrs[key] = np.bytes_(text.encode())


def _write_coefficients(root: h5py.Group, table: SmallDatabase) -> None:
    """Those of a database; arrays without numbers are left out."""
    for name in ("gravity", "water_density", "water_depth", "omega"):
        root[name] = getattr(table, name)
    root["wave_direction"] = table.wave_directions
    names = [body.name.encode() for body in table.bodies]
    kind = h5py.string_dtype("utf-8", max(map(len, names)))
    root.create_dataset("body", data=np.array(names, dtype=kind), dtype=kind)
    root["center_of_gravity"] = np.array([body.center_of_gravity for body in table.bodies])
    root["center_of_buoyancy"] = np.array([body.center_of_buoyancy for body in table.bodies])
    root["displaced_volume"] = np.array([body.displaced_volume for body in table.bodies])
    root["hydrostatic_stiffness"] = np.array([body.hydrostatic_stiffness for body in table.bodies])
    root["generalised_modes"] = np.zeros(len(table.bodies))
    force = np.moveaxis(table.excitation, 2, 0)  # [omega, direction, dof]
    arrays = {
        "added_mass": table.added_mass,
        "added_mass_infinite": table.added_mass_infinite,
        "radiation_damping": table.radiation_damping,
        "excitation_force": np.stack([force.real, force.imag]),
        **table.more,
    }
    for name, values in arrays.items():
        if values is not None and values.size:
            root[name] = values


def model_of(database: Path, *names: str, free: str = "heave", **group: object) -> dict[str, Any]:
    """Bodies of a database that move in one dof."""
    dofs = [dof == free for dof in ("surge", "sway", "heave", "roll", "pitch", "yaw")]
    inertia = {"xx": 1e6, "yy": 1e6, "zz": 1e6}
    return {
        "integration": {"step": 0.1, "duration": 10},
        "bodies": [{"name": name, "inertia": inertia, "free": dofs} for name in names],
        "hydrodynamics": [
            {
                "name": "hull",
                "database": str(database),
                "bodies": [{"body": name, "database_body": name} for name in names],
                **group,
            }
        ],
    }
