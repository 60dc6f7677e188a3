#!/usr/bin/env python3
"""A client steers a tug, drives the towing winch and the crane of its barge, and reads reactions.

python tow_barge.py                        # starts its own server
python tow_barge.py localhost:50051        # or uses a running one
"""

import sys
from pathlib import Path

import numpy as np

import raftup

MODEL = Path(__file__).resolve().parents[2] / "examples" / "models" / "barge_under_tow.yaml"

WANTED_TENSION = 1.0e5  # N: what the winch is to hold


def tug_pose(time: float) -> raftup.Pose:
    """On a circle of 400 m to port, at a speed that rises to 1.5 m/s in 20 s."""
    angle = 1.5 * (time - 20.0 * np.tanh(time / 20.0)) / 400.0
    position = [120.0 + 400.0 * np.sin(angle), 400.0 * (1.0 - np.cos(angle)), 0.0]
    return raftup.Pose.from_angles(position, yaw_deg=np.rad2deg(angle))


def haul_speed(tension: float) -> float:
    """Hauls in a slack line and pays out a tight one, at most 0.5 m/s."""
    return float(np.clip(2.0e-6 * (WANTED_TENSION - tension), -0.5, 0.5))


def slewing_speed(time: float) -> float:
    """Turns the boom to port by 90 degrees between 40 s and 80 s."""
    return np.pi / 80.0 if 40.0 <= time < 80.0 else 0.0


def tow(address: str, duration: float, period: float = 0.5) -> raftup.Rows:
    """Tows with a new command every `period` seconds.

    The tug's pose is reached at the time of its sample and the speeds hold from there on, so the
    winch answers one period after its tension was read.

    Returns:
        rows of the model's outputs at every step.
    """
    with raftup.connect(address) as client, client.create_session(MODEL) as session:
        session.initialise()
        steps = round(period / (session.step_ns * 1e-9))
        parts = []
        speed = 0.0
        with session.exchange(inputs=["tug_pose", "haul_speed", "slewing_speed"]) as exchange:
            print(
                "  time [s]     tug x, y [m]   barge x, y [m]  line [m]  tension, ring force [kN]"
            )
            for time in np.arange(1, round(duration / period) + 1) * period:
                exchange.command(
                    time,
                    {
                        "tug_pose": tug_pose(time),
                        "slewing_speed": slewing_speed(time),
                        "haul_speed": speed,
                    },
                )
                rows = exchange.advance(steps)
                length, tension = (rows[f"towing_winch.{x}"][-1, 0] for x in ("length", "tension"))
                speed = haul_speed(tension)
                tug, barge = rows["tug.position"][-1], rows["barge.position"][-1]
                ring_force = np.linalg.norm(rows["slewing_ring.force"][-1, :3])
                print(
                    f"{time:10.2f}{tug[0]:9.2f}{tug[1]:8.2f}{barge[0]:9.2f}{barge[1]:8.2f}"
                    f"{length:10.2f}{tension / 1e3:10.2f}{ring_force / 1e3:12.3f}",
                    flush=True,
                )
                parts.append(rows)
        return raftup.Rows.concatenate(parts)


def main() -> None:
    """Tows on the server that the command line names, or on our own."""
    with raftup.server_address(*sys.argv[1:]) as address:
        tow(address, duration=120.0)


if __name__ == "__main__":
    main()
