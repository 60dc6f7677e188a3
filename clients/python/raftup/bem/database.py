"""Writing of a solution to a database in Raftup's own file format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import h5py
import numpy as np

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.base.files import whole_file
from raftup.base.version import __version__
from raftup.bem.finding import Finding, Severity
from raftup.bem.modes.solution import arrays_of_modes
from raftup.bem.second_order.transfer_functions import QuadraticTransferFunction
from raftup.bem.section_solution import SectionSolution
from raftup.bem.solution import Solution
from raftup.importing import ImportOptions, ImportReport, import_database, read_database

DATABASE_FORMAT = "raftup-database"
"""Attribute `format` of a database."""

ARRAY_FORMAT = "raftup-array"
"""Attribute `format` of the database of an array."""

_MOST_CHECKED = 6  # bodies of an array: what holds for them holds for all, at a tenth of the time
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
        handed_over = Path(folder) / "solution.h5"
        write_solution(solution, handed_over)
        return import_database([handed_over], file, options=_TAKEN)


def write_array_file(solution: Solution, file: Path) -> ImportReport:
    """Writes the database of an array: symmetric matrices as triangles, in single precision.

    The import program reads the file and adds the findings of its checks.

    Args:
        solution: solution of an array.
        file: path of the HDF5 file; an existing file is replaced when the new one is complete.

    Returns:
        Contents of the file with all findings.

    Raises:
        RaftupError: as for import_database().
        OSError: if the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    report = _report_on(checked_part(solution))
    found = tuple(
        Finding(item.name, cast("Severity", item.severity), item.message, item.value)
        for item in report.findings
    )
    with whole_file(file) as unfinished:
        write_solution(replace(solution, findings=found), unfinished, as_array=True)
    return report


def checked_part(solution: Solution) -> Solution:
    """The bodies of an array that are checked: all, or of many six, with a finding that says so.

    They are the one in the middle and others as far from those before as possible.
    """
    assert solution.placement is not None
    places = solution.placement.positions
    if len(places) <= _MOST_CHECKED:
        return solution
    chosen = [int(np.argmin(np.linalg.norm(places - places.mean(axis=0), axis=1)))]
    while len(chosen) < _MOST_CHECKED:
        distance = np.linalg.norm(places[:, None] - places[chosen], axis=-1).min(axis=1)
        chosen.append(int(np.argmax(distance)))
    chosen.sort()
    names = ", ".join(solution.bodies[body].name for body in chosen)
    message = (
        f"coefficients must pass the checks of an import, were checked for {len(chosen)} of "
        f"{len(places)} bodies: {names}"
    )
    finding = Finding("array_checked_in_part", "info", message, float(len(chosen)))
    part = solution.of_bodies(chosen)
    return replace(part, findings=(*part.findings, finding))


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
    part = solution if solution.placement is None else checked_part(solution)
    return _report_on(part, tolerance)


def _report_on(solution: Solution, frequency_tolerance: float = 0.0) -> ImportReport:
    """What the import program says of a solution."""
    with TemporaryDirectory(prefix="raftup-") as folder:
        handed_over = Path(folder) / "solution.h5"
        write_solution(solution, handed_over, as_array=solution.placement is not None)
        report, _ = read_database(
            [handed_over], options=_TAKEN, frequency_tolerance=frequency_tolerance
        )
        return report


def write_solution(solution: Solution, file: Path, *, as_array: bool = False) -> None:
    """Writes the numbers and the provenance of a database, without the descriptions.

    Args:
        solution: solution to be written.
        file: path of the HDF5 file, which is replaced.
        as_array: whether symmetric matrices become triangles in single precision.
    """
    with h5py.File(file, "w", libver=("earliest", "v108")) as root:
        _write_root(root, solution, ARRAY_FORMAT if as_array else DATABASE_FORMAT)
        _write_bodies(root, solution)
        if as_array:
            _write_array(root, solution)
        else:
            _write_coefficients(root, solution)
        _write_provenance(root, solution)


def _write_root(root: h5py.File, solution: Solution, layout: str) -> None:
    attributes = {
        "format": layout,
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
        _write_qtf(root, "qtf_difference", solution.qtf_difference)
    if solution.qtf_sum is not None:
        _write_qtf(root, "qtf_sum", solution.qtf_sum)
    if len(solution.speeds):
        root["forward_speed"] = solution.speeds
        root["excitation_force_at_speed"] = _parts(solution.excitation_at_speed)
    if solution.field is not None:
        root["field/points"] = solution.field.points
        root["field/body"] = solution.field.bodies.astype(float)
        root["field/diffraction"] = _parts(solution.field.diffraction)
        root["field/radiation"] = _parts(solution.field.radiation)
    if solution.sections is not None:
        _write_sections(root, solution.sections)
    if solution.modes is not None:
        for name, values in arrays_of_modes(solution.modes).items():
            root[f"modes/{name}"] = values


def _write_sections(root: h5py.File, sections: SectionSolution) -> None:
    root["section/x"] = sections.x
    root["section/body"] = sections.bodies.astype(float)
    root["section/still_water_force"] = sections.still_water_force
    root["section/hydrostatic_stiffness"] = sections.hydrostatic_stiffness
    root["section/added_mass"] = sections.added_mass
    root["section/radiation_damping"] = sections.radiation_damping
    root["section/excitation_force"] = _parts(sections.excitation_force)
    if sections.mode_stiffness.size:
        root["section/mode_stiffness"] = sections.mode_stiffness


def _write_array(root: h5py.File, solution: Solution) -> None:
    """Writes the coefficients of an array and where its hulls are."""
    rows, columns = np.triu_indices(len(solution.added_mass_infinite))
    for name in ("added_mass", "radiation_damping", "added_mass_infinite"):
        matrices = getattr(solution, name)
        symmetric = 0.5 * (matrices + np.swapaxes(matrices, -1, -2))
        root[name] = symmetric[..., rows, columns].astype(np.float32)
    root["excitation_force"] = _parts(solution.excitation_force).astype(np.float32)
    root["froude_krylov_force"] = _parts(solution.froude_krylov_force).astype(np.float32)
    if solution.placement is not None:
        root["array/hull"] = np.array(solution.placement.kind, dtype=float)
        root["array/position"] = solution.placement.positions
        root["array/heading"] = solution.placement.headings


def _write_qtf(root: h5py.File, name: str, qtf: QuadraticTransferFunction) -> None:
    """Writes the quadratic transfer functions, one entry per pair of directions and dof."""
    size, dofs = len(qtf.omega), qtf.values.shape[1]
    root[f"{name}_omega"] = qtf.omega
    root[f"{name}_influenced_dof"] = np.tile(np.arange(float(dofs)), len(qtf.directions))
    root[f"{name}_direction"] = np.repeat(qtf.directions, dofs, axis=0)
    root[name] = _parts(qtf.values.reshape(-1, size, size))


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
