#!/usr/bin/env python3
"""Draws clients/examples/anchor_handling.png: an anchor that is lowered over a stern roller.

Runs anchor_handling.yaml for eight minutes.

.venv/bin/python deploy/figures/anchor_handling.py
"""

from pathlib import Path

import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "anchor_handling.png"


def draw_wire(axes: Axes, result: xr.Dataset) -> None:
    """Drum, roller and wire from the side, at three moments."""
    for color, time in zip(COLOURS, (30.0, 140.0, 250.0), strict=False):
        row = result.sel(time=time, method="nearest")
        nodes = row.wire_shape.values.reshape(-1, 3)
        axes.plot(nodes[:, 0], nodes[:, 2], color=color, label=f"{time:.0f} s")
        axes.plot(nodes[-1, 0], nodes[-1, 2], "o", color=color, markersize=6)
    axes.axhline(0.0, color="#777777", linewidth=0.6)
    axes.set_xlabel("x [m]")
    axes.set_ylabel("z [m]")
    axes.set_xlim(-60.0, 10.0)
    axes.legend()


def draw_tensions(axes: Axes, result: xr.Dataset) -> None:
    """Force on the drum and at the anchor."""
    for color, name, label in zip(
        COLOURS, ("drum_force", "anchor_tension"), ("at the drum", "at the anchor"), strict=False
    ):
        axes.plot(result.time, 1e-3 * result[f"wire_{name}"], color=color, lw=0.7, label=label)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("force [kN]")
    axes.legend()


def draw_lengths(axes: Axes, result: xr.Dataset) -> None:
    """Length that is paid out, and what has passed the roller beyond it."""
    paid_out = result.wire_length - 60.0
    axes.plot(result.time, paid_out, color=COLOURS[0], label="paid out [m]")
    beyond = 100.0 * (result.wire_eye_slip - paid_out)
    axes.plot(result.time, beyond, color=COLOURS[1], lw=0.9, label="beyond it at the roller [cm]")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("length")
    axes.legend(loc="upper left")


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(EXAMPLES / "models" / "anchor_handling.yaml")
    figure = new_figure(1, 3, width=15.0, height=5.0, share_x=False)
    draw_wire(figure.axes[0], result)
    draw_tensions(figure.axes[1], result)
    draw_lengths(figure.axes[2], result)
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
