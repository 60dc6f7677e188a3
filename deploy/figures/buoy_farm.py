#!/usr/bin/env python3
"""Draws clients/examples/buoy_farm.png: the power of twenty-five buoys that share their waves.

Solves the database if it is missing, and runs buoy_farm.yaml for ten minutes.

.venv/bin/python deploy/figures/buoy_farm.py
"""

from pathlib import Path

import numpy as np
import xarray as xr
import yaml
from matplotlib.axes import Axes

import raftup
from raftup.base.arrays import FloatArray
from raftup.bem import read_specification, solve
from raftup.plots.figure import new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODEL = EXAMPLES / "arrays" / "buoy_farm.yaml"
DATABASE = EXAMPLES / "arrays" / "buoy_array.h5"
SPECIFICATION = EXAMPLES / "hydro" / "buoy_array.yaml"
PICTURE = EXAMPLES / "buoy_farm.png"
GENERATOR = 1.0e5
"""Damping of a generator in heave [N s/m], as in the model."""


def power(result: xr.Dataset) -> FloatArray:
    """Mean power of every generator after one minute [kW]."""
    velocity = result.linear_velocity.sel(time=slice(60.0, None)).isel(xyz=2)
    mean = GENERATOR * (velocity**2).mean("time")
    return np.asarray(1e-3 * mean, dtype=float)


def alone() -> xr.Dataset:
    """One of the buoys in the same sea, without the others."""
    model = yaml.safe_load(MODEL.read_text())
    model["bodies"], model["loads"] = model["bodies"][:1], model["loads"][:1]
    group = model["hydrodynamics"][0]
    group["database"] = str(EXAMPLES / "data" / "own" / "hemisphere.h5")
    group["bodies"] = [{**group["bodies"][0], "database_body": "hemisphere"}]
    return raftup.run(model)


def draw(axes: Axes, result: xr.Dataset, share: FloatArray) -> None:
    """Places of the buoys, colored by their power as a share of that of a buoy alone."""
    places = result.position.isel(time=0)
    x, y = places.isel(xyz=0), places.isel(xyz=1)
    dots = axes.scatter(x, y, c=share, s=900, cmap="viridis", edgecolors="0.3")
    for one, other, value in zip(x.values, y.values, share, strict=True):
        color = "w" if value < 0.9 else "0.1"
        axes.annotate(f"{value:.0%}", (one, other), ha="center", va="center", size=8, color=color)
    axes.annotate("", (-13, -13), (-28, -28), arrowprops={"arrowstyle": "->", "color": "0.3"})
    axes.text(-30, -14, "waves", color="0.3", fontsize=9)
    axes.set_xlim(-32, 112)
    axes.set_ylim(-32, 112)
    axes.set_aspect("equal")
    axes.set_xlabel("x [m]")
    axes.set_ylabel("y [m]")
    axes.figure.colorbar(dots, label="mean power / that of a buoy alone", shrink=0.8)


def main() -> None:
    """Runs the example on a server of our own."""
    if not DATABASE.is_file():
        solve(read_specification(SPECIFICATION), DATABASE)
    result = raftup.run(MODEL)
    single = float(power(alone())[0])
    share = power(result) / single
    figure = new_figure(1, 1, width=6.5, height=5.5)
    draw(figure.axes[0], result, share)
    save(figure, PICTURE)
    least, most = share.min(), share.max()
    print(f"alone {single:.2f} kW, farm {share.mean():.3f} of it, {least:.2f} to {most:.2f}")
    print(PICTURE)


if __name__ == "__main__":
    main()
