#!/usr/bin/env python3
"""Draws clients/examples/power_cable.png: a power cable in a lazy wave, in a storm.

Runs power_cable.yaml for ten minutes.

.venv/bin/python deploy/figures/power_cable.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

ELEMENTS = [(10.0, 16), (120.0, 16), (90.0, 12), (180.0, 18)]
"""Lengths [m] and numbers of elements of the sections of the cable."""

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "power_cable.png"


def draw_shapes(axes: Axes, nodes: np.ndarray) -> None:
    """The cable from the side, every 20 s."""
    for shape in nodes[::40]:
        axes.plot(shape[:, 0], shape[:, 2], color=COLOURS[0], linewidth=0.6, alpha=0.4)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("z [m]")
    axes.set_title("the cable every 20 s")


def draw_range(axes: Axes, arc: np.ndarray, values: np.ndarray, label: str) -> None:
    """Least, mean and greatest value along the cable."""
    axes.fill_between(arc, values.min(axis=0), values.max(axis=0), color=COLOURS[1], alpha=0.3)
    axes.plot(arc, values.mean(axis=0), color=COLOURS[1])
    axes.set_xlabel("arc length from the keel [m]")
    axes.set_ylabel(label)


def draw(result: xr.Dataset) -> None:
    """Draws shapes, tensions and curvatures of the cable, and the tensions of the chains."""
    figure = new_figure(2, 2, width=11.0, height=7.5, share_x=False)
    nodes = result.cable_shape.values.reshape(result.sizes["time"], -1, 3)
    lengths = [length / count for length, count in ELEMENTS for _ in range(count)]
    arc = np.concatenate([[0.0], np.cumsum(lengths)])
    draw_shapes(figure.axes[0], nodes)
    draw_range(
        figure.axes[1],
        0.5 * (arc[1:] + arc[:-1]),
        1e-3 * result.cable_tensions.values,
        "tension [kN]",
    )
    draw_range(figure.axes[2], arc, result.cable_curvatures.values, "curvature [1/m]")
    for number in (1, 2, 3):
        tension = 1e-6 * result[f"line_{number}_tension"]
        figure.axes[3].plot(result.time, tension, linewidth=0.7, label=f"line_{number}")
    figure.axes[3].set_xlabel("time [s]")
    figure.axes[3].set_ylabel("tension of the chains [MN]")
    figure.axes[3].legend()
    save(figure, PICTURE)


def main() -> None:
    """Runs the example on a server of our own."""
    draw(raftup.run(EXAMPLES / "models" / "power_cable.yaml"))
    print(PICTURE)


if __name__ == "__main__":
    main()
