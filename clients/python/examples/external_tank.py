#!/usr/bin/env python3
"""A client models a tank: liquid m0 that moves with the hull, m1 that sloshes on a spring.

Its force on the hull, which is lighter,
    F = -m0 a + k (x1 - x)
depends on the acceleration a that it causes: the server tries every step until both agree. (Or the
client gives m0 as the gain `inertia`, and one pass is enough.)

    python external_tank.py [ADDRESS]       # starts its own server where none is named
"""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import raftup
from raftup import FloatArray

HULL_MASS, FROZEN_MASS, SLOSHING_MASS, SLOSHING_STIFFNESS = 1.0e6, 1.4e6, 0.6e6, 6.0e5  # kg, N/m
STEP, START = 0.01, 1.0  # s, m
MOORING = {"body": "hull", "stiffness": [8.0e5, 0, 0, 0, 0, 0], "rest_position": [0, 0, 0]}
MODEL = {
    "bodies": [
        {"name": "hull", "mass": HULL_MASS, "inertia": {"xx": 1e7, "yy": 1e8, "zz": 1e8}}
        | {"gravity": False, "position": [START, 0, 0], "free": [True] + [False] * 5}
    ],
    "loads": [{"name": "mooring", "linear_mooring": MOORING}],
    "inputs": [
        {"name": "tank", "external_force": {"body": "hull"}},
        {"name": "inertia", "acceleration_gain": {"bodies": ["hull"]}},
    ],
    "outputs": ["hull.position", "hull.linear_acceleration"],
    "integration": {"step": STEP},
}


class Tank:
    """The sloshing mass, stepped by itself; `state` is [position m, speed m/s]."""

    def __init__(self) -> None:
        self.state = self.next = np.array([START, 0.0])

    def answer(self, rows: raftup.Rows) -> FloatArray:
        """Force on the hull at the end of a step, from where the hull would then be."""
        hull, acceleration = rows["hull.position"][-1, 0], rows["hull.linear_acceleration"][-1, 0]
        ratio = STEP * SLOSHING_STIFFNESS / SLOSHING_MASS
        speed = (self.state[1] + ratio * (hull - self.state[0])) / (1.0 + STEP * ratio)
        self.next = np.array([self.state[0] + STEP * speed, speed])
        force = SLOSHING_STIFFNESS * (self.next[0] - hull) - FROZEN_MASS * acceleration
        return np.array([force, 0.0, 0.0, 0.0, 0.0, 0.0])

    def accept(self) -> None:
        """The step is taken."""
        self.state = self.next


def iterate(address: str, steps: int, method: str = "aitken") -> tuple[FloatArray, int]:
    """[steps] position of the hull [m], and the most tries that a step took."""
    participant = raftup.Participant("tank", inputs=["tank"])
    rule = raftup.Iteration(["tank"], method=method, tolerance=1e-9)
    role = raftup.Role.PARTICIPANT
    with (
        raftup.connect(address) as client,
        client.create_session(MODEL, participants=[participant], iteration=rule) as session,
    ):
        session.initialise()
        with (
            ThreadPoolExecutor() as pool,
            session.exchange() as controller,
            session.exchange(inputs=["tank"], role=role, participant_id="tank") as stream,
        ):
            coupled = pool.submit(stream.couple, Tank(), np.zeros(6), steps)
            rows = controller.advance(steps)
            coupled.result()
            return rows["hull.position"][:, 0], controller.iteration


def main() -> None:
    """Runs the coupled tank and prints where the hull ends."""
    with raftup.server_address(*sys.argv[1:]) as address:
        position, tries = iterate(address, steps=1000)
        print(f"after {1000 * STEP:g} s the hull is at {position[-1]:.4f} m, {tries} tries a step")


if __name__ == "__main__":
    main()
