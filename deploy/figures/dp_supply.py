#!/usr/bin/env python3
"""Draws clients/examples/dp_supply.png: a vessel beside a platform, and what pushes it.

.venv/bin/python deploy/figures/dp_supply.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "dp_supply.png"
_HULL = np.array([[25, 0], [18, 7], [-25, 7], [-25, -7], [18, -7], [25, 0]])  # m
_LEGS = [(x, y) for x in (-5.0, 25.0) for y in (29.0, 59.0)]  # m, of dp_supply.yaml
_SHOWN = (0.0, 60.0, 900.0)  # s


def draw_plan(axes: Axes, run: xr.Dataset) -> None:
    """The hull at some times, its track and the legs of the platform."""
    for time, colour in zip(_SHOWN, COLOURS, strict=False):
        at = run.sel(time=time, method="nearest").isel(body=0)
        x, y = at.position.sel(xyz=["x", "y"]).values
        yaw = float(at.displacement.sel(dof="yaw"))
        turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
        axes.plot(*(_HULL @ turn.T + [x, y]).T, color=colour, label=f"at {time:.0f} s")
    axes.plot(*zip(*_LEGS, strict=True), "ks", label="legs of the platform")
    axes.set_aspect("equal")
    axes.set(xlim=(-40.0, 50.0), ylim=(-20.0, 90.0), xlabel="x [m]", ylabel="y [m]")
    axes.legend(ncols=2, loc="upper center")


def draw_forces(axes: Axes, run: xr.Dataset) -> None:
    """What pushes in sway, and what the controller asks for."""
    pushes = {
        "wind": run.wind_force[:, 1],
        "current": run.drag_force[:, 1],
        "drift": run.second_order_force.isel(body=0).sel(dof="sway"),
    }
    for (name, force), colour in zip(pushes.items(), COLOURS, strict=False):
        axes.plot(run.time, 1e-3 * force, color=colour, label=name, linewidth=0.8)
    axes.plot(run.time, 1e-3 * run.positioning_sway_demand, "k", label="thrusters, demand")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("force in sway [kN]")
    axes.legend(ncols=2)


def main() -> None:
    """Runs dp_supply.yaml on a server of our own."""
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        result = raftup.run(EXAMPLES / "models" / "dp_supply.yaml", client)
    figure = new_figure(1, 2, width=10.0, height=4.4, share_x=False)
    for axes, draw in zip(figure.axes, (draw_plan, draw_forces), strict=True):
        draw(axes, result)
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
