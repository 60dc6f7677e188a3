#!/usr/bin/env python3
"""Draws clients/examples/array50.png: the power of fifty buoys that share their waves.

Solves the database if it is missing, and runs array50.yaml for ten minutes.

.venv/bin/python deploy/figures/array50.py
"""

import numpy as np
import yaml
from buoy_farm import EXAMPLES, power
from matplotlib.axes import Axes

import raftup
from raftup.base.arrays import FloatArray
from raftup.bem import read_specification, solve
from raftup.plots.figure import new_figure, save

MODEL = EXAMPLES / "arrays" / "array50.yaml"
DATABASE = EXAMPLES / "arrays" / "array50.h5"
SPECIFICATION = EXAMPLES / "hydro" / "array50.yaml"
PICTURE = EXAMPLES / "array50.png"
ROWS = 5  # along x, into which the waves go


def alone() -> float:
    """Mean power of one of the buoys in the same sea, without the others [kW]."""
    model = yaml.safe_load(MODEL.read_text())
    model["bodies"], model["loads"] = model["bodies"][:1], model["loads"][:1]
    group = model["hydrodynamics"][0]
    group["database"] = str(EXAMPLES / "data" / "own" / "hemisphere.h5")
    group["bodies"] = [{**group["bodies"][0], "database_body": "hemisphere"}]
    return float(power(raftup.run(model))[0])


def draw_map(axes: Axes, places: FloatArray, share: FloatArray) -> None:
    """Places of the buoys [50, 2] m, colored by power as a share of that of a buoy alone."""
    x, y = places.T
    dots = axes.scatter(y, x, c=share, s=330, cmap="viridis", edgecolors="0.3")
    for one, other, value in zip(y, x, share, strict=True):
        color = "w" if value < 0.5 * (share.min() + share.max()) else "0.1"
        text = f"{100 * value:.0f}"
        axes.annotate(text, (one, other), ha="center", va="center", size=7, color=color)
    axes.annotate("", (112, -14), (112, -38), arrowprops={"arrowstyle": "->", "color": "0.3"})
    axes.text(118, -30, "waves", color="0.3", fontsize=9)
    axes.set_ylim(-42, 114)
    axes.set_aspect("equal")
    axes.set_xlabel("y [m]")
    axes.set_ylabel("x [m]")
    axes.figure.colorbar(dots, label="mean power / that of a buoy alone", shrink=0.8)


def main() -> None:
    """Runs the example on a server of our own."""
    if not DATABASE.is_file():
        solve(read_specification(SPECIFICATION), DATABASE)
    outputs = ["*.linear_velocity", "*.position"]
    result = raftup.run(MODEL, outputs=outputs)
    single = alone()
    share = power(result) / single
    figure = new_figure(1, 1, width=9.0, height=5.0)
    places = np.asarray(result.position.isel(time=0, xyz=slice(2)).values, dtype=float)
    draw_map(figure.axes[0], places, share)
    save(figure, PICTURE)
    rows = share.reshape(ROWS, -1).mean(axis=1)
    print(f"alone {single:.2f} kW, farm {share.mean():.3f} of it, {share.min():.2f} to", end=" ")
    print(f"{share.max():.2f}; rows along the waves {', '.join(f'{row:.3f}' for row in rows)}")
    print(PICTURE)


if __name__ == "__main__":
    main()
