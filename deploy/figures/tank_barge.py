#!/usr/bin/env python3
"""Draws clients/examples/tank_barge.png: barges with frozen, level and sloshing water in waves.

Runs tank_barge.yaml for fifteen minutes, and computes the response of its barges to regular waves.

.venv/bin/python deploy/figures/tank_barge.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "models" / "tank_barge.yaml"
PICTURE = EXAMPLES / "tank_barge.png"
BARGES = ("frozen", "level", "sloshing")
SHOWN = slice(300.0, 420.0)
"""Part of the run that is drawn [s]."""


def draw_roll(axes: Axes, result: xr.Dataset) -> None:
    """Roll of the three barges."""
    shown = result.sel(time=SHOWN)
    for color, barge in zip(COLOURS, BARGES, strict=False):
        roll = np.degrees(shown.displacement.sel(body=barge, dof="roll"))
        axes.plot(shown.time, roll, color=color, label=barge)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("roll [deg]")
    axes.legend(ncols=3, loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False)


def draw_elevation(axes: Axes, result: xr.Dataset) -> None:
    """Water at the port walls, relative to the tanks."""
    shown = result.sel(time=SHOWN)
    for color, tank, barge in (
        (COLOURS[1], "level_tank", "level"),
        (COLOURS[2], "tank", "sloshing"),
    ):
        axes.plot(shown.time, shown[f"{tank}_elevation"][:, 1], color=color, label=barge)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("water at the port wall [m]")
    axes.legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False)


def draw_response(axes: Axes, response: xr.Dataset) -> None:
    """Roll per meter of wave amplitude on the beam, over the period."""
    on_beam = response.rao.sel(dof="roll").sel(wave_direction=0.5 * np.pi, method="nearest")
    for color, barge in zip(COLOURS, BARGES, strict=False):
        parts = on_beam.sel(body=barge)
        roll = np.hypot(parts.sel(complex="re"), parts.sel(complex="im"))
        axes.plot(response.period, np.degrees(roll), color=color, label=barge)
    axes.set_xlim(3.0, 16.0)
    axes.set_xlabel("period of regular waves [s]")
    axes.set_ylabel("roll [deg per m]")
    axes.legend(frameon=False)


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(MODEL)
    response = raftup.response(MODEL)
    figure = new_figure(3, 1, width=9.0, height=9.5, share_x=False)
    draw_roll(figure.axes[0], result)
    draw_elevation(figure.axes[1], result)
    draw_response(figure.axes[2], response)
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
