#!/usr/bin/env python3
"""Draws clients/examples/three_barges.png: a barge overtakes another beside a third at anchor.

Solves the family along the first run where it is not there (minutes of a core), and sails by it and
by its first database alone, without the others' change of place.

.venv/bin/python deploy/figures/three_barges.py [FAMILY.h5]
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import h5py
import numpy as np
import xarray as xr
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

import raftup
from raftup.bem.family import read_family_specification, solve_family
from raftup.model import load_model
from raftup.plots.figure import COLOURS, new_figure, save

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ROOT / "clients" / "examples" / "families"
PICTURE = ROOT / "clients" / "examples" / "three_barges.png"
NAMES = ("anchored", "overtaking", "overtaken")
LENGTH, BREADTH = 60.0, 20.0  # m
INSTANTS = (0.0, 50.0, 100.0, 140.0)  # s, of the film strip
PART = slice(30.0, 140.0)  # s, whose statistics are printed


def solved(file: Path) -> Path:
    """The family's file, solved along the first run where it is not there."""
    if not file.exists():
        first = FAMILIES / "three_barges_first.nc"
        raftup.run(FAMILIES / "three_barges_first.yaml").to_netcdf(first)
        solve_family(read_family_specification(FAMILIES / "three_barges_track.yaml"), file)
    return file


def first_node(family: Path, file: Path) -> Path:
    """The first node as a database of its own."""
    with h5py.File(family) as source, h5py.File(file, "w") as target:
        for name, value in source.attrs.items():
            target.attrs[name] = value
        target.attrs["format"] = np.bytes_(b"raftup-database")
        target.attrs["format_version"] = np.bytes_(b"1")
        for name in source["nodes/0000"]:
            source.copy(f"nodes/0000/{name}", target, name)
    return file


def sail(database: Path, is_family: bool) -> xr.Dataset:
    """The run of the example by a family, or by one database."""
    model = load_model(FAMILIES / "three_barges.yaml", {"hydrodynamics[0].database": str(database)})
    if not is_family:
        model.hydrodynamics[0].ClearField("configurations")
        del model.outputs[:]
        model.outputs.extend(f"{name}.displacement" for name in NAMES)
    return raftup.run(model)


def strip(axes: Axes, result: xr.Dataset) -> None:
    """The barges from above at some instants; waves come from below."""
    for k, time in enumerate(INSTANTS):
        now = result.sel(time=time, method="nearest")
        for i, name in enumerate(NAMES):
            x, y = now.position.sel(body=name).values[:2]
            corner = (x - 0.5 * LENGTH + 170.0 * k, y - 0.5 * BREADTH)
            axes.add_patch(Rectangle(corner, LENGTH, BREADTH, color=COLOURS[i], alpha=0.7))
        axes.text(170.0 * k - 70.0, 22.0, f"{time:g} s")
    axes.set_xlim(-110.0, 170.0 * len(INSTANTS) - 70.0)
    axes.set_ylim(-85.0, 35.0)
    axes.set_aspect("equal")
    axes.set_ylabel("y [m]")
    axes.set_xticks([])


def main() -> None:
    """Runs the example on a server of our own."""
    family = solved(Path(sys.argv[1]) if len(sys.argv) > 1 else FAMILIES / "three_barges.h5")
    result = sail(family, is_family=True)
    with TemporaryDirectory() as folder:
        frozen = sail(first_node(family, Path(folder) / "first.h5"), is_family=False)
    figure = new_figure(3, 1, width=9.0, height=7.5, share_x=False)
    above, middle, below = figure.axes
    strip(above, result)
    for i, name in enumerate(NAMES):
        roll = np.degrees(result.displacement.sel(body=name, dof="roll"))
        middle.plot(result.time, roll, color=COLOURS[i], label=name)
        parts = {"family": result, "first node alone": frozen}
        for kind, run in parts.items():
            shown = np.degrees(run.displacement.sel(body=name, dof="roll", time=PART))
            print(name, kind, f"roll {float(shown.std('time')):.3f} deg")
    middle.set_ylabel("roll [deg]")
    middle.legend(loc="upper left", frameon=False, ncols=3)
    for run, label, colour in (
        (frozen, "by the first database of the family alone", COLOURS[-1]),
        (result, "by the family", COLOURS[0]),
    ):
        roll = np.degrees(run.displacement.sel(body="anchored", dof="roll"))
        below.plot(run.time, roll, color=colour, label=label)
    below.set_ylabel("roll of the anchored\nbarge [deg]")
    below.set_xlabel("time [s]")
    below.legend(loc="upper left", frameon=False, ncols=2)
    save(figure, PICTURE)
    way = result.three_configuration.values
    print(f"way {way[-1, 0]:.1f} m, distance from the track {way[:, 1].max():.2f} m")
    print(PICTURE)


if __name__ == "__main__":
    main()
