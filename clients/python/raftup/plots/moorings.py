"""Figures of lines and fenders, and of the offsets of bodies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import (
    COLOURS,
    READABLE_SPAN,
    add_legend,
    label_x,
    line_style,
    make_square,
    new_figure,
    set_margin,
    time_label,
)
from raftup.plots.motions import recorded_bodies

_LEAST_RANGE = 1e-3  # kN, m: below this a force or an offset is drawn as none
_FORCES = {
    "tension": "line tension [kN]",
    "reaction": "fender reaction [kN]",
    "force": "force on the first body [kN]",
}


def recorded_line_forces(dataset: xr.Dataset, loads: Sequence[str]) -> dict[str, list[str]]:
    """Loads with a recorded tension, reaction or force, by the names of these quantities.

    A load with a tension or reaction is not listed with its force again.

    Args:
        dataset: result.
        loads: names of the model's loads.
    """
    found: dict[str, list[str]] = {force: [] for force in _FORCES}
    for load in loads:
        recorded = [force for force in _FORCES if f"{load}_{force}" in dataset]
        for force in recorded:
            if force != "force" or len(recorded) == 1:
                found[force].append(load)
    return {force: names for force, names in found.items() if names}


def plot_line_forces(
    dataset: xr.Dataset, loads: Sequence[str], span: float = READABLE_SPAN
) -> Figure:
    """Tensions of lines, reactions of fenders and magnitudes of other forces over time, in panels.

    Args:
        dataset: result with `<load>_tension`, `<load>_reaction` or `<load>_force` of some load.
        loads: names of the model's loads; those that were not recorded are left out.
        span: duration at the end that is drawn [s].
    """
    forces = recorded_line_forces(dataset, loads)
    label = time_label(dataset.time.values, span)
    end = float(dataset.time[-1])
    dataset = dataset.sel(time=slice(end - span, end))
    figure = new_figure(len(forces), 1, height=1.0 + 3.0 * len(forces))
    for axes, (force, names) in zip(figure.axes, forces.items(), strict=True):
        for number, load in enumerate(names):
            axes.plot(
                dataset.time,
                1e-3 * _amount(dataset[f"{load}_{force}"].values),
                **line_style(number),
                linewidth=0.9,
                label=load,
            )
        axes.set_ylabel(_FORCES[force])
        set_margin(axes, _LEAST_RANGE)
        axes.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)
    label_x(figure, label, 1)
    return figure


def _amount(values: FloatArray) -> FloatArray:
    """Magnitude [time] of a force, which may be followed by its moment."""
    return values if values.ndim == 1 else np.linalg.norm(values[:, :3], axis=1)


def recorded_line_shapes(dataset: xr.Dataset, loads: Sequence[str]) -> list[str]:
    """Loads with recorded positions of nodes, which are lines with dynamics of their own.

    Args:
        dataset: result.
        loads: names of the model's loads.
    """
    return [load for load in loads if f"{load}_shape" in dataset]


def plot_line_shapes(dataset: xr.Dataset, loads: Sequence[str], count: int = 8) -> Figure:
    """Lines from the side at several times: height over the distance from the first node.

    Args:
        dataset: result with `<load>_shape` of at least one load [3 n] m.
        loads: names of the model's loads; those that were not recorded are left out.
        count: number of times, evenly spaced; the last one has the darkest color.
    """
    lines = recorded_line_shapes(dataset, loads)
    figure = new_figure(len(lines), 1, height=1.0 + 2.5 * len(lines))
    instants = np.unique(np.linspace(0, dataset.sizes["time"] - 1, count).round().astype(int))
    for number, (axes, line) in enumerate(zip(figure.axes, lines, strict=True)):
        nodes = dataset[f"{line}_shape"].values[instants].reshape(len(instants), -1, 3)
        distance = np.hypot(*(nodes[..., :2] - nodes[:, :1, :2]).transpose(2, 0, 1))
        for place, (along, height) in enumerate(zip(distance, nodes[..., 2], strict=True)):
            axes.plot(
                along,
                height,
                color=COLOURS[number % len(COLOURS)],
                alpha=0.25 + 0.75 * (place + 1) / len(instants),
                linewidth=0.9,
            )
        axes.set_ylabel(f"z of {line} [m]")
    label_x(figure, "distance from the fairlead [m]", 1)
    return figure


def recorded_line_ranges(dataset: xr.Dataset, loads: Sequence[str]) -> list[str]:
    """Loads with recorded positions of nodes and tensions of elements, of the kind `line`.

    Args:
        dataset: result.
        loads: names of the model's loads.
    """
    shaped = recorded_line_shapes(dataset, loads)
    return [load for load in shaped if f"{load}_tensions" in dataset]


def plot_line_ranges(dataset: xr.Dataset, loads: Sequence[str]) -> Figure:
    """Range graphs: what the tension and the curvature along each line are over the whole result.

    The band is from the least to the greatest value, the line the mean, dashes one standard
    deviation beside it.

    Args:
        dataset: result with `<load>_shape` and `<load>_tensions` of at least one load, and
            `<load>_curvatures` to be drawn beside them.
        loads: names of the model's loads; those that were not recorded are left out.
    """
    lines = recorded_line_ranges(dataset, loads)
    figure = new_figure(len(lines), 2, width=11.0, height=1.0 + 2.5 * len(lines), share_x=False)
    for number, line in enumerate(lines):
        nodes = dataset[f"{line}_shape"].values.reshape(dataset.sizes["time"], -1, 3)
        parts = np.linalg.norm(np.diff(nodes.mean(axis=0), axis=0), axis=1)
        arc = np.concatenate([[0.0], np.cumsum(parts)])
        middle = 0.5 * (arc[1:] + arc[:-1])
        colour = COLOURS[number % len(COLOURS)]
        left, right = figure.axes[2 * number : 2 * number + 2]
        _draw_range(left, middle, 1e-3 * dataset[f"{line}_tensions"].values, colour)
        left.set_ylabel(f"tension of {line} [kN]")
        if f"{line}_curvatures" in dataset:
            _draw_range(right, arc, dataset[f"{line}_curvatures"].values, colour)
        right.set_ylabel(f"curvature of {line} [1/m]")
    label_x(figure, "distance along the line from end a [m]", 2)
    return figure


def _draw_range(axes: Axes, along: FloatArray, values: FloatArray, colour: str) -> None:
    mean, deviation = values.mean(axis=0), values.std(axis=0)
    axes.fill_between(along, values.min(axis=0), values.max(axis=0), color=colour, alpha=0.2)
    axes.plot(along, mean, color=colour, linewidth=1.0)
    for side in (-1.0, 1.0):
        axes.plot(along, mean + side * deviation, "--", color=colour, linewidth=0.7)


def plot_offsets(dataset: xr.Dataset) -> Figure:
    """Horizontal offset of each body from its initial position, seen from above.

    Args:
        dataset: result with `position` [m, world] of at least one body.
    """
    figure = new_figure(1, 1, width=6.0, height=6.0)
    axes = figure.axes[0]
    for number, body in enumerate(recorded_bodies(dataset, "position")):
        track = dataset.position.sel(body=body).values
        x, y = (track[:, :2] - track[0, :2]).T
        colour = COLOURS[number % len(COLOURS)]
        farthest = float(np.max(np.hypot(x, y)))
        label = f"{body}, {farthest:.1f} m at most"
        axes.plot(x, y, color=colour, linewidth=0.8, label=label)
        axes.plot(x[-1], y[-1], "o", color=colour, markersize=4)
    make_square(axes, _LEAST_RANGE)
    axes.set_xlabel("offset along x [m]")
    axes.set_ylabel("offset along y [m]")
    add_legend(figure)
    return figure
