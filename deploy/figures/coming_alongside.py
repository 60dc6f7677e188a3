#!/usr/bin/env python3
"""Draws clients/examples/coming_alongside.png: a supply vessel comes alongside and leaves again.

Solves the family where it is not there (minutes of a core), sails by it and by each of its
outermost databases alone.

.venv/bin/python deploy/figures/coming_alongside.py [FAMILY.h5]
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import h5py
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon

import raftup
from raftup.bem.family import read_family_specification, solve_family
from raftup.model import load_model
from raftup.plots.figure import COLOURS, new_figure, save

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ROOT / "clients" / "examples" / "families"
PICTURE = ROOT / "clients" / "examples" / "coming_alongside.png"
sys.path.insert(0, str(ROOT / "clients" / "python" / "examples"))

import come_alongside  # noqa: E402 - an example, not of a package

DURATION = 300.0  # s
INSTANTS = (0.0, 40.0, 65.0, 150.0, 235.0, 300.0)  # s, of the film strip
SHIPS = (("carrier", 100.0, 18.0), ("supply", 60.0, 14.0))  # length, breadth [m]


def solved(file: Path) -> Path:
    """The family's file, solved where it is not there."""
    if not file.exists():
        solve_family(read_family_specification(FAMILIES / "approach_rough.yaml"), file)
    return file


def one_node(family: Path, node: int, file: Path) -> Path:
    """One node as a database of its own."""
    with h5py.File(family) as source, h5py.File(file, "w") as target:
        for name, value in source.attrs.items():
            target.attrs[name] = value
        target.attrs["format"] = np.bytes_(b"raftup-database")
        for name in source[f"nodes/{node:04d}"]:
            source.copy(f"nodes/{node:04d}/{name}", target, name)
    return file


def outline(length: float, breadth: float) -> np.ndarray:
    """Waterline y = B/2 (1 - (2x/L)^4), [points, 2]."""
    x = np.linspace(-1.0, 1.0, 41)
    half = 0.5 * breadth * (1.0 - x**4)
    x = 0.5 * length * x
    return np.concatenate([np.stack([x, half], 1), np.stack([x, -half], 1)[::-1]])


def draw_strip(figure: Figure, rows: raftup.Rows) -> None:
    """The ships from above at the instants, waves from below."""
    for panel, instant in zip(figure.axes, INSTANTS, strict=False):
        k = int(np.argmin(np.abs(rows.time - instant)))
        for (name, length, breadth), colour in zip(SHIPS, COLOURS, strict=False):
            yaw = rows[f"{name}.displacement"][k, 5]
            turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
            place = rows[f"{name}.position"][k, :2]
            points = outline(length, breadth) @ turn.T + place
            panel.add_patch(Polygon(points, facecolor=colour, alpha=0.75))
        panel.set_xlim(-55.0, 55.0)
        panel.set_ylim(-15.0, 75.0)
        panel.set_aspect("equal")
        panel.set_title(f"{instant:.0f} s")
        panel.tick_params(labelsize=7)


def draw_runs(axes: Axes, runs: dict[str, raftup.Rows], dof: int, label: str) -> None:
    """One motion of the supply vessel by each database."""
    for (name, rows), colour in zip(runs.items(), COLOURS, strict=False):
        values = rows["supply.displacement"][:, dof]
        if dof > 2:
            values = np.rad2deg(values)
        axes.plot(rows.time, values, color=colour, linewidth=0.8, label=name)
    axes.set_xlabel("time [s]")
    axes.set_ylabel(label)


def draw_gap(axes: Axes, runs: dict[str, raftup.Rows]) -> None:
    """How the sides that face each other move up against one another."""
    for (name, rows), colour in zip(runs.items(), COLOURS, strict=False):
        heights = []
        for (ship, _, breadth), side in zip(SHIPS, (1.0, -1.0), strict=True):
            motion = rows[f"{ship}.displacement"]
            heights.append(motion[:, 2] + side * 0.5 * breadth * motion[:, 3])
        axes.plot(rows.time, heights[1] - heights[0], color=colour, linewidth=0.8, label=name)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("[m]")
    axes.set_title("supply side against carrier side, up")
    axes.legend(loc="upper right", fontsize=7)


def spread(rows: raftup.Rows, first: float, last: float) -> np.ndarray:
    """Standard deviations of the supply vessel's heave [m] and roll [deg] in a time."""
    some = (rows.time >= first) & (rows.time < last)
    heave, roll = rows["supply.displacement"][some][:, [2, 3]].T
    return np.array([heave.std(), np.rad2deg(roll).std()])


def main() -> None:
    """Sails three times and draws."""
    family = Path(sys.argv[1]) if len(sys.argv) > 1 else FAMILIES / "approach_rough.h5"
    solved(family)
    with (
        TemporaryDirectory() as folder,
        raftup.local_server() as server,
        raftup.connect(server.address) as client,
    ):
        near = one_node(family, 0, Path(folder) / "near.h5")
        far = one_node(family, 19, Path(folder) / "far.h5")
        by_family = load_model(come_alongside.MODEL, {"hydrodynamics[0].database": str(family)})
        runs = {
            "family": come_alongside.sail(client, DURATION, by_family),
            "that of 20 m": come_alongside.sail(client, DURATION, come_alongside.frozen(near)),
            "that of 60 m": come_alongside.sail(client, DURATION, come_alongside.frozen(far)),
        }
    figure = new_figure(1, len(INSTANTS), width=13.0, height=6.5, share_x=False)
    grid = figure.add_gridspec(2, 6, height_ratios=[1.0, 1.3])
    for k, axes in enumerate(figure.axes):
        axes.set_subplotspec(grid[0, k])
    draw_strip(figure, runs["family"])
    heave, roll, gap = (figure.add_subplot(grid[1, 2 * k : 2 * k + 2]) for k in range(3))
    draw_runs(heave, runs, 2, "[m]")
    heave.set_title("heave of the supply vessel")
    draw_runs(roll, runs, 3, "[deg]")
    roll.set_title("its roll")
    draw_gap(gap, runs)
    save(figure, PICTURE)
    for name, rows in runs.items():
        print(name, *(spread(rows, *span).round(3) for span in ((20, 80), (100, 220))))
    print(PICTURE)


if __name__ == "__main__":
    main()
