#!/usr/bin/env python3
"""Draws solver/water/masses/added_mass_modes.png: added mass coupled, lumped and as a lagged force.

Two bodies on springs whose added mass slightly exceeds their mass, the spectral radius of M^-1 A
is 1.011, the first released 1 m up; each run against the closed form.

.venv/bin/python deploy/figures/added_mass_modes.py
"""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import raftup
from raftup.plots.figure import COLOURS, PREDICTION, add_legend, label_x, new_figure, save

PICTURE = Path(__file__).resolve().parents[2] / "solver/water/masses/added_mass_modes.png"

MASS = np.diag([1.0e6, 0.6e6])  # kg
STIFFNESS = np.diag([3.0e6, 2.0e6])  # N/m
ADDED_MASS = np.array([[1.0e6, -0.0085e6], [-0.0085e6, 0.6e6]])  # kg

HEAVE = 2
DURATION = 20.0  # s
LOST = 3.0  # m: a run that has come so far is at its end

Series = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


def exact(time: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Heave of the first body [m], by the modes of K x = omega^2 (M + A) x."""
    inverse_root = np.linalg.inv(np.linalg.cholesky(MASS + ADDED_MASS))
    squares, modes = np.linalg.eigh(inverse_root @ STIFFNESS @ inverse_root.T)
    first = (inverse_root.T @ modes)[0]
    start = np.linalg.solve(inverse_root.T @ modes, [1.0, 0.0])
    waves = np.cos(np.sqrt(squares) * time[:, None])
    return np.asarray(waves @ (first * start), dtype=np.float64)


def heave_block(value: float) -> list[float]:
    """A 6 x 6 matrix, row by row, with one entry."""
    block = np.zeros((6, 6))
    block[HEAVE, HEAVE] = value
    return block.ravel().tolist()


def dry_model(step: float) -> dict[str, Any]:
    """The bodies and their springs, without water."""
    names, start = ("a", "b"), ([0.0, 0.0, 1.0], [30.0, 0.0, 0.0])
    return {
        "bodies": [
            {
                "name": name,
                "mass": MASS[i, i],
                "inertia": {"xx": 1e7, "yy": 1e7, "zz": 1e7},
                "gravity": False,
                "position": start[i],
                "free": [dof == HEAVE for dof in range(6)],
            }
            for i, name in enumerate(names)
        ],
        "loads": [
            {
                "name": f"spring_{name}",
                "linear_mooring": {
                    "body": name,
                    "stiffness": [STIFFNESS[i, i] * (dof == HEAVE) for dof in range(6)],
                    "rest_position": [start[i][0], 0.0, 0.0],
                },
            }
            for i, name in enumerate(names)
        ],
        "outputs": ["a.position", "a.linear_acceleration", "b.linear_acceleration"],
        "integration": {"stepper": "rk4", "step": step, "duration": DURATION},
    }


def with_water(client: raftup.Client, step: float, mode: str) -> Series:
    """Time and heave of the first body, added mass in the solver: `coupled` or `lumped`."""
    model = dry_model(step)
    model["added_mass_interactions"] = [
        {
            "name": "pair",
            "body1": "a",
            "body2": "b",
            "body1_block": heave_block(ADDED_MASS[0, 0]),
            "body2_block": heave_block(ADDED_MASS[1, 1]),
            "off_diagonal_block": heave_block(ADDED_MASS[0, 1]),
            "mode": mode,
        }
    ]
    result = raftup.run(model, client)
    return result.time.values, result.position.sel(body="a", xyz="z").values


def with_lagged_force(client: raftup.Client, step: float) -> Series:
    """The same by a client that sends -A a of the accelerations of the step before."""
    model = dry_model(step)
    names = ["water_a", "water_b"]
    model["inputs"] = [{"name": name, "external_force": {"body": name[-1]}} for name in names]
    acceleration = np.linalg.solve(MASS + ADDED_MASS, -STIFFNESS[:, 0])
    times, heave = [0.0], [1.0]
    with client.create_session(model) as session:
        session.initialise()
        with session.exchange(inputs=names) as exchange:
            while times[-1] < DURATION and abs(heave[-1]) < LOST:
                force = -ADDED_MASS @ acceleration
                wrenches = [np.eye(6)[HEAVE] * value for value in force]
                exchange.command(times[-1], dict(zip(names, wrenches, strict=True)))
                rows = exchange.advance()
                times.append(float(rows.time[-1]))
                heave.append(rows["a.position"][-1, HEAVE])
                acceleration = np.array(
                    [rows[f"{body}.linear_acceleration"][-1, HEAVE] for body in ("a", "b")]
                )
    return np.array(times), np.array(heave)


def draw(runs: dict[str, Series]) -> None:
    """Heave above, its distance from the closed form below."""
    figure = new_figure(2, 1, width=10.0, height=5.5)
    above, below = figure.axes
    time = np.linspace(0.0, DURATION, 2001)
    above.plot(time, exact(time), color=PREDICTION, linestyle="--", label="exact", zorder=3)
    for colour, (label, (at, heave)) in zip(COLOURS, runs.items(), strict=False):
        above.plot(at, heave, color=colour, label=label)
        below.semilogy(at[1:], np.abs(heave - exact(at))[1:], color=colour)
    above.set_ylim(-LOST, LOST)
    above.set_ylabel("heave of body a [m]")
    below.set_ylim(1e-9, 2 * LOST)
    below.set_ylabel("error [m]")
    label_x(figure, "time [s]", 1)
    add_legend(figure, "added mass, step")
    save(figure, PICTURE)


def main() -> None:
    """Runs all four on a server of our own."""
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        draw(
            {
                "coupled .1 s": with_water(client, 0.1, "coupled"),
                "lumped .02 s": with_water(client, 0.02, "lumped"),
                "lagged .01 s": with_lagged_force(client, 0.01),
                "lagged .005 s": with_lagged_force(client, 0.005),
            }
        )
    print(PICTURE)


if __name__ == "__main__":
    main()
