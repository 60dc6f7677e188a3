"""File of a family: a database for each node, their positions, and errors of interpolation.

The root contains `positions` [nodes, others, 3] (m, m, deg: centers of mass of the other bodies
relative to the first, in its heading frame); groups `nodes/0000` and so on, each with the contents
of a database (docs/hydro/databases.md); and `midpoint_...`, the middles of the cells and the errors
there, which simulations do not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import h5py
import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.base.families import FAMILY_FORMAT
from raftup.base.files import whole_file
from raftup.bem.database import write_database, write_texts
from raftup.bem.family.blend import BlendError
from raftup.bem.solution import Solution

_TRACK_VERSION = "3"  # of the format, of a family along a track


@dataclass(frozen=True)
class FamilySummary:
    """Contents of a family's file besides its databases.

    Attributes:
        solver: program and version.
        positions: [nodes, others, 3] m, m, deg.
        midpoints: [cells, others, 3] middles of cells that were solved.
        errors: errors of interpolation there.
        tolerance: requested tolerance.
        cost: description of what was solved, a sentence.
        warnings: warnings for the user.
        is_track: whether the positions follow one another along a track.
    """

    solver: str
    positions: FloatArray
    midpoints: FloatArray
    errors: tuple[BlendError, ...]
    tolerance: float
    cost: str
    warnings: tuple[str, ...]
    is_track: bool = False

    def document(self) -> dict[str, Any]:
        """The summary as plain values for JSON; errors by influenced dof."""
        cells = [
            {"midpoint": place.tolist()}
            | {field.name: getattr(error, field.name).tolist() for field in fields(error)}
            for place, error in zip(self.midpoints, self.errors, strict=True)
        ]
        return {
            "solver": self.solver,
            "positions": self.positions.tolist(),
            "cells": cells,
            "tolerance": self.tolerance,
            "cost": self.cost,
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True)
class FamilyTable:
    """Coefficients of every node, in the axes of the first body at rest.

    Attributes:
        bodies: names in the order of the dofs.
        omega: [n] rad/s.
        wave_direction: [m] rad.
        added_mass: [nodes, n, 6N, 6N].
        radiation_damping: [nodes, n, 6N, 6N].
        excitation_force: [nodes, n, m, 6N], with the phase at the origin of the database.
    """

    bodies: tuple[str, ...]
    omega: FloatArray
    wave_direction: FloatArray
    added_mass: FloatArray
    radiation_damping: FloatArray
    excitation_force: ComplexArray


def write_family(solutions: Iterable[Solution], summary: FamilySummary, file: Path) -> None:
    """Writes a family; the same solutions give the same bytes.

    Args:
        solutions: solutions of the nodes, in order.
        summary: summary of the family.
        file: path of the HDF5 file; an existing file is replaced when the new one is complete.

    Raises:
        RaftupError: as for import_database().
        OSError: if the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="raftup-") as folder,
        whole_file(file) as unfinished,
        h5py.File(unfinished, "w", libver=("earliest", "v108")) as root,
    ):
        _write_summary(root, summary)
        nodes = root.create_group("nodes")
        for number, solution in enumerate(solutions):
            node = Path(folder) / "node.h5"
            write_database(solution, node)
            with h5py.File(node) as database:
                copy_database(database, nodes.create_group(f"{number:04d}"))


def _write_summary(root: h5py.File, summary: FamilySummary) -> None:
    attributes = {
        "format": FAMILY_FORMAT,
        "format_version": _TRACK_VERSION if summary.is_track else "1",
        "source_format": "panels",
        "solver": summary.solver,
    }
    for name, text in attributes.items():
        root.attrs[name] = np.bytes_(text.encode())
    root["positions"] = summary.positions
    write_texts(root, "history", [summary.cost])
    if summary.warnings:
        write_texts(root, "finding_message", list(summary.warnings))
    root["midpoint_tolerance"] = summary.tolerance
    if summary.errors:
        root["midpoint_positions"] = summary.midpoints
    for field in fields(BlendError) if summary.errors else ():
        values = np.array([getattr(error, field.name) for error in summary.errors])
        root[f"midpoint_error_{field.name}"] = values


def copy_database(database: h5py.File, group: h5py.Group) -> None:
    """Copies a database with its dimensions to a group, which xarray can then read like a file."""
    for name, value in database.attrs.items():
        group.attrs[name] = value
    for name, dataset in database.items():
        database.copy(dataset, group, name, without_attrs=True)
        if dataset.is_scale:
            group[name].make_scale(dataset.attrs["NAME"])
    for name, dataset in database.items():
        for index, dimension in enumerate(dataset.dims if not dataset.is_scale else ()):
            for scale in dimension.values():
                group[name].dims[index].attach_scale(group[scale.name.removeprefix("/")])
        for attribute in ("units", "long_name"):
            if attribute in dataset.attrs:
                group[name].attrs[attribute] = dataset.attrs[attribute]


def read_summary(file: Path) -> FamilySummary:
    """Reads the contents of a family's file besides its databases.

    Raises:
        RaftupError: BAD_FIELD if the file is not that of a family.
    """
    try:
        with h5py.File(file) as root:
            solved = root.get("midpoint_positions")
            columns = {
                field.name: root[f"midpoint_error_{field.name}"][:]
                for field in (fields(BlendError) if solved is not None else ())
            }
            count = len(solved) if solved is not None else 0
            return FamilySummary(
                solver=root.attrs["solver"].decode(),
                positions=root["positions"][:],
                midpoints=solved[:] if solved is not None else np.empty((0, 0, 3)),
                errors=tuple(
                    BlendError(**{name: column[k] for name, column in columns.items()})
                    for k in range(count)
                ),
                tolerance=float(root["midpoint_tolerance"][()]),
                cost=root["history"][0].decode(),
                warnings=tuple(text.decode() for text in root.get("finding_message", ())),
                is_track=root.attrs["format_version"].decode() == _TRACK_VERSION,
            )
    except (OSError, KeyError) as error:
        raise _not_a_family(file) from error


def read_table(file: Path) -> FamilyTable:
    """Reads the coefficients of every node from a family's file.

    Raises:
        RaftupError: BAD_FIELD if the file is not that of a family.
    """
    try:
        with h5py.File(file) as root:
            nodes = [root["nodes"][name] for name in sorted(root["nodes"])]
            first = nodes[0]
            force = np.array([node["excitation_force"][:] for node in nodes])
            return FamilyTable(
                bodies=tuple(name.decode() for name in first["body"][:]),
                omega=first["omega"][:],
                wave_direction=first["wave_direction"][:],
                added_mass=np.array([node["added_mass"][:] for node in nodes]),
                radiation_damping=np.array([node["radiation_damping"][:] for node in nodes]),
                excitation_force=force[:, 0] + 1j * force[:, 1],
            )
    except (OSError, KeyError, IndexError) as error:
        raise _not_a_family(file) from error


def _not_a_family(file: Path) -> RaftupError:
    return bad_field("file", f"must be a family of databases, {str(file)!r} is not")
