"""Figures of a model in its mean position: lines, wetted hulls, curves of propellers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, new_figure
from raftup.remote.linearisation import Drawing

_MOST_LINES = 12  # in one picture
_MOST_TRIANGLES = 50_000  # drawn of a hull, the rest thinned out: a picture has no more pixels
_FLAT = 1e-9  # m: a line whose last points differ by less in height lies on the bottom
_BOTTOM = "#8c7853"
_WATER = "#7fb2d6"


def plot_drawings(drawings: Sequence[Drawing]) -> dict[str, Figure]:
    """Figures by name: lines, wetted_<body>, propeller_<load>.

    Args:
        drawings: drawings of a linearization.
    """
    lines = [drawing for drawing in drawings if drawing.kind == "line"]
    figures = {
        f"lines_{first // _MOST_LINES + 1}" if first else "lines": plot_lines(
            lines[first : first + _MOST_LINES]
        )
        for first in range(0, len(lines), _MOST_LINES)
    }
    for drawing in drawings:
        if drawing.kind == "wetted_mesh" and drawing.columns["z"].size:
            figures[f"wetted_{drawing.subject}"] = plot_wetted_mesh(drawing)
        elif drawing.kind in _CURVES:
            figures[f"propeller_{drawing.subject}"] = plot_propeller(drawing)
    return figures


def plot_lines(lines: Sequence[Drawing]) -> Figure:
    """Each line from the side: height over the distance from its first end, and its tensions.

    Args:
        lines: drawings of kind line, at least one.
    """
    columns, label = min(len(lines), 3), "distance from the first end [m]"
    rows = -(-len(lines) // columns)
    figure = new_figure(
        rows, columns, width=1.0 + 4.0 * columns, height=0.5 + 2.6 * rows, share_x=False
    )
    for number, axes in enumerate(figure.axes):
        if number < len(lines):
            _draw_line(axes, lines[number])
            axes.set_xlabel(label if number >= len(lines) - columns else "")
        else:
            axes.set_visible(False)
    for axes in figure.axes[::columns]:
        axes.set_ylabel("z [m]")
    return figure


def _draw_line(axes: Axes, line: Drawing) -> None:
    at, tension = line.columns, 1e-3 * line.columns["tension"]
    distance = np.hypot(at["x"] - at["x"][0], at["y"] - at["y"][0])
    z = at["z"]
    axes.plot(distance, z, color=COLOURS[0])
    hangs = np.ptp(tension) > 0.0  # without weight, as ropes are, it is the same all along
    marked = slice(None, None, len(z) - 1 if hangs else 1)  # its ends; of a rope pulleys too
    axes.plot(distance[marked], z[marked], "o", color=COLOURS[0], markersize=4)
    if z.min() < 0.0 < z.max():
        axes.axhline(0.0, color=_WATER, linewidth=0.8)
    axes.margins(0.08, 0.15)
    if hangs and abs(z[-1] - z[-2]) < _FLAT:
        lowest = axes.get_ylim()[0]
        axes.axhspan(lowest, z[-1], color=_BOTTOM, alpha=0.5, zorder=0)
        axes.set_ylim(bottom=lowest)
    for end, beside in ((0, "left"), (-1, "right")):
        axes.annotate(
            f"{tension[end]:,.4g} kN",
            (distance[end], z[end]),
            xytext=(8 if end == 0 else -2, 6),
            textcoords="offset points",
            horizontalalignment=beside,
            fontsize=8,
        )
    axes.set_title(line.subject)


def plot_wetted_mesh(hull: Drawing) -> Figure:
    """The wetted part of a hull in still water, from the side, from ahead and from below.

    Args:
        hull: drawing of kind wetted_mesh, not empty; colors show the pressure.
    """
    corners = np.stack([hull.columns[axis] for axis in "xyz"], axis=1).reshape(-1, 3, 3)
    pressure = 1e-3 * hull.columns["pressure"].reshape(-1, 3).mean(axis=1)
    step = -(-len(corners) // _MOST_TRIANGLES)
    extent = np.ptp(corners.reshape(-1, 3), axis=0)
    figure = new_figure(1, 3, width=12.0, height=4.0, share_x=False)
    views = (("side", "xz", -corners[..., 1]), ("ahead", "yz", corners[..., 0]))
    for axes, (name, plane, towards) in zip(
        figure.axes, (*views, ("below", "xy", -corners[..., 2])), strict=False
    ):
        order = np.argsort(towards.mean(axis=1))[::step]
        shown = PolyCollection(
            list(corners[order][:, :, ["xyz".index(axis) for axis in plane]]),
            array=pressure[order],
            cmap="viridis",
            edgecolors="face" if len(order) > 5_000 else "#00000055",
            linewidths=0.2,
        )
        shown.set_clim(0.0, float(pressure.max()))
        axes.add_collection(shown)
        axes.autoscale()
        axes.set_aspect("equal")
        axes.set_title(f"from the {name}" if name == "side" else f"from {name}")
        axes.set_xlabel(f"{plane[0]} [m]")
        axes.set_ylabel(f"{plane[1]} [m]")
    figure.colorbar(shown, ax=figure.axes, label="pressure [kPa]", shrink=0.8)
    figure.suptitle(
        f"wetted mesh of {hull.subject}: {len(corners)} triangles, {_area(corners):,.1f} m², "
        f"{extent[0]:,.1f} x {extent[1]:,.1f} m, draught {-corners[..., 2].min():,.2f} m"
    )
    return figure


def _area(corners: FloatArray) -> float:
    edges = corners[:, 1:] - corners[:, :1]
    return float(0.5 * np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1).sum())


_CURVES: Mapping[str, tuple[str, str, Mapping[str, tuple[str, float]]]] = {
    "open_water": (
        "advance_ratio",
        "J = V / (n D)",
        {"thrust": ("K_T", 1.0), "torque": ("10 K_Q", 10.0), "efficiency": ("efficiency", 1.0)},
    ),
    "four_quadrants": (
        "angle",
        "beta [deg]",
        {"thrust": ("C_T", 1.0), "torque": ("10 C_Q", 10.0)},
    ),
}
"""For each kind of propeller data: column along x, its label, curves with their factors."""


def plot_propeller(propeller: Drawing) -> Figure:
    """Thrust and torque coefficients of a propeller, in open water with the efficiency.

    Args:
        propeller: drawing of kind open_water (as far as thrust is positive) or four_quadrants.
    """
    along, label, curves = _CURVES[propeller.kind]
    x = propeller.columns[along]
    shown = np.ones(len(x), dtype=bool)
    if propeller.kind == "open_water":
        brakes = np.flatnonzero(propeller.columns["thrust"] < 0.0)
        shown = np.arange(len(x)) <= (brakes[0] if brakes.size else len(x))
    figure = new_figure(1, 1, width=6.5, height=4.0)
    axes = figure.axes[0]
    for colour, (name, (title, factor)) in zip(COLOURS, curves.items(), strict=False):
        y = factor * propeller.columns[name][shown]
        if np.any(y):  # without torque there is no efficiency
            axes.plot(x[shown], y, color=colour, label=title)
    axes.axhline(0.0, color=COLOURS[-1], linewidth=0.6)
    axes.set_xlabel(label)
    axes.legend(frameon=False)
    axes.set_title(propeller.subject)
    return figure
