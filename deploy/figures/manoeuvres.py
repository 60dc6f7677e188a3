#!/usr/bin/env python3
"""Draws clients/examples/manoeuvres.png: turning circle, zig-zag and a tow that changes course.

Runs the model files turning_circle.yaml, zigzag.yaml and tug_and_tow.yaml and prints what a sea
trial reports of the first two.

.venv/bin/python deploy/figures/manoeuvres.py
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import xarray as xr
from matplotlib.axes import Axes

import raftup
from raftup.plots.figure import COLOURS, new_figure, save

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
PICTURE = EXAMPLES / "manoeuvres.png"
LENGTH = 7.0  # m, of the model of KVLCC2

Numbers = npt.NDArray[np.float64]


def heading_deg(result: xr.Dataset, body: str) -> Numbers:
    """Heading to starboard [deg], without jumps."""
    w, x, y, z = result.orientation.sel(body=body).transpose("wxyz", "time").values
    yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y**2 + z**2))
    return np.asarray(-np.degrees(np.unwrap(yaw)))


def track(result: xr.Dataset, body: str) -> tuple[Numbers, Numbers]:
    """Advance and transfer to starboard [m]."""
    position = result.position.sel(body=body)
    return position.sel(xyz="x").values, -position.sel(xyz="y").values


def draw_circle(axes: Axes, result: xr.Dataset) -> None:
    """The track over lengths of the ship, with advance and tactical diameter."""
    advance, transfer = (way / LENGTH for way in track(result, "ship"))
    turned = heading_deg(result, "ship")
    at_90 = float(np.interp(90.0, turned, advance))
    at_180 = float(np.interp(180.0, turned, transfer))
    print(f"turning circle: advance {at_90:.4f} L, tactical diameter {at_180:.4f} L")
    axes.plot(transfer, advance, color=COLOURS[0])
    axes.axhline(at_90, color=COLOURS[5], linestyle=":", linewidth=0.8)
    axes.axvline(at_180, color=COLOURS[5], linestyle=":", linewidth=0.8)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_title(f"rudder 35 deg: advance {at_90:.2f} L, diameter {at_180:.2f} L")
    axes.set_xlabel("transfer [L]")
    axes.set_ylabel("advance [L]")


def draw_zigzag(axes: Axes, result: xr.Dataset) -> None:
    """Heading and rudder over time."""
    turned = heading_deg(result, "ship")
    peaks = np.flatnonzero(np.diff(np.sign(np.diff(turned)))) + 1
    first, second = abs(turned[peaks[:2]]) - 20.0
    print(f"zig-zag 20/20: overshoots {first:.2f} deg, {second:.2f} deg")
    axes.plot(result.time, turned, color=COLOURS[0], label="heading")
    axes.plot(
        result.time,
        np.degrees(result["rudder_angle"]),
        color=COLOURS[1],
        label="rudder",
    )
    axes.set_title(f"zig-zag 20/20: overshoots {first:.1f} and {second:.1f} deg")
    axes.set_xlabel("time [s]")
    axes.set_ylabel("to starboard [deg]")
    axes.legend()


def draw_tow(axes: Axes, result: xr.Dataset) -> None:
    """Both tracks seen from above."""
    for body, colour in zip(("tug", "barge"), COLOURS, strict=False):
        ahead, starboard = track(result, body)
        axes.plot(-starboard, ahead, color=colour, label=body)
    axes.set_aspect("equal", adjustable="datalim")
    axes.set_title("a tow changes course by 40 deg")
    axes.set_xlabel("y [m]")
    axes.set_ylabel("x [m]")
    axes.invert_xaxis()
    axes.legend()


def main() -> None:
    """Runs all three on a server of our own."""
    figure = new_figure(1, 3, width=13.0, height=4.5, share_x=False)
    panels = {
        "turning_circle": draw_circle,
        "zigzag": draw_zigzag,
        "tug_and_tow": draw_tow,
    }
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        for axes, (name, draw) in zip(figure.axes, panels.items(), strict=True):
            draw(axes, raftup.run(EXAMPLES / "models" / f"{name}.yaml", client))
    save(figure, PICTURE)
    print(PICTURE)


if __name__ == "__main__":
    main()
