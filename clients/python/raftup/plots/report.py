"""All figures of a result."""

from __future__ import annotations

import json
from pathlib import Path

import xarray as xr
from matplotlib.figure import Figure

from raftup.model import Model, load_model
from raftup.plots.bodies import moving_most
from raftup.plots.figure import save
from raftup.plots.joints import plot_joint_forces, recorded_joint_forces
from raftup.plots.moorings import (
    plot_line_forces,
    plot_line_ranges,
    plot_line_shapes,
    plot_offsets,
    recorded_line_forces,
    recorded_line_ranges,
    recorded_line_shapes,
)
from raftup.plots.motions import plot_motions, recorded_bodies
from raftup.plots.poses import plot_poses, plot_tracks
from raftup.plots.readings import plot_contacts, plot_load_readings
from raftup.plots.spectra import plot_spectra, predict_spectra
from raftup.remote.client import Client

_LEAST_SPECTRUM_DURATION = 100.0  # s after the ramp: a dozen waves, below which spectra say nothing


def model_of(dataset: xr.Dataset) -> Model:
    """The model of a result."""
    return load_model(json.loads(dataset.attrs["model"]))


def save_result_plots(dataset: xr.Dataset, client: Client, folder: Path) -> list[Path]:
    """Writes figures of all recorded motions, forces, contacts and loads.

    They show motions about the rest pose with spectra in an irregular sea; poses if there are no
    displacements; tracks in this case, and for hulls that maneuver or keep their position. Of many
    bodies those that move most have spectra.

    Args:
        dataset: result; what was not recorded is left out.
        client: client of the server that has the model's databases.
        folder: folder for the figures.

    Returns:
        Paths of the figures.
    """
    model = model_of(dataset)
    figures = {**_motions(dataset, model), **_forces(dataset, model)}
    figures |= _spectra(dataset, model, client)
    return [save(figure, folder / f"{name}.png") for name, figure in figures.items()]


def _motions(dataset: xr.Dataset, model: Model) -> dict[str, Figure]:
    figures = {}
    moved = recorded_bodies(dataset, "position")
    about_rest = "displacement" in dataset
    if about_rest:
        figures["motions"] = plot_motions(dataset)
    elif moved or recorded_bodies(dataset, "orientation"):
        figures["poses"] = plot_poses(dataset)
    kinds = {load.WhichOneof("kind") for load in model.loads}
    steered = bool(kinds & {"manoeuvring", "dynamic_positioning"})
    if moved and (steered or not about_rest):
        figures["tracks"] = plot_tracks(dataset)
    return figures


def _forces(dataset: xr.Dataset, model: Model) -> dict[str, Figure]:
    figures = {}
    loads = [load.name for load in model.loads]
    if recorded_joint_forces(dataset):
        figures["joint_forces"] = plot_joint_forces(dataset)
    forces = recorded_line_forces(dataset, loads)
    if forces:
        figures["line_forces"] = plot_line_forces(dataset, loads)
    if forces.keys() - {"force"} and recorded_bodies(dataset, "position"):
        figures["offsets"] = plot_offsets(dataset)
    if recorded_line_shapes(dataset, loads):
        figures["line_shapes"] = plot_line_shapes(dataset, loads)
    if recorded_line_ranges(dataset, loads):
        figures["line_ranges"] = plot_line_ranges(dataset, loads)
    readings = {
        "contacts": plot_contacts(dataset, [reader.name for reader in model.contact_readers]),
        "loads": plot_load_readings(dataset, loads),
    }
    return figures | {name: figure for name, figure in readings.items() if figure is not None}


def _spectra(dataset: xr.Dataset, model: Model, client: Client) -> dict[str, Figure]:
    start = max(model.environment.sea.ramp_duration, float(dataset.time[0]))
    irregular = any(wave.HasField("irregular") for wave in model.environment.sea.waves)
    long = float(dataset.time[-1]) - start >= _LEAST_SPECTRUM_DURATION
    bodies = recorded_bodies(dataset, "displacement")
    if not (bodies and irregular and long):
        return {}
    predicted = predict_spectra(model, client)
    late = dataset.displacement.sel(body=bodies, time=slice(start, None))
    bodies = moving_most(late.std("time"))
    return {f"spectra_{body}": plot_spectra(dataset, body, predicted, start) for body in bodies}
