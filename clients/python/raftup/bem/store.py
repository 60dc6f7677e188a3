"""Results of single frequencies on disk, so that a solution can continue after an interruption."""

from __future__ import annotations

import hashlib
import shutil
import zipfile
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.files import whole_file
from raftup.bem.field_points import FieldResult
from raftup.bem.potential import FrequencyResult, PanelModel
from raftup.bem.second_order.surface_flow import flow_from_arrays, flow_to_arrays
from raftup.bem.second_order.surface_waves import SurfaceWaves
from raftup.bem.sections import SectionResult

_WAVES = tuple(field.name for field in fields(SurfaceWaves))
_FIELD = tuple(field.name for field in fields(FieldResult))
_SECTIONS = tuple(field.name for field in fields(SectionResult))
_LAYOUT = "raftup.bem 1"  # changes when the same input gives other numbers


def problem_digest(model: PanelModel, solver: str) -> str:
    """SHA-256 digest of everything that determines a result except its frequency.

    Args:
        model: the problem.
        solver: program and version.
    """
    digest = hashlib.sha256(f"{_LAYOUT} {solver}".encode())
    arrays: tuple[np.ndarray[Any, Any], ...] = (
        model.mesh.vertices,
        model.mesh.faces,
        model.body_of_panel,
        np.array([model.interior_count]),
        model.damping,
        model.centers_of_mass,
        model.wave_directions,
        np.array([model.water_density, model.gravity, model.water_depth]),
    )
    arrays += _arrays_of_floating(model)
    if model.keeps_waves:
        arrays += (np.array([model.keeps_waves]),)
    if len(model.field_points):
        arrays += (model.field_points,)
    if len(model.sections.x):
        arrays += (model.sections.x, model.sections.bodies)
    if len(model.mode_shapes):
        arrays += (model.mode_shapes,)
    if model.free_surface is not None:
        arrays += (model.free_surface.points, np.array([model.free_surface.radius]))
    if model.keeps_potential:
        digest.update(b"potential")
    for array in (*arrays, *model.method_arrays):
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _arrays_of_floating(model: PanelModel) -> tuple[np.ndarray[Any, Any], ...]:
    """How the bodies float whose mean drift forces are computed."""
    arrays: tuple[np.ndarray[Any, Any], ...] = ()
    for body, free in enumerate(model.floating):
        if free is None:
            continue
        arrays += (free.mass_matrix, free.hydrostatic_stiffness, free.roll_axis)
        arrays += (np.array([free.roll_damping]),)
        if len(model.floating) > 1:
            arrays += (np.array([body]),)
    if model.floating and not arrays:
        arrays += (np.zeros(len(model.floating)),)  # all are held
    return arrays


class ResultStore:
    """One folder per problem, named by its digest, with a file per frequency."""

    def __init__(self, root: Path, digest: str) -> None:
        self._root = root
        self._folder = root / digest
        self._folder.mkdir(parents=True, exist_ok=True)

    def load(self, omega: float) -> FrequencyResult | None:
        """The result at a frequency [rad/s]; None if it is missing or incomplete."""
        try:
            with np.load(self._file(omega)) as arrays:
                values = {name: arrays[name] for name in arrays.files}
            waves = {name: values.pop(name) for name in _WAVES if name in values}
            at_points = {name: values.pop(name) for name in _FIELD if name in values}
            ahead = {name: values.pop(name) for name in _SECTIONS if name in values}
            flow = flow_from_arrays(values)
            return FrequencyResult(
                omega,
                **values,
                waves=SurfaceWaves(**waves) if waves else None,
                field_waves=FieldResult(**at_points),
                sections=SectionResult(**ahead),
                surface_flow=flow,
            )
        except (FileNotFoundError, zipfile.BadZipFile, ValueError, EOFError):
            return None

    def save(self, result: FrequencyResult) -> None:
        """Stores a result; its file is written completely or not at all."""
        file = self._file(result.omega)
        with whole_file(file) as unfinished, unfinished.open("wb") as stream:
            further: dict[str, Any] = {} if result.waves is None else vars(result.waves)
            if result.field_waves.radiation.size:
                further = further | vars(result.field_waves)
            if result.sections.section_added_mass.size:
                further = further | vars(result.sections)
            if result.surface_flow is not None:
                further = further | flow_to_arrays(result.surface_flow)
            if result.potential.size:
                further = further | {"potential": result.potential}
            if result.energy_error.size:
                further = further | {"energy_error": result.energy_error}
            np.savez(
                stream,
                added_mass=result.added_mass,
                radiation_damping=result.radiation_damping,
                froude_krylov_force=result.froude_krylov_force,
                diffraction_force=result.diffraction_force,
                mean_drift_force=result.mean_drift_force,
                drift_far_away=result.drift_far_away,
                **further,
            )

    def remove(self) -> None:
        """Deletes the results of this problem, and the root folder if it is then empty."""
        shutil.rmtree(self._folder)
        if not any(self._root.iterdir()):
            self._root.rmdir()

    def _file(self, omega: float) -> Path:
        return self._folder / f"omega_{float(omega).hex()}.npz"
