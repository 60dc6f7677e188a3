#!/usr/bin/env python3
"""Draws clients/examples/polyester_mooring.png: a vessel on eight lines of polyester and chain.

Runs polyester_mooring.yaml for ten minutes, and computes how its lines resist offsets.

.venv/bin/python deploy/figures/polyester_mooring.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.base.arrays import FloatArray
from raftup.plots.figure import COLOURS, new_figure, save
from raftup.remote.coefficients import DOFS
from raftup.statics.rest import Sweep, find_rest, rest_dataset

ELEMENTS = [(50.0, 5), (700.0, 14), (80.0, 8)]
"""Lengths [m] and numbers of elements of the sections of a line."""

SHOWN = {"line_1": "toward the weather", "line_5": "in the lee"}
OFFSETS = tuple(float(offset) for offset in range(-8, 9))
EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "models" / "polyester_mooring.yaml"
PICTURE = EXAMPLES / "polyester_mooring.png"


def draw_sides(axes: Axes, result: xr.Dataset) -> None:
    """Two opposite lines from the side, at the end of the run."""
    for color, (line, place) in zip(COLOURS, SHOWN.items(), strict=False):
        nodes = result[f"{line}_shape"].values[-1].reshape(-1, 3)
        away = np.sign(nodes[-1, 0]) * np.hypot(nodes[:, 0], nodes[:, 1])
        axes.plot(away, nodes[:, 2], color=color, marker=".", markersize=3, label=place)
    axes.axhline(-500.0, color="#8a6d3b", linewidth=1.0)
    axes.set_xlabel("distance from the middle of the ship [m]")
    axes.set_ylabel("z [m]")
    axes.legend()


def draw_ranges(axes: Axes, result: xr.Dataset) -> None:
    """Least, mean and greatest tension along two opposite lines."""
    lengths = [length / count for length, count in ELEMENTS for _ in range(count)]
    arc = np.cumsum(lengths) - 0.5 * np.array(lengths)
    late = result.sel(time=slice(100.0, None))
    for color, (line, place) in zip(COLOURS, SHOWN.items(), strict=False):
        tensions = 1e-3 * late[f"{line}_tensions"].values
        axes.fill_between(arc, tensions.min(axis=0), tensions.max(axis=0), color=color, alpha=0.25)
        axes.plot(arc, tensions.mean(axis=0), color=color, label=place)
    for joint in (50.0, 750.0):
        axes.axvline(joint, color="#999999", linewidth=0.8, linestyle=":")
    axes.set_xlabel("arc length from the ship [m]; chain, rope, chain")
    axes.set_ylabel("tension [kN]")
    axes.set_ylim(bottom=0.0)


def draw_tensions(axes: Axes, result: xr.Dataset) -> None:
    """Tensions of two opposite lines while the sea grows and after."""
    for color, line in zip(COLOURS, SHOWN, strict=False):
        axes.plot(result.time, 1e-3 * result[f"{line}_tension"], color=color, linewidth=0.8)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("tension at the ship [kN]")
    axes.set_ylim(bottom=0.0)


def draw_resistance(axes: Axes, forces: FloatArray) -> None:
    """Force of all lines over the offset in surge and sway, without sea and current."""
    for color, dof, values in zip(COLOURS[2:], ("surge", "sway"), forces, strict=False):
        axes.plot(OFFSETS, 1e-6 * values, color=color, label=dof)
    axes.set_xlabel("offset of the ship [m]")
    axes.set_ylabel("force of the lines [MN]")
    axes.legend()


def resistance() -> FloatArray:
    """Forces [dof, offset] N of all lines against offsets in surge and sway."""
    model = raftup.load_model(MODEL, {"environment.sea": {}, "environment.current.speed": [0.0]})
    forces = []
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        for dof in ("surge", "sway"):
            sweep = Sweep("offset", "ship", DOFS.index(dof), OFFSETS)
            rest = rest_dataset(find_rest(client, model, sweep))
            forces.append(rest.sweep_force.sel(dof=dof).values)
    return np.array(forces)


def main() -> None:
    """Runs the example on servers of our own."""
    result = raftup.run(MODEL)
    figure = new_figure(2, 2, width=11.0, height=7.5, share_x=False)
    draw_sides(figure.axes[0], result)
    draw_ranges(figure.axes[1], result)
    draw_tensions(figure.axes[2], result)
    draw_resistance(figure.axes[3], resistance())
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
