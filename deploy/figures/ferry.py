#!/usr/bin/env python3
"""Draws clients/examples/ferry.png: a ferry at 20 kn in head seas, with and without the flow.

Runs ferry.yaml for fifteen minutes.

.venv/bin/python deploy/figures/ferry.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "models" / "ferry.yaml"
PICTURE = EXAMPLES / "ferry.png"
SHIPS = {
    "with_flow": "20 kn, flow past the hull",
    "zero_speed": "20 kn, database at zero speed",
    "stopped": "stopped",
}
SHOWN = slice(420.0, 480.0)
"""Part of the run that is drawn [s]."""


def draw_motion(axes: Axes, result: xr.Dataset, dof: str, unit: str, factor: float) -> None:
    """Motion of the ships in one dof."""
    shown = result.sel(time=SHOWN)
    for color, (ship, label) in zip(COLOURS, SHIPS.items(), strict=False):
        motion = factor * shown.displacement.sel(body=ship, dof=dof)
        axes.plot(shown.time, motion, color=color, label=label)
    axes.set_xlabel("time [s]")
    axes.set_ylabel(f"{dof} [{unit}]")


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(MODEL)
    figure = new_figure(2, 1, width=9.0, height=6.5)
    draw_motion(figure.axes[0], result, "heave", "m", 1.0)
    draw_motion(figure.axes[1], result, "pitch", "deg", float(np.degrees(1.0)))
    figure.axes[0].legend(ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False)
    save(figure, PICTURE)
    for dof, factor in (("heave", 1.0), ("pitch", np.degrees(1.0))):
        motion = result.displacement.sel(dof=dof, time=slice(120.0, None))
        deviations = {ship: float(factor * motion.sel(body=ship).std("time")) for ship in SHIPS}
        print(dof, {ship: f"{deviation:.3f}" for ship, deviation in deviations.items()})
    print(PICTURE)


if __name__ == "__main__":
    main()
