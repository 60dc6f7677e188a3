"""A solution as an HDF5 database in the dialect of BEMIO, which Raftup and WEC-Sim read."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np

from raftup.bem.solution import BodySolution, Solution
from raftup.coefficients import ComplexArray, FloatArray
from raftup.files import whole_file
from raftup.version import __version__


def write_bemio(solution: Solution, file: Path) -> None:
    """Writes a database; the same solution gives the same bytes.

    Normalised as the format has it: A / rho, B / (rho omega), C / (rho g), X / (rho g); vectors are
    [n, 1], scalars [1, 1]; rows are the body's own dofs, columns those of all bodies. Findings,
    sources and history stand below /raftup, where only Raftup's reader looks.

    Args:
        solution: what to write.
        file: replaced where it exists, in one go.

    Raises:
        OSError: where it cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with (
        whole_file(file) as unfinished,
        h5py.File(unfinished, "w", libver=("earliest", "v108")) as root,
    ):
        root["bem_data/code"] = np.bytes_("CAPYTAINE")
        _write_parameters(root, solution)
        for index, body in enumerate(solution.bodies):
            _write_properties(root, index, body)
            _write_coefficients(root, index, solution)
        _write_provenance(root.create_group("raftup"), solution)


def _write_provenance(group: h5py.Group, solution: Solution) -> None:
    """Lists of texts as hydro/database/readers/provenance.cpp reads them."""
    _write_texts(group, "source_name", [source.name for source in solution.sources])
    _write_texts(group, "source_format", [source.format for source in solution.sources])
    _write_texts(group, "source_sha256", [source.sha256 for source in solution.sources])
    solved = (
        f"solved by raftup {__version__} with {solution.solver}: {solution.panel_count} panels, "
        f"problem sha256 {solution.digest}"
    )
    _write_texts(group, "history", [solved])
    if solution.findings:
        _write_texts(group, "finding_name", [finding.name for finding in solution.findings])
        _write_texts(group, "finding_severity", [item.severity for item in solution.findings])
        _write_texts(group, "finding_message", [item.message for item in solution.findings])
        group["finding_value"] = np.array([finding.value for finding in solution.findings])


def _write_texts(group: h5py.Group, name: str, texts: list[str]) -> None:
    """UTF-8 texts of one length."""
    encoded = [text.encode() for text in texts]
    kind = h5py.string_dtype("utf-8", max(len(text) for text in encoded))
    group.create_dataset(name, data=np.array(encoded, dtype=kind), dtype=kind)


def _write_parameters(root: h5py.File, solution: Solution) -> None:
    group = root.create_group("simulation_parameters")
    group["scaled"] = np.zeros((1, 1))
    group["g"] = np.full((1, 1), solution.gravity)
    group["rho"] = np.full((1, 1), solution.water_density)
    group["w"] = solution.omega[:, None]
    group["T"] = 2.0 * np.pi / solution.omega[:, None]
    group["wave_dir"] = np.rad2deg(solution.wave_directions)[:, None].round(12)
    deep = np.isinf(solution.water_depth)
    group["water_depth"] = np.bytes_("infinite") if deep else np.full((1, 1), solution.water_depth)


def _write_properties(root: h5py.File, index: int, body: BodySolution) -> None:
    group = root.create_group(f"body{index + 1}/properties")
    group["name"] = np.bytes_(body.name.encode())
    numbers = {"body_number": index + 1, "dof": 6, "dof_start": 6 * index + 1}
    numbers["dof_end"] = 6 * index + 6
    for name, number in numbers.items():
        group[name] = np.full((1, 1), float(number))
    group["disp_vol"] = np.full((1, 1), body.displaced_volume)
    group["cg"] = body.center_of_mass[:, None]
    group["cb"] = body.center_of_buoyancy[:, None]


def _write_coefficients(root: h5py.File, index: int, solution: Solution) -> None:
    density, gravity, omega = solution.water_density, solution.gravity, solution.omega
    rows = slice(6 * index, 6 * index + 6)
    group = root.create_group(f"body{index + 1}/hydro_coeffs")
    stiffness = solution.bodies[index].hydrostatic_stiffness
    group["linear_restoring_stiffness"] = stiffness / (density * gravity)
    group["added_mass/inf_freq"] = solution.added_mass_infinite[rows] / density
    group["added_mass/all"] = _by_frequency(solution.added_mass[:, rows] / density)
    damping = solution.radiation_damping[:, rows] / (density * omega[:, None, None])
    group["radiation_damping/all"] = _by_frequency(damping)
    for name, force in (
        ("excitation", solution.excitation_force),
        ("excitation/froude-krylov", solution.froude_krylov_force),
        ("excitation/scattering", solution.diffraction_force),
    ):
        _write_force(group.require_group(name), force[:, :, rows] / (density * gravity))


def _by_frequency(values: FloatArray) -> FloatArray:
    """[n, row, column] as [row, column, n]."""
    return np.ascontiguousarray(np.moveaxis(values, 0, -1))


def _write_force(group: h5py.Group, force: ComplexArray) -> None:
    """Force [n, direction, row] as [row, direction, n], by parts and by size and phase."""
    turned = np.transpose(force, (2, 1, 0))
    parts = {"re": turned.real, "im": turned.imag, "mag": abs(turned), "phase": np.angle(turned)}
    for name, values in parts.items():
        group[name] = np.ascontiguousarray(values)
