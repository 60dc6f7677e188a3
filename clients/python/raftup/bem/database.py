"""Writing of a solution to a database in Raftup's own file format."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import h5py
import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.version import __version__
from raftup.bem.second_order.difference_qtf import DifferenceQtf
from raftup.bem.solution import Solution
from raftup.importing import ImportOptions, ImportReport, import_database, read_database

_TAKEN = ImportOptions(accepted_checks=("all",))
"""A result that took hours is not refused; findings report errors of its physics."""


def write_database(solution: Solution, file: Path) -> ImportReport:
    """Writes a database with the import program; the same solution gives the same bytes.

    The import program receives the numbers and the provenance of the format
    (docs/hydro/databases.md), writes the descriptions, and adds the findings of its checks.

    Args:
        solution: solution to be written.
        file: path of the HDF5 file; an existing file is replaced when the new one is complete.

    Returns:
        Contents of the file with all findings.

    Raises:
        RaftupError: as for import_database().
        OSError: if the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="raftup-") as folder:
        return import_database([_handed_over(solution, folder)], file, options=_TAKEN)


def frequency_advice(solution: Solution, tolerance: float) -> ImportReport:
    """Lets the import program estimate the error between the frequencies of a solution.

    Args:
        solution: solution with the frequencies so far.
        tolerance: largest error that needs no further frequency.

    Returns:
        A report with `frequency_error` and `frequencies_to_add`.

    Raises:
        RaftupError: as for import_database().
    """
    with TemporaryDirectory(prefix="raftup-") as folder:
        handed_over = _handed_over(solution, folder)
        report, _ = read_database([handed_over], options=_TAKEN, frequency_tolerance=tolerance)
        return report


def _handed_over(solution: Solution, folder: str) -> Path:
    """The file with which the import program receives a solution."""
    file = Path(folder) / "solution.h5"
    with h5py.File(file, "w", libver=("earliest", "v108")) as root:
        _write_root(root, solution)
        _write_bodies(root, solution)
        _write_coefficients(root, solution)
        _write_provenance(root, solution)
    return file


def _write_root(root: h5py.File, solution: Solution) -> None:
    attributes = {
        "format": "raftup-database",
        "format_version": "1",
        "source_format": "panels",
        "solver": solution.solver,
    }
    for name, text in attributes.items():
        root.attrs[name] = np.bytes_(text.encode())
    root["gravity"] = solution.gravity
    root["water_density"] = solution.water_density
    root["water_depth"] = solution.water_depth
    root["omega"] = solution.omega
    root["wave_direction"] = solution.wave_directions


def _write_bodies(root: h5py.File, solution: Solution) -> None:
    bodies = solution.bodies
    write_texts(root, "body", [body.name for body in bodies])
    root["center_of_gravity"] = np.array([body.center_of_mass for body in bodies])
    root["center_of_buoyancy"] = np.array([body.center_of_buoyancy for body in bodies])
    root["displaced_volume"] = np.array([body.displaced_volume for body in bodies])
    root["hydrostatic_stiffness"] = np.array([body.hydrostatic_stiffness for body in bodies])
    root["generalised_modes"] = np.zeros(len(bodies))


def _write_coefficients(root: h5py.File, solution: Solution) -> None:
    root["added_mass"] = solution.added_mass
    root["added_mass_infinite"] = solution.added_mass_infinite
    root["radiation_damping"] = solution.radiation_damping
    root["excitation_force"] = _parts(solution.excitation_force)
    root["froude_krylov_force"] = _parts(solution.froude_krylov_force)
    root["diffraction_force"] = _parts(solution.diffraction_force)
    if solution.mean_drift_force is not None:
        root["mean_drift_force"] = solution.mean_drift_force
    if solution.qtf_difference is not None:
        _write_qtf(root, solution.qtf_difference, solution.wave_directions)
    if len(solution.speeds):
        root["forward_speed"] = solution.speeds
        root["excitation_force_at_speed"] = _parts(solution.excitation_at_speed)
    if solution.field is not None:
        root["field/points"] = solution.field.points
        root["field/body"] = solution.field.bodies.astype(float)
        root["field/diffraction"] = _parts(solution.field.diffraction)
        root["field/radiation"] = _parts(solution.field.radiation)


def _write_qtf(root: h5py.File, qtf: DifferenceQtf, directions: FloatArray) -> None:
    """Writes the quadratic transfer functions, one entry per direction and dof."""
    size = len(qtf.omega)
    root["qtf_difference_omega"] = qtf.omega
    root["qtf_difference_influenced_dof"] = np.tile(np.arange(6.0), len(directions))
    root["qtf_difference_direction"] = np.repeat(directions, 6)[:, None] * np.ones(2)
    root["qtf_difference"] = _parts(qtf.values.reshape(-1, size, size))


def _parts(force: ComplexArray) -> FloatArray:
    """Converts complex numbers [...] to [real and imaginary part, ...]."""
    return np.stack([force.real, force.imag])


def _write_provenance(root: h5py.File, solution: Solution) -> None:
    """Writes the lists of texts that hydro/database/formats/raftup_layout.cpp reads."""
    write_texts(root, "source_name", [source.name for source in solution.sources])
    write_texts(root, "source_format", [source.format for source in solution.sources])
    write_texts(root, "source_sha256", [source.sha256 for source in solution.sources])
    solved = (
        f"solved by raftup {__version__} with {solution.solver}: {solution.panel_count} panels, "
        f"problem sha256 {solution.digest}"
    )
    write_texts(root, "history", [solved])
    if solution.findings:
        write_texts(root, "finding_name", [finding.name for finding in solution.findings])
        write_texts(root, "finding_severity", [item.severity for item in solution.findings])
        write_texts(root, "finding_message", [item.message for item in solution.findings])
        root["finding_value"] = np.array([finding.value for finding in solution.findings])


def write_texts(root: h5py.File, name: str, texts: list[str]) -> None:
    """Writes texts in UTF-8, padded to equal length."""
    encoded = [text.encode() for text in texts]
    kind = h5py.string_dtype("utf-8", max(len(text) for text in encoded))
    root.create_dataset(name, data=np.array(encoded, dtype=kind), dtype=kind)
