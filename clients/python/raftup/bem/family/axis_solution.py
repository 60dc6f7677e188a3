"""Solution of a family over axes, from its specification to its file."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import h5py
import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.base.families import FAMILY_FORMAT
from raftup.base.files import whole_file
from raftup.bem.database import write_texts
from raftup.bem.family.axes import AxisFamily
from raftup.bem.family.blend import BlendError, OwnCoefficients, blend_error, blended, peaks
from raftup.bem.family.layout import copy_database
from raftup.bem.kept_results import ProgressCallback
from raftup.bem.solution import Solution
from raftup.bem.solve import default_store, solve, solver_version


@dataclass(frozen=True)
class AxisSummary:
    """What was written.

    Attributes:
        axes: what each axis measures.
        values: [nodes, axes] m, deg or m/s.
        midpoints: [cells] values between nodes that were solved.
        errors: errors of interpolation there.
        tolerance: requested tolerance.
    """

    axes: tuple[str, ...]
    values: FloatArray
    midpoints: tuple[float, ...]
    errors: tuple[BlendError, ...]
    tolerance: float

    def document(self) -> dict[str, Any]:
        """The summary as plain values for JSON; errors by influenced dof."""
        cells = [
            {"midpoint": value}
            | {field.name: getattr(error, field.name).tolist() for field in fields(error)}
            for value, error in zip(self.midpoints, self.errors, strict=True)
        ]
        return {
            "axes": list(self.axes),
            "values": self.values.tolist(),
            "cells": cells,
            "tolerance": self.tolerance,
            "warnings": list(self.warnings),
        }

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each middle of a cell whose error exceeds the tolerance."""
        return tuple(
            f"between nodes, at {value:g}, the blend misses a direct solution by "
            f"{error.largest:.3g} of the peak, must be at most {self.tolerance:.3g}"
            for value, error in zip(self.midpoints, self.errors, strict=True)
            if error.largest > self.tolerance
        )


def solve_axis_family(
    family: AxisFamily,
    out: Path,
    store: Path | None = None,
    jobs: int | None = None,
    progress: ProgressCallback | None = None,
) -> AxisSummary:
    """Solves the nodes of a family that have no database and writes all to one file.

    Every result is stored when it is solved. A call after an interruption continues.

    Args:
        family: specification from read_axis_family().
        out: path of the HDF5 file.
        store: folder for the results of single frequencies; default: `out` with the suffix .parts.
        jobs: number of processes; None = one per core, as far as the memory allows.
        progress: function that is called after every frequency.

    Returns:
        What was written, with the errors of interpolation.

    Raises:
        SpecificationError: for meshes that cannot be used.
        RaftupError: PROGRAM_NOT_FOUND; SOLVER_FAILED with the frequency.
        OSError: if the store or the file cannot be written.
    """
    root = store or default_store(out)
    solutions: list[Solution | None] = []
    with TemporaryDirectory(prefix="raftup-") as folder:
        files = []
        for number, node in enumerate(family.nodes):
            solved = None
            file = node.database
            if node.problem is not None:
                file = Path(folder) / f"{number:04d}.h5"
                solved, _ = solve(node.problem, file, root / f"{number:04d}", jobs, progress)
            assert file is not None
            files.append(file)
            solutions.append(solved)
        direct = [
            solve(problem, Path(folder) / "middle.h5", root / f"middle{n:04d}", jobs, progress)[0]
            for n, (_, problem) in enumerate(family.midpoints)
        ]
        summary = AxisSummary(
            axes=family.axes,
            values=np.array([node.values for node in family.nodes]),
            midpoints=tuple(value for value, _ in family.midpoints),
            errors=_errors(family, solutions, direct),
            tolerance=family.tolerance,
        )
        _write(summary, family, files, out)
    if root.is_dir() and not any(root.iterdir()):
        root.rmdir()
    return summary


def _errors(
    family: AxisFamily, solutions: list[Solution | None], direct: list[Solution]
) -> tuple[BlendError, ...]:
    """Errors of the mean of two nodes in the middle between them."""
    if not direct:
        return ()
    order = sorted(range(len(solutions)), key=lambda k: family.nodes[k].values)
    known = [_own(solution) for k in order if (solution := solutions[k]) is not None]
    largest = peaks(known)
    return tuple(
        blend_error(blended(corners), _own(solution), largest)
        for corners, solution in zip(pairwise(known), direct, strict=True)
    )


def _own(solution: Solution) -> OwnCoefficients:
    return OwnCoefficients(
        added_mass=np.concatenate([solution.added_mass, solution.added_mass_infinite[None]]),
        radiation_damping=solution.radiation_damping,
        excitation_force=solution.froude_krylov_force + solution.diffraction_force,
    )


def _write(summary: AxisSummary, family: AxisFamily, files: list[Path], out: Path) -> None:
    """Writes the file of docs/hydro/databases.md, format version 2."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with (
        whole_file(out) as unfinished,
        h5py.File(unfinished, "w", libver=("earliest", "v108")) as root,
    ):
        attributes = {
            "format": FAMILY_FORMAT,
            "format_version": "2",
            "source_format": "panels",
            "solver": solver_version(),
        }
        for name, text in attributes.items():
            root.attrs[name] = np.bytes_(text.encode())
        write_texts(root, "axes", list(summary.axes))
        root["axis_values"] = summary.values
        if any(node.attitudes_deg is not None for node in family.nodes):
            root["attitudes"] = _attitudes(family)
        root["midpoint_tolerance"] = summary.tolerance
        if summary.errors:
            root["midpoint_values"] = np.array(summary.midpoints)
        for field in fields(BlendError) if summary.errors else ():
            values = np.array([getattr(error, field.name) for error in summary.errors])
            root[f"midpoint_error_{field.name}"] = values
        nodes = root.create_group("nodes")
        for number, file in enumerate(files):
            with h5py.File(file) as database:
                copy_database(database, nodes.create_group(f"{number:04d}"))


def read_axis_summary(file: Path) -> AxisSummary:
    """Reads the contents of the file of a family over axes besides its databases.

    Raises:
        RaftupError: BAD_FIELD if the file is not that of a family over axes.
    """
    try:
        with h5py.File(file) as root:
            errors = "midpoint_values" in root
            columns = {
                field.name: root[f"midpoint_error_{field.name}"][:]
                for field in (fields(BlendError) if errors else ())
            }
            middles = root["midpoint_values"][:] if errors else np.empty(0)
            return AxisSummary(
                axes=tuple(name.decode() for name in root["axes"][:]),
                values=root["axis_values"][:],
                midpoints=tuple(float(value) for value in middles),
                errors=tuple(
                    BlendError(**{name: column[k] for name, column in columns.items()})
                    for k in range(len(middles))
                ),
                tolerance=float(root["midpoint_tolerance"][()]),
            )
    except (OSError, KeyError) as error:
        raise bad_field("file", f"must be a family over axes, {str(file)!r} is not") from error


def _attitudes(family: AxisFamily) -> FloatArray:
    count = max(len(node.attitudes_deg) for node in family.nodes if node.attitudes_deg is not None)
    rows = [
        np.zeros((count, 3)) if node.attitudes_deg is None else node.attitudes_deg
        for node in family.nodes
    ]
    if any(len(row) != count for row in rows):
        raise RaftupError("attitudes_deg must be of every body at each node", code="BAD_FIELD")
    return np.array(rows)
