#!/usr/bin/env python3
"""A helmsman in a program of his own: the law of the load `autopilot`, in a client.

Steers the 7 m model of a tanker to another heading, 50 times a second, and then lets the server's
autopilot do the same: both make the same voyage. Begin with the load, take a client where the law
is your own.

python steer_tanker.py                        # starts its own server
python steer_tanker.py localhost:50051        # or uses a running one
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

import raftup

MODEL = Path(__file__).resolve().parents[2] / "examples" / "models" / "turning_circle.yaml"

STEP = 0.02  # s
LIMIT = np.deg2rad(35.0)  # of the rudder
LAW = {"proportional": 2.0, "derivative": 6.0, "integral": 0.02}  # 1, s, 1/s
TARGET = np.deg2rad(-30.0)  # counter-clockwise from +x: to starboard


def wrapped(angle: float) -> float:
    """Within half a turn."""
    return float(np.remainder(angle + np.pi, 2.0 * np.pi) - np.pi)


@dataclass
class Helmsman:
    """delta = proportional e + derivative r + integral (integral of e), as `autopilot` has it.

    The integral stands still while the rudder is at its limit and would only go further.
    """

    integral: float = 0.0
    since_last: float = 0.0  # s; nothing is integrated before the first step

    def order(self, heading: float, rate: float) -> float:
        """Angle of the rudder [rad] by the heading [rad] and the yaw rate [rad/s]."""
        error = wrapped(heading - TARGET)
        integral = self.integral + error * self.since_last
        self.since_last = STEP
        wanted = self._rudder(error, rate, integral)
        if abs(wanted) <= LIMIT or wanted * error < 0.0:
            self.integral = integral
        return float(np.clip(self._rudder(error, rate, self.integral), -LIMIT, LIMIT))

    def _rudder(self, error: float, rate: float, integral: float) -> float:
        terms = LAW["proportional"] * error + LAW["derivative"] * rate
        return float(terms + LAW["integral"] * integral)


def tanker() -> dict[str, Any]:
    """The ship of the turning circle, its rudder amidships."""
    model: dict[str, Any] = yaml.safe_load(MODEL.read_text())
    rudder = next(load["rudder"] for load in model["loads"] if "rudder" in load)
    rudder |= {"ordered_angle_deg": 0, "max_angle_deg": float(np.rad2deg(LIMIT))}
    model["integration"]["step"] = STEP
    model["outputs"] = ["ship.displacement", "ship.angular_velocity", "rudder.angle"]
    return model


def steer(address: str, duration: float) -> raftup.Rows:
    """The helmsman reads where a step ends, and the rudder has his order over the next one.

    Returns:
        rows of the model's outputs at every step.
    """
    order = {"name": "order", "load_command": {"load": "rudder", "channel": "angle"}}
    model = tanker() | {"inputs": [order]}
    helmsman = Helmsman()
    parts = []
    with raftup.connect(address) as client, client.create_session(model) as session:
        session.initialise()
        rows = session.read()
        with session.exchange(inputs=["order"]) as exchange:
            print("  time [s]  heading [deg]  rudder [deg]")
            for step in range(round(duration / STEP)):
                heading = float(rows["ship.displacement"][-1, 5])
                rate = float(rows["ship.angular_velocity"][-1, 2])
                exchange.command(step * STEP, {"order": helmsman.order(heading, rate)})
                rows = exchange.advance(1)
                parts.append(rows)
                if (step + 1) % round(5.0 / STEP) == 0:
                    angle = float(rows["rudder.angle"][-1, 0])
                    degrees = np.rad2deg([rows["ship.displacement"][-1, 5], angle])
                    print(f"{rows.time[-1]:10.2f}{degrees[0]:15.3f}{degrees[1]:14.3f}", flush=True)
    return raftup.Rows.concatenate(parts)


def steered_by_load(address: str, duration: float) -> raftup.Rows:
    """The same by the server's own autopilot, all steps in one call."""
    model = tanker()
    law = {"body": "ship", "rudders": ["rudder"], "heading_deg": float(np.rad2deg(TARGET)), **LAW}
    model["loads"].append({"name": "helmsman", "autopilot": law})
    with raftup.connect(address) as client, client.create_session(model) as session:
        session.initialise()
        with session.exchange() as exchange:
            return exchange.advance(round(duration / STEP))


def main() -> None:
    """Steers on the server that the command line names, or on our own."""
    with raftup.server_address(*sys.argv[1:]) as address:
        by_client = steer(address, duration=60.0)
        by_load = steered_by_load(address, duration=60.0)
    apart = np.abs(by_client["ship.displacement"] - by_load["ship.displacement"]).max()
    print(f"{by_client.time[-1]:10.2f}   the load's voyage is {apart:.1e} m, rad from this one")


if __name__ == "__main__":
    main()
