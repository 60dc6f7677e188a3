#!/usr/bin/env python3
"""Looks at a session and slows nobody down: prints it, and draws its track in the end.

python viewer.py ADDRESS SESSION [TRACK.png]
"""

import sys
from pathlib import Path

import numpy as np

import raftup
from raftup import FloatArray


def view(watch: raftup.Watch) -> FloatArray:
    """Prints a line a second of simulation until the session is deleted.

    Returns:
        [lines, 4] time [s], surge, sway [m], yaw [rad].
    """
    print("  time [s]  surge [m]   sway [m]   yaw [deg]")
    track = []
    try:
        for rows in watch:
            for time, place in zip(rows.time, rows["hemisphere.displacement"], strict=True):
                surge, sway, _, _, _, yaw = place
                print(f"{time:10.1f}{surge:11.3f}{sway:11.3f}{np.rad2deg(yaw):12.2f}", flush=True)
                track.append([time, surge, sway, yaw])
    except raftup.RaftupError as error:
        if error.reason != "SESSION_DELETED":
            raise
    return np.array(track)


def draw(track: FloatArray, file: Path) -> None:
    """A picture of the track."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 5), layout="constrained")
    axes = figure.add_subplot(xlabel="surge [m]", ylabel="sway [m]", aspect="equal")
    axes.plot(track[:, 1], track[:, 2])
    axes.grid(alpha=0.3)
    figure.savefig(file)


def main() -> None:
    """Looks at the session that the command line names."""
    address, name = sys.argv[1:3]
    with raftup.connect(address) as client:
        with client.session(name).watch(output_stride=20, policy="drop_oldest") as watch:
            track = view(watch)
        if len(sys.argv) > 3:
            draw(track, Path(sys.argv[3]))


if __name__ == "__main__":
    main()
