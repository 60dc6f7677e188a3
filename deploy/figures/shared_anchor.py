#!/usr/bin/env python3
"""Draws clients/examples/shared_anchor.png: two buoys whose ropes meet above one anchor.

Runs shared_anchor.yaml for five minutes.

.venv/bin/python deploy/figures/shared_anchor.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

LINES = ("chain_1", "rope_1", "anchor_line", "rope_2", "chain_2")
BUOYS = ("buoy_1", "buoy_2")
RADIUS = 5.0
"""Radius of the buoys [m], which are half spheres."""

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "shared_anchor.png"


def draw_side(axes: Axes, result: xr.Dataset) -> None:
    """Lines and buoys from the side: at rest in full color, every 10 s pale."""
    for color, line in zip(COLOURS, LINES, strict=False):
        nodes = result[f"{line}_shape"].values.reshape(result.sizes["time"], -1, 3)
        for shape in nodes[240::40]:
            axes.plot(shape[:, 0], shape[:, 2], color=color, linewidth=0.5, alpha=0.35)
        axes.plot(nodes[0, :, 0], nodes[0, :, 2], color=color, label=line)
    angles = np.linspace(np.pi, 2.0 * np.pi, 40)
    for buoy in BUOYS:
        middle = float(result.displacement.sel(body=buoy, dof="surge")[0])
        axes.fill(middle + RADIUS * np.cos(angles), RADIUS * np.sin(angles), color="#777777")
    place = result.position.sel(body="junction").values[0]
    axes.plot(place[0], place[2], "o", color="#777777", markersize=5)
    axes.axhline(0.0, color=COLOURS[0], linewidth=0.6)
    axes.axhline(-80.0, color="#8a6d3b", linewidth=1.0)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("z [m]")
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)


def draw_tensions(axes: Axes, result: xr.Dataset) -> None:
    """Tensions of the ropes and of the chain that holds them, during two minutes."""
    part = result.sel(time=slice(120.0, 240.0))
    for line in ("anchor_line", "rope_1", "rope_2"):
        color = COLOURS[LINES.index(line)]
        axes.plot(part.time, 1e-3 * part[f"{line}_tension"], color=color, linewidth=0.9)
    still = 1e-3 * float(result.anchor_line_tension[0])
    axes.axhline(still, color=COLOURS[2], linewidth=0.7, linestyle=":")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("tension [kN], dotted: at rest")
    axes.set_ylim(bottom=0.0)


def draw_motions(axes: Axes, result: xr.Dataset) -> None:
    """Surge of the buoys and of the float from where they rest, during two minutes."""
    part = result.sel(time=slice(120.0, 240.0))
    for color, body in zip((*COLOURS[:1], *COLOURS[4:5]), BUOYS, strict=True):
        surge = part.displacement.sel(body=body, dof="surge")
        rest = float(result.displacement.sel(body=body, dof="surge")[0])
        axes.plot(part.time, surge - rest, color=color, linewidth=0.9, label=body)
    junction = part.position.sel(body="junction", xyz="x")
    axes.plot(part.time, junction, color=COLOURS[2], linewidth=0.9, label="junction")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("surge from rest [m]")
    axes.legend(ncols=3)


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(EXAMPLES / "models" / "shared_anchor.yaml")
    figure = new_figure(3, 1, width=9.0, height=9.5, share_x=False)
    draw_side(figure.axes[0], result)
    draw_tensions(figure.axes[1], result)
    draw_motions(figure.axes[2], result)
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
