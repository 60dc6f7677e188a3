#!/usr/bin/env python3
"""Draws clients/examples/lifting_sling.png: a module in the waves on a sling of four legs.

Runs lifting_sling.yaml for five minutes.

.venv/bin/python deploy/figures/lifting_sling.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

LEGS = ("leg_1", "leg_2", "leg_3", "leg_4")
HEIGHT = 2.0
"""Height of the module [m]."""

SPAN = 40.0
"""Duration that is drawn [s], with the smallest tension of a leg in its middle."""

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "lifting_sling.png"


def draw_side(axes: Axes, result: xr.Dataset) -> None:
    """Wire, legs and module at rest, seen along the y axis."""
    corners = []
    for color, line in zip(COLOURS, (*LEGS, "wire"), strict=False):
        nodes = result[f"{line}_shape"].values[0].reshape(-1, 3)
        dashes = "--" if line in ("leg_3", "leg_4") else "-"
        axes.plot(nodes[:, 0], nodes[:, 2], color=color, linestyle=dashes)
        if line != "wire":
            corners.append(nodes[0])
    ends = np.array(corners)
    left, top = ends[:, 0].min() - 0.5, ends[:, 2].mean()
    width = ends[:, 0].max() + 0.5 - left
    axes.fill(
        [left, left + width, left + width, left],
        top - HEIGHT * np.array([1, 1, 0, 0]),
        color="#bbbbbb",
    )
    axes.axhline(0.0, color=COLOURS[0], linewidth=0.8)
    axes.set_aspect("equal")
    axes.set_ylim(-5.0, 10.0)
    axes.set_xlim(-18.0, 2.0)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("z [m]")
    axes.set_title("at rest; the wire leads up to the crane")


def draw_legs(axes: Axes, part: xr.Dataset) -> None:
    """Tensions of the four legs around the time at which one of them is slack."""
    for color, leg in zip(COLOURS, LEGS, strict=False):
        axes.plot(part.time, 1e-3 * part[f"{leg}_tension"], color=color, label=leg)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("tension [kN]")
    axes.set_title("leg_1 is 25 mm too short")
    axes.set_ylim(top=300.0)
    axes.legend(ncols=4)


def draw_motions(axes: Axes, part: xr.Dataset) -> None:
    """Heights of the wave and of the module around that time."""
    axes.plot(part.time, part.wave_elevation, color=COLOURS[0], label="wave at the origin")
    height = part.displacement.sel(body="module", dof="heave")
    axes.plot(part.time, height, color=COLOURS[5], label="module from its place at t = 0")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("height [m]")
    axes.set_ylim(bottom=-4.0)
    axes.legend(loc="lower right")


def draw_shares(axes: Axes, result: xr.Dataset) -> None:
    """How long the tension of each leg exceeds a value."""
    late = result.sel(time=slice(60.0, None))
    share = np.linspace(100.0, 0.0, late.sizes["time"])
    for color, leg in zip(COLOURS, LEGS, strict=False):
        axes.plot(1e-3 * np.sort(late[f"{leg}_tension"].values), share, color=color)
        axes.axvline(1e-3 * float(result[f"{leg}_tension"][0]), color=color, linestyle=":")
    axes.set_xlabel("tension [kN], dotted: at rest")
    axes.set_ylabel("time above it [%]")


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(EXAMPLES / "models" / "lifting_sling.yaml")
    slack = result.sel(time=slice(60.0, 280.0))
    middle = float(slack.time[int(np.argmin(slack.leg_4_tension.values))])
    part = result.sel(time=slice(middle - 0.5 * SPAN, middle + 0.5 * SPAN))
    figure = new_figure(2, 2, width=11.0, height=7.5, share_x=False)
    draw_side(figure.axes[0], result)
    draw_legs(figure.axes[1], part)
    draw_shares(figure.axes[2], result)
    draw_motions(figure.axes[3], part)
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
