"""Reading of the results in a database that was solved here, so that frequencies can be added."""

from __future__ import annotations

from pathlib import Path

import h5py
import numpy as np

from raftup.base.arrays import ComplexArray
from raftup.base.errors import bad_field
from raftup.bem.field_points import FieldResult
from raftup.bem.potential import FrequencyResult
from raftup.bem.sections import IndexArray, SectionResult

_WRITTEN_AND_IMPORTED = 2  # entries of the history of a database that nothing has changed since


def solved_results(file: Path, digest: str) -> list[FrequencyResult]:
    """Reads the results from which a database was written, bit for bit.

    Args:
        file: database of write_database().
        digest: digest of the problem, from problem_digest().

    Returns:
        Results at finite frequencies, ascending, then at infinite frequency.

    Raises:
        RaftupError: BAD_FIELD if the file is missing, was changed, or belongs to another problem.
    """
    if not file.is_file():
        raise bad_field("add", f"needs a database to add to, {str(file)!r} does not exist")
    try:
        with h5py.File(file) as root:
            history = [entry.decode() for entry in root["history"][:]]
            if len(history) != _WRITTEN_AND_IMPORTED or "problem sha256 " not in history[0]:
                raise bad_field(
                    "add", f"needs a database as raftup hydro solve wrote it, {str(file)!r} is not"
                )
            if not history[0].endswith(digest):
                raise bad_field(
                    "add",
                    f"needs the hulls, the water and the directions that {str(file)!r} was solved "
                    "with, and the same solver",
                )
            return _results(root)
    except (OSError, KeyError) as error:
        raise bad_field("add", f"needs a database, {str(file)!r} is none") from error


def _results(root: h5py.File) -> list[FrequencyResult]:
    froude_krylov = _complex(root["froude_krylov_force"])
    diffraction = _complex(root["diffraction_force"])
    drift = root.get("mean_drift_force", np.zeros((len(root["omega"]), 0, 6)))
    dofs = _solved_dofs(root)
    pairs = np.ix_(dofs, dofs)
    finite = [
        FrequencyResult(
            float(omega),
            root["added_mass"][k][pairs],
            root["radiation_damping"][k][pairs],
            froude_krylov[k][:, dofs],
            diffraction[k][:, dofs],
            drift[k],
            field_waves=_field_waves(root, k),
            sections=_sections(root, k),
        )
        for k, omega in enumerate(root["omega"][:])
    ]
    infinite = root["added_mass_infinite"][:][pairs]
    none = np.empty((0, len(infinite)), dtype=complex)
    return [*finite, FrequencyResult(np.inf, infinite, np.zeros_like(infinite), none, none)]


def _solved_dofs(root: h5py.File) -> IndexArray:
    """The dofs that were solved: those of hulls and modes, without what is empty in carriers."""
    count = len(root["added_mass_infinite"])
    if "modes" not in root:
        return np.arange(count)
    modes = root["modes/dof"][:].astype(np.int64)
    return np.concatenate([np.arange(modes.min()), modes])


def _field_waves(root: h5py.File, k: int) -> FieldResult:
    """The waves at the field points at frequency k."""
    if "field" not in root:
        return FieldResult()
    diffraction, radiation = (
        _complex(root[f"field/{name}"]) for name in ("diffraction", "radiation")
    )
    radiated = radiation[:, _solved_dofs(root), k]
    return FieldResult(diffraction[..., k].copy(), radiated.copy())


def _sections(root: h5py.File, k: int) -> SectionResult:
    """The forces on the parts of hulls ahead of planes at frequency k."""
    if "section" not in root:
        return SectionResult()
    excitation = _complex(root["section/excitation_force"])
    mass, damping = (root[f"section/{name}"][:, k] for name in ("added_mass", "radiation_damping"))
    dofs = _solved_dofs(root)
    return SectionResult(mass[:, :, dofs], damping[:, :, dofs], excitation[:, k].copy())


def _complex(parts: h5py.Dataset) -> ComplexArray:
    force = np.empty(parts.shape[1:], dtype=complex)
    force.real, force.imag = parts[0], parts[1]  # a sum would lose the sign of a negative zero
    return force
