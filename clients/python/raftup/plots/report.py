"""All pictures of a result."""

from __future__ import annotations

import json
from pathlib import Path

import xarray as xr

from raftup.model import Model, load_model
from raftup.plots.figure import save
from raftup.plots.joints import plot_joint_forces
from raftup.plots.moorings import (
    plot_line_forces,
    plot_line_shapes,
    plot_offsets,
    recorded_line_forces,
    recorded_line_shapes,
)
from raftup.plots.motions import plot_motions
from raftup.plots.spectra import plot_spectra, predict_spectra
from raftup.remote.client import Client

_LEAST_SPECTRUM_DURATION = 100.0  # s after the ramp: a dozen waves, below which spectra say nothing


def model_of(dataset: xr.Dataset) -> Model:
    """The model that a result was made with."""
    return load_model(json.loads(dataset.attrs["model"]))


def save_result_plots(dataset: xr.Dataset, client: Client, folder: Path) -> list[Path]:
    """Motions, forces of joints, lines and fenders, shapes of lines, spectra in an irregular sea.

    Args:
        dataset: a result; what it does not hold is not drawn.
        client: of the server that has the model's databases.
        folder: where the pictures go.

    Returns:
        Paths of the pictures.
    """
    files: list[Path] = []
    if "displacement" in dataset:
        files.append(save(plot_motions(dataset), folder / "motions.png"))
    if "joint_force" in dataset:
        files.append(save(plot_joint_forces(dataset), folder / "joint_forces.png"))
    model = model_of(dataset)
    loads = [load.name for load in model.loads]
    if recorded_line_forces(dataset, loads):
        files.append(save(plot_line_forces(dataset, loads), folder / "line_forces.png"))
        if "position" in dataset:
            files.append(save(plot_offsets(dataset), folder / "offsets.png"))
    if recorded_line_shapes(dataset, loads):
        files.append(save(plot_line_shapes(dataset, loads), folder / "line_shapes.png"))
    start = model.environment.sea.ramp_duration
    irregular = any(wave.HasField("irregular") for wave in model.environment.sea.waves)
    long = float(dataset.time[-1]) - start >= _LEAST_SPECTRUM_DURATION
    if "displacement" in dataset and irregular and long:
        predicted = predict_spectra(model, client)
        files += [
            save(
                plot_spectra(dataset, body, predicted, start),
                folder / f"spectra_{body}.png",
            )
            for body in dataset.body.values
        ]
    return files
