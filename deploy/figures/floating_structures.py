#!/usr/bin/env python3
"""Draws clients/examples/floating_structures.png: a semisubmersible adrift, a dock awash.

Runs oc4_semi.yaml for three hours and floating_dock.yaml with its mesh and by linear theory.

.venv/bin/python deploy/figures/floating_structures.py
"""

from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "floating_structures.png"
LINEAR: dict[str, Any] = {
    "hydrodynamics[0].bodies[0].mesh": "",
    "hydrodynamics[0].hydrostatics.mode": "linear",
    "hydrodynamics[0].froude_krylov": {},
}


def draw_drift(axes: Axes, semi: xr.Dataset) -> None:
    """Surge over the three hours."""
    surge = semi.displacement.sel(body="semi", dof="surge")
    axes.plot(semi.time / 3600.0, surge, color=COLOURS[0], linewidth=0.5)
    axes.set_xlabel("time [h]")
    axes.set_ylabel("surge [m]")
    axes.set_title("OC4 semisubmersible: slow drift")


def draw_tension(axes: Axes, semi: xr.Dataset) -> None:
    """Tension of the line against the waves over the surge."""
    surge = semi.displacement.sel(body="semi", dof="surge")
    for line, colour in (("line_2", COLOURS[1]), ("line_1", COLOURS[2])):
        axes.plot(surge, 1e-3 * semi[f"{line}_tension"], ".", color=colour, markersize=0.6)
        axes.plot([], [], "o", color=colour, label=line)
    axes.set_xlabel("surge [m]")
    axes.set_ylabel("tension [kN]")
    axes.set_title("its lines to windward and to lee")
    axes.legend()


def draw_dock(axes: Axes, dock: xr.Dataset, linear: xr.Dataset) -> None:
    """Roll with the deck awash and by linear theory."""
    for result, label, colour in (
        (dock, "mesh", COLOURS[0]),
        (linear, "linear", COLOURS[1]),
    ):
        late = result.sel(time=slice(200.0, None))
        roll = np.rad2deg(late.displacement.sel(body="dock", dof="roll"))
        axes.plot(late.time, roll, color=colour, label=label)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("roll [deg]")
    axes.set_title("floating dock, waves over its deck")
    axes.legend()


def main() -> None:
    """Runs all of them on a server of our own."""
    figure = new_figure(1, 3, width=13.0, height=4.2, share_x=False)
    dock = EXAMPLES / "models" / "floating_dock.yaml"
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        semi = raftup.run(EXAMPLES / "models" / "oc4_semi.yaml", client)
        draw_drift(figure.axes[0], semi)
        draw_tension(figure.axes[1], semi)
        draw_dock(figure.axes[2], raftup.run(dock, client), raftup.run(dock, client, LINEAR))
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
