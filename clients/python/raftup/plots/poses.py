"""Figures of positions and attitudes of bodies, for results without displacements."""

from __future__ import annotations

import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import (
    COLOURS,
    add_legend,
    label_x,
    make_square,
    new_figure,
    set_margin,
)
from raftup.plots.motions import recorded_bodies

_LEAST_RANGE = 1e-3  # m and deg: below this a motion is drawn as none


def plot_poses(dataset: xr.Dataset) -> Figure:
    """Displacement of each body from its start along the world's axes, and roll, pitch, heading.

    Args:
        dataset: result with `position` [m] or `orientation` of at least one body.
    """
    figure = new_figure(3, 2, height=6.5)
    bodies = list(map(str, dataset.body.values))
    for row in range(3):
        moved, turned = figure.axes[2 * row], figure.axes[2 * row + 1]
        for body in recorded_bodies(dataset, "position"):
            way = dataset.position.sel(body=body).values[:, row]
            _draw(moved, dataset, bodies, body, way - way[0])
        moved.set_ylabel(f"way along {'xyz'[row]} [m]")
        for body in recorded_bodies(dataset, "orientation"):
            _draw(turned, dataset, bodies, body, attitude_deg(dataset, body)[row])
        turned.set_ylabel(f"{('roll', 'pitch', 'heading')[row]} [deg]")
    for axes in figure.axes:
        if axes.lines:
            set_margin(axes, _LEAST_RANGE)
    label_x(figure, "time [s]", 2)
    _name_bodies(figure, bodies)
    return figure


def _draw(
    axes: Axes, dataset: xr.Dataset, bodies: list[str], body: str, values: FloatArray
) -> None:
    colour = COLOURS[bodies.index(body) % len(COLOURS)]
    axes.plot(dataset.time, values, color=colour, linewidth=0.9)


def _name_bodies(figure: Figure, bodies: list[str]) -> None:
    """Adds empty lines with the names of all bodies, which a panel need not contain."""
    for number, body in enumerate(bodies):
        figure.axes[0].plot([], [], color=COLOURS[number % len(COLOURS)], label=body)
    add_legend(figure)


def plot_tracks(dataset: xr.Dataset) -> Figure:
    """Tracks of bodies seen from above, and their headings over time.

    Args:
        dataset: result with `position` [m, world] of at least one body; headings are those of
            bodies with `orientation`.
    """
    turned = recorded_bodies(dataset, "orientation")
    figure = new_figure(
        1, 2 if turned else 1, width=11.0 if turned else 6.0, height=5.5, share_x=False
    )
    above, *headings = figure.axes
    bodies = list(map(str, dataset.body.values))
    for body in recorded_bodies(dataset, "position"):
        x, y, _ = dataset.position.sel(body=body).values.T
        colour = COLOURS[bodies.index(body) % len(COLOURS)]
        above.plot(x, y, color=colour, linewidth=0.9, label=body)
        above.plot(x[-1], y[-1], "o", color=colour, markersize=4)
    make_square(above, _LEAST_RANGE)
    above.set_xlabel("x [m]")
    above.set_ylabel("y [m]")
    for axes in headings:
        for body in turned:
            _draw(axes, dataset, bodies, body, attitude_deg(dataset, body)[2])
        set_margin(axes, _LEAST_RANGE)
        axes.set_xlabel("time [s]")
        axes.set_ylabel("heading [deg], to port")
    add_legend(figure)
    return figure


def attitude_deg(dataset: xr.Dataset, body: str) -> FloatArray:
    """Roll, pitch and heading [3, time] deg, rotations about z, then y, then x; without jumps.

    Args:
        dataset: result with `orientation`, unit quaternions w x y z.
        body: name of the body.
    """
    w, x, y, z = dataset.orientation.sel(body=body).values.T
    roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2 * (w * y - z * x), -1.0, 1.0))
    heading = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    angles: FloatArray = np.rad2deg(np.unwrap([roll, pitch, heading], axis=1))
    return angles
