#!/usr/bin/env python3
"""A client drives the motor of a crane on a floating hull and reads what its ring carries.

python drive_motor.py                        # starts its own server
python drive_motor.py localhost:50051        # or uses a running one
"""

import sys
from pathlib import Path

import numpy as np

import raftup

MODEL = Path(__file__).resolve().parents[2] / "examples" / "models" / "slewing_crane.yaml"

TARGET = np.pi / 2
"""Where the boom is to stand [rad]."""


def slewing_speed(angle: float) -> float:
    """Towards the target in proportion to what is left, at most 0.1 rad/s."""
    return float(np.clip(0.5 * (TARGET - angle), -0.1, 0.1))


def slew(address: str, duration: float, period: float = 0.5) -> raftup.Rows:
    """Slews the boom to its target, with a new command every `period` seconds.

    Returns:
        rows of the model's outputs at every step.
    """
    with (
        raftup.connect(address) as client,
        client.create_session(MODEL) as session,
    ):
        session.initialise()
        steps = round(period / (session.step_ns * 1e-9))
        parts = []
        with session.exchange(inputs=["slewing_speed"]) as exchange:
            print("  time [s]  boom [deg]  hull roll [deg]  ring force [kN]  torque [kN m]")
            angle = 0.0
            for time in np.arange(0.0, duration, period):
                exchange.command(time, {"slewing_speed": slewing_speed(angle)}, until=time + period)
                rows = exchange.advance(steps)
                angle = float(rows["slewing_ring.position"][-1, 0])
                force, torque = np.linalg.norm(rows["slewing_ring.force"][-1].reshape(2, 3), axis=1)
                roll = rows["hull.displacement"][-1, 3]
                print(
                    f"{rows.time[-1]:10.2f}{np.rad2deg(angle):12.2f}{np.rad2deg(roll):17.3f}"
                    f"{force / 1e3:17.3f}{torque / 1e3:15.3f}",
                    flush=True,
                )
                parts.append(rows)
        return raftup.Rows.concatenate(parts)


def main() -> None:
    """Slews on the server that the command line names, or on our own."""
    with raftup.server_address(*sys.argv[1:]) as address:
        slew(address, duration=40.0)


if __name__ == "__main__":
    main()
