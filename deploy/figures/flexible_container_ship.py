#!/usr/bin/env python3
"""Draws clients/examples/flexible_container_ship.png: bending of a container ship in head seas.

Runs flexible_container_ship.yaml for fifteen minutes.

.venv/bin/python deploy/figures/flexible_container_ship.py
"""

from pathlib import Path

import numpy as np

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "models" / "flexible_container_ship.yaml"
PICTURE = EXAMPLES / "flexible_container_ship.png"
SHOWN = slice(420.0, 500.0)
"""Part of the run that is drawn [s]."""


def main() -> None:
    """Runs the example on a server of our own."""
    result = raftup.run(MODEL)
    shown = result.sel(time=SHOWN)
    figure = new_figure(2, 1, width=9.0, height=6.5)
    for color, ship in zip(COLOURS, ("flexible", "rigid"), strict=False):
        moment = 1e-9 * shown[f"{ship}_section_midship"].values[:, 4]
        figure.axes[0].plot(shown.time, moment, color=color, label=f"{ship} hull")
    figure.axes[0].set_ylabel("bending moment amidships [GN m]")
    figure.axes[0].legend(ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False)
    bow = shown["flexible_deflection_bow"].values[:, 2]
    figure.axes[1].plot(shown.time, bow, color=COLOURS[0])
    figure.axes[1].set_ylabel("rise of the bow by bending [m]")
    for axes in figure.axes:
        axes.set_xlabel("time [s]")
    save(figure, PICTURE)
    late = result.sel(time=slice(120.0, None))
    for ship in ("flexible", "rigid"):
        moment = 1e-9 * late[f"{ship}_section_midship"].values[:, 4]
        print(ship, f"{moment.mean():.3f} +- {moment.std():.3f} GN m, largest {moment.max():.3f}")
    print("bow", f"{np.std(late['flexible_deflection_bow'].values[:, 2]):.3f} m")
    print(PICTURE)


if __name__ == "__main__":
    main()
