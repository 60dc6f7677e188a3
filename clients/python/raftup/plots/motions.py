"""Figures of motions over time."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import xarray as xr
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.bodies import moving_most, shown_text
from raftup.plots.figure import (
    COLOURS,
    READABLE_SPAN,
    add_legend,
    label_x,
    new_figure,
    set_margin,
    time_label,
)
from raftup.remote.coefficients import DOFS

_LEAST_RANGE = 1e-3  # m and deg: below this a motion is drawn as none


def display_values(dof: str, values: FloatArray) -> tuple[FloatArray, str]:
    """Values of a dof with their unit: meters, or degrees for rotations."""
    if DOFS.index(dof) < 3:
        return values, "m"
    return np.rad2deg(values), "deg"


def in_degrees(values: FloatArray, unit: str) -> tuple[FloatArray, str]:
    """Converts angles and units that contain rad to degrees; other values are unchanged."""
    if unit == "rad" or unit.startswith(("rad/", "rad ")):
        return np.rad2deg(values), f"deg{unit.removeprefix('rad')}"
    return values, unit


def recorded_bodies(dataset: xr.Dataset, variable: str) -> list[str]:
    """Bodies for which a variable of a result was recorded."""
    if variable not in dataset:
        return []
    values = dataset[variable]
    absent = values.isnull().all([name for name in values.dims if name != "body"])
    return [str(body) for body in dataset.body.values[~absent.values]]


def plot_motions(
    dataset: xr.Dataset, bodies: Sequence[str] | None = None, span: float = READABLE_SPAN
) -> Figure:
    """Six motions of bodies about their rest pose, in the axes of the rest heading.

    Args:
        dataset: result with `displacement`.
        bodies: names of bodies; default: all of them, of many those that move most.
        span: duration at the end that is drawn [s].
    """
    if bodies is None:
        bodies = moving_most(dataset.displacement.std("time"))
    label = time_label(dataset.time.values, span)
    end = float(dataset.time[-1])
    dataset = dataset.sel(time=slice(end - span, end))
    figure = new_figure(3, 2, height=6.5)
    for place, dof in enumerate(DOFS):
        axes = figure.axes[2 * (place % 3) + place // 3]  # translations left, rotations right
        for colour, body in zip(COLOURS, bodies, strict=False):
            motion = dataset.displacement.sel(body=body, dof=dof).values
            values, unit = display_values(dof, motion)
            axes.plot(dataset.time, values, color=colour, label=body, linewidth=0.8)
            axes.set_ylabel(f"{dof} [{unit}]")
        set_margin(axes, _LEAST_RANGE)
    label_x(figure, label, 2)
    add_legend(figure, shown_text(len(bodies), dataset.sizes["body"]))
    return figure


def gap_between_sides(
    dataset: xr.Dataset, body: str, side: float, other: str, other_side: float
) -> FloatArray:
    """Clear width between the side of one hull and the widest point of the other's facing side.

    Args:
        dataset: result with `position` and `orientation`.
        body: first body, with the side plane y = `side`.
        side: half breadth with its sign, > 0 to port [m].
        other: second body.
        other_side: y of its facing side amidships, in its own axes [m].

    Returns:
        [time] m along the transverse axis of the first body; negative if the hulls overlap.
    """
    point = _to_world(dataset, other, np.array([0.0, other_side, 0.0]))
    offset = point - dataset.position.sel(body=body).values
    axes = _rotation(dataset.orientation.sel(body=body).values)
    across = np.einsum("ti,ti->t", axes[:, :, 1], offset)
    gap: FloatArray = np.sign(side) * (across - side)
    return gap


def plot_gap(dataset: xr.Dataset, gap: FloatArray, title: str) -> Figure:
    """The clear width between two hulls over time.

    Args:
        dataset: result with the times.
        gap: [time] m.
        title: names of the hulls.
    """
    figure = new_figure(1, 1, height=3.0)
    axes = figure.axes[0]
    axes.plot(dataset.time, gap, color=COLOURS[0], linewidth=0.9)
    smallest = int(np.argmin(gap))
    axes.plot(dataset.time[smallest], gap[smallest], "o", color=COLOURS[1], markersize=5)
    axes.axhline(gap[0], color="#888888", linewidth=0.8, linestyle="--")
    axes.set_xlim(float(dataset.time[0]), float(dataset.time[-1]))
    axes.set_ylabel("gap [m]")
    axes.set_title(f"{title}: {gap[0]:.2f} m at rest, least {gap[smallest]:.2f} m")
    label_x(figure, "time [s]", 1)
    return figure


def _to_world(dataset: xr.Dataset, body: str, point: FloatArray) -> FloatArray:
    """Positions [time, 3] m, world, of a point in a body's model frame."""
    rotation = _rotation(dataset.orientation.sel(body=body).values)
    position: FloatArray = dataset.position.sel(body=body).values
    return position + rotation @ point


def _rotation(orientation: FloatArray) -> FloatArray:
    """Rotation matrices [time, 3, 3] from body to world axes, of unit quaternions w x y z."""
    w, x, y, z = orientation.T
    return np.moveaxis(
        np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
        ),
        -1,
        0,
    )
