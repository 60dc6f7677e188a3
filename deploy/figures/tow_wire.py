#!/usr/bin/env python3
"""Draws clients/examples/tow_wire.png: a tow wire that is paid out, hangs deep, snaps and parts.

Runs tow_wire.yaml for five minutes.

.venv/bin/python deploy/figures/tow_wire.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

MOMENTS = {
    50.0: "towed",
    155.0: "paid out",
    240.0: "after the halt",
    280.0: "taut",
    285.0: "parted",
}
"""Times of the shapes that are drawn [s]."""

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "tow_wire.png"


def parts_of(row: xr.Dataset) -> list[np.ndarray]:
    """Nodes of the wire from the tug on; of both parts where it has parted, at its longest gap."""
    nodes = row.wire_shape.values.reshape(-1, 3)
    if float(row.wire_broken) == 0.0:
        return [nodes]
    gap = int(np.argmax(np.linalg.norm(np.diff(nodes, axis=0), axis=1)))
    return [nodes[: gap + 1], nodes[gap + 1 :]]


def draw_shapes(axes: Axes, result: xr.Dataset) -> None:
    """The wire from the side, behind the tug."""
    for color, (time, name) in zip(COLOURS, MOMENTS.items(), strict=False):
        row = result.sel(time=time, method="nearest")
        tug = float(row.position.sel(body="tug", xyz="x"))
        for i, part in enumerate(parts_of(row)):
            label = f"{name}, {time:.0f} s" if i == 0 else None
            axes.plot(part[:, 0] - tug, part[:, 2], color=color, label=label)
    axes.axhline(0.0, color="#777777", linewidth=0.6)
    axes.set_xlabel("x from the tug [m]")
    axes.set_ylabel("z [m]")
    axes.legend(ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)


def draw_tension(axes: Axes, result: xr.Dataset) -> None:
    """Tensions at both ends, and the strength of the weak link."""
    for color, end, body in zip(
        COLOURS, ("tension", "anchor_tension"), ("tug", "barge"), strict=False
    ):
        tension = 1e-3 * result[f"wire_{end}"]
        axes.plot(result.time, tension, color=color, linewidth=0.9, label=f"at the {body}")
    axes.axhline(240.0, color="#777777", linewidth=0.7, linestyle=":")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("tension [kN], dotted: strength")
    axes.legend(loc="upper left")


def draw_length(axes: Axes, result: xr.Dataset) -> None:
    """Length that is out, and how deep the wire hangs."""
    nodes = result.wire_shape.values.reshape(result.sizes["time"], -1, 3)
    axes.plot(result.time, result.wire_length, color=COLOURS[0], label="length out")
    axes.plot(result.time, -nodes[:, :, 2].min(axis=1), color=COLOURS[1], label="depth")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("[m]")
    axes.legend()


def draw_speeds(axes: Axes, result: xr.Dataset) -> None:
    """Speeds of tug and barge."""
    for color, body in zip(COLOURS, ("tug", "barge"), strict=False):
        axes.plot(result.time, result[f"{body}_hull_speed"], color=color, label=body)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("speed [m/s]")
    axes.legend()


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(EXAMPLES / "models" / "tow_wire.yaml")
    figure = new_figure(2, 2, width=13.0, height=8.5, share_x=False)
    draw_shapes(figure.axes[0], result)
    draw_tension(figure.axes[1], result)
    draw_length(figure.axes[2], result)
    draw_speeds(figure.axes[3], result)
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
