#!/usr/bin/env python3
"""Draws the pictures of the examples with contacts, all of them or those that are named.

.venv/bin/python deploy/figures/contacts.py [berthing ...]
"""

import sys
from pathlib import Path

import numpy as np
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
HEAVE_STIFFNESS = 2.8e6  # N/m, of grounding.yaml
_ALONGSIDE = (300.0, 420.0)  # s, of ship_to_ship.yaml that are shown
_SHORTENED = {"ship_to_ship": {"integration.duration": 420.0, "integration.output_step": 0.1}}


def draw_stranding(axes: Axes, run: xr.Dataset) -> None:
    """Speed of the barge, and how far it is raised."""
    axes.plot(run.time, run.linear_velocity.sel(body="barge", xyz="x"), color=COLOURS[0])
    axes.set_xlabel("time [s]")
    axes.set_ylabel("speed [m/s]")
    axes.set_title("a barge runs onto a sandbank")
    raised = axes.twinx()
    raised.plot(run.time, run.position.sel(body="barge", xyz="z"), color=COLOURS[1])
    raised.set_ylabel("raised by [m]", color=COLOURS[1])


def draw_balance(axes: Axes, run: xr.Dataset) -> None:
    """What the grounds bear, and what the water lacks."""
    bank = run.ground_normal_force[:, 2] + run.ground_friction_force[:, 2]
    lifted = run.position.sel(xyz="z")
    for force, body, rest, colour in (
        (bank, "barge", 0.0, COLOURS[0]),
        (run.bed_normal_force[:, 2], "lighter", -0.4, COLOURS[2]),
    ):
        axes.plot(run.time, 1e-6 * force, color=colour, label=f"ground under the {body}")
        lacks = 1e-6 * HEAVE_STIFFNESS * (lifted.sel(body=body) - rest)
        axes.plot(run.time, lacks, ":", color=colour, label="water that it lacks")
    axes.set_ylim(0.0, 1.6)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("upward force [MN]")
    axes.legend()


def draw_demand(axes: Axes, run: xr.Dataset) -> None:
    """Friction over normal force of each container, and its bound."""
    for box, bound, colour in (("dry", 0.6, COLOURS[0]), ("wet", 0.3, COLOURS[1])):
        normal = np.linalg.norm(run[f"under_{box}_normal_force"], axis=1)
        friction = np.linalg.norm(run[f"under_{box}_friction_force"], axis=1)
        axes.plot(run.time[1:], friction[1:] / normal[1:], color=colour, label=f"{box} steel")
        axes.axhline(bound, color=colour, linestyle=":")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("friction over normal force")
    axes.set_title("containers on a deck that rolls by 20 deg")
    axes.legend()


def draw_slide(axes: Axes, run: xr.Dataset) -> None:
    """Where the containers are on the deck."""
    w, x = (run.orientation.sel(body="deck", wxyz=part) for part in ("w", "x"))
    roll = 2.0 * np.arctan2(x, w)
    for box, colour in (("dry", COLOURS[0]), ("wet", COLOURS[1])):
        y, z = (run.position.sel(body=box, xyz=axis) for axis in ("y", "z"))
        axes.plot(
            run.time,
            np.cos(roll) * y + np.sin(roll) * z,
            color=colour,
            label=f"{box} steel",
        )
    axes.set_xlabel("time [s]")
    axes.set_ylabel("place across the deck [m]")
    axes.legend()


def draw_landing(axes: Axes, run: xr.Dataset) -> None:
    """How the crate falls and what the logs do under it."""
    height = run.position.sel(xyz="z")
    axes.plot(run.time, 100.0 * height.sel(body="log_3"), color=COLOURS[0], label="log")
    clear = height.sel(body="crate") - 0.6
    axes.plot(run.time, 100.0 * clear, color=COLOURS[1], label="crate, from logs at rest")
    axes.set_xlim(0.0, 4.0)
    axes.set_ylim(-6.0, 12.0)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("raised by [cm]")
    axes.set_title("a crate falls onto a raft of five logs")
    axes.legend()


def draw_raft_forces(axes: Axes, run: xr.Dataset) -> None:
    """What holds the logs together, and the raft in the current."""
    bound = sum(
        run[f"{place}_{side}_tension"] for place in ("fore", "aft") for side in ("over", "under")
    )
    axes.plot(
        run.time,
        1e-3 * np.abs(run.between_2_normal_force[:, 1]),
        color=COLOURS[0],
        label="between two logs",
    )
    axes.plot(run.time, 1e-3 * bound, ":", color=COLOURS[0], label="ropes around them")
    bridle = run.bridle_1_tension + run.bridle_5_tension
    axes.plot(run.time, 1e-3 * bridle, color=COLOURS[1], label="bridle")
    drag = -sum(run[f"flow_{n}_force"][:, 0] for n in range(1, 6))
    axes.plot(run.time, 1e-3 * drag, ":", color=COLOURS[1], label="the current")
    axes.set_xlim(0.0, 15.0)
    axes.set_ylim(0.0, 9.0)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("force [kN]")
    axes.legend()


def draw_approach(axes: Axes, run: xr.Dataset) -> None:
    """How far the ship's side is from the fenders, and how she is turned."""
    y = run.position.sel(body="ship", xyz="y") - 9.0 - 1.5
    w, z = (run.orientation.sel(body="ship", wxyz=part) for part in ("w", "z"))
    turned = np.degrees(2.0 * np.arctan2(z, w))
    axes.plot(run.time, y, color=COLOURS[0])
    axes.set_xlim(0.0, 120.0)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("amidships, from the fenders [m]")
    axes.set_title("a ship of 9000 t comes alongside")
    heading = axes.twinx()
    heading.plot(run.time, turned, color=COLOURS[1])
    heading.set_ylabel("heading [deg]", color=COLOURS[1])


def draw_fenders(axes: Axes, run: xr.Dataset) -> None:
    """What each of the four fenders gives back."""
    for number, colour in zip(range(1, 5), COLOURS, strict=False):
        force = np.linalg.norm(run[f"fender{number}_normal_force"], axis=1)
        axes.plot(run.time, 1e-3 * force, color=colour, label=f"fender {number}")
    axes.set_xlim(0.0, 120.0)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("reaction [kN]")
    axes.legend()


def draw_ropes(axes: Axes, run: xr.Dataset) -> None:
    """What the ropes of one end and the springs hold."""
    for rope, colour in zip(("bow_line", "bow_breast", "forward_spring"), COLOURS, strict=False):
        force = np.linalg.norm(run[f"{rope}_force"][:, :3], axis=1)
        axes.plot(run.time, 1e-3 * force, color=colour, label=rope.replace("_", " "))
    axes.set_xlim(*_ALONGSIDE)
    axes.set_xlabel("time [s]")
    axes.set_ylabel("force of ropes [kN]")
    axes.set_title("a supply vessel is held alongside in waves")
    axes.legend()


def draw_pressed(axes: Axes, run: xr.Dataset) -> None:
    """What the fenders between the two ships give back."""
    draw_fenders(axes, run)
    axes.set_xlim(*_ALONGSIDE)


def main() -> None:
    """Runs them on a server of our own."""
    models = EXAMPLES / "models"
    drawn = {
        "grounding": (draw_stranding, draw_balance),
        "deck_cargo": (draw_demand, draw_slide),
        "log_raft": (draw_landing, draw_raft_forces),
        "berthing": (draw_approach, draw_fenders),
        "ship_to_ship": (draw_ropes, draw_pressed),
    }
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        for name in sys.argv[1:] or drawn:
            drawings = drawn[name]
            figure = new_figure(1, 2, width=10.0, height=3.8, share_x=False)
            result = raftup.run(models / f"{name}.yaml", client, _SHORTENED.get(name))
            for axes, draw in zip(figure.axes, drawings, strict=False):
                draw(axes, result)
            save(figure, EXAMPLES / f"{name}.png")
            print(EXAMPLES / f"{name}.png")


if __name__ == "__main__":
    main()
