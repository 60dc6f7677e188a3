#!/usr/bin/env python3
"""The autopilot of a session: reads position and heading, answers with thrust twice a second.

    python autopilot.py ADDRESS SESSION

It keeps nothing that it cannot read again: killed and started anew it goes on as if nothing had
been, and the session waits for it meanwhile.
"""

import sys

import numpy as np

import raftup
from raftup import FloatArray

PERIOD_NS = 500_000_000
TARGET = np.array([10.0, -5.0, np.deg2rad(20.0)])
"""Surge [m], sway [m] and yaw [rad] to hold."""
STIFFNESS = np.array([4.0e3, 4.0e3, 2.0e4])  # N/m, N m/rad: a period of a minute
DAMPING = np.array([5.0e4, 5.0e4, 2.5e5])  # N s/m, N m s/rad


def thrust(rows: raftup.Rows) -> FloatArray:
    """[6] force and moment [N, N m], world axes, from the newest of the rows."""
    place = rows["hemisphere.displacement"][-1, [0, 1, 5]]
    velocity = rows["hemisphere.linear_velocity"][-1]
    turning = rows["hemisphere.angular_velocity"][-1]
    rates = np.array([velocity[0], velocity[1], turning[2]])
    surge, sway, yaw = STIFFNESS * (TARGET - place) - DAMPING * rates
    return np.array([surge, sway, 0.0, 0.0, 0.0, yaw])


class Autopilot:
    """Answers each period of a session with the thrust for the next."""

    def __init__(self, session: raftup.Session) -> None:
        self._session = session
        role = raftup.Role.PARTICIPANT
        self.stream = session.exchange(
            inputs=["thrust"], role=role, participant_id="autopilot", output_stride=1
        )
        known = self.stream.watermark_ns
        self._next_ns = 0 if known is None else known + PERIOD_NS
        if self.stream.time_ns == self._next_ns:  # the session waits for us already
            self._answer(session.read())

    def step(self) -> None:
        """Waits for rows, and answers those at the end of a period."""
        rows = self.stream.receive()
        if self.stream.time_ns == self._next_ns:
            self._answer(rows)

    def _answer(self, rows: raftup.Rows) -> None:
        self.stream.send(self._next_ns * 1e-9, thrust(rows))
        self._next_ns += PERIOD_NS


def main() -> None:
    """Steers until the session is deleted."""
    address, name = sys.argv[1:]
    with raftup.connect(address) as client:
        autopilot = Autopilot(client.session(name))
        try:
            while True:
                autopilot.step()
        except raftup.RaftupError as error:
            if error.reason != "SESSION_DELETED":
                raise


if __name__ == "__main__":
    main()
