"""Steps that are tried and undone, and participants that answer every try."""

from typing import Any

import numpy as np
import pytest
from conftest import example

import raftup
from raftup.base.arrays import FloatArray


def monolithic(tank: Any, steps: int) -> FloatArray:
    """[steps] position of the hull with everything in one system: modes of K x = omega^2 M x."""
    mass = np.diag([tank.HULL_MASS + tank.FROZEN_MASS, tank.SLOSHING_MASS])
    k, moor = tank.SLOSHING_STIFFNESS, tank.MOORING["stiffness"][0]
    stiffness = np.array([[moor + k, -k], [-k, k]])
    root = np.sqrt(np.linalg.inv(mass))
    squares, modes = np.linalg.eigh(root @ stiffness @ root)
    start = modes.T @ np.linalg.inv(root) @ np.full(2, tank.START)
    time = tank.STEP * np.arange(1, steps + 1)
    phases = np.cos(np.outer(time, np.sqrt(squares)))
    position: FloatArray = ((phases * start) @ (root @ modes).T)[:, 0]
    return position


@pytest.mark.parametrize("method", ["aitken", "iqn_ils"])
def test_a_tank_heavier_than_its_hull_is_coupled_by_trying(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    tank = example("external_tank", monkeypatch)
    position, tries = tank.iterate(client.address, steps=400, method=method)
    # Held forces and implicit Euler: order 1, .01 s of a motion of 10 s and 1 m.
    assert np.abs(position - monolithic(tank, 400)).max() < 0.02
    assert 2 <= tries <= 5


def test_tries_with_radiation_memory_leave_no_trace(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    hemisphere["inputs"] = [{"name": "push", "external_force": {"body": "hemisphere"}}]
    hemisphere["hydrodynamics"][0]["radiation"] = {"memory": "RADIATION_MEMORY_CONVOLUTION"}
    rows = []
    for tries in (0, 3):
        with client.create_session(hemisphere) as session:
            session.initialise()
            with session.exchange(inputs=["push"], output_stride=1) as exchange:
                for step in range(60):
                    time = step * session.step_ns * 1e-9
                    force = [1e4 * np.sin(step), 0.0, 2e4, 0.0, 0.0, 0.0]
                    for k in range(tries):
                        exchange.send(time, np.multiply(force, k))
                        exchange.try_steps()
                        assert exchange.tentative
                        assert exchange.iteration == k + 1
                    exchange.send(time, force)
                    if tries:
                        exchange.try_steps()
                    rows.append((exchange.commit if tries else exchange.advance)(1).values)
    assert np.concatenate(rows[:60]).tobytes() == np.concatenate(rows[60:]).tobytes()


def test_a_gain_takes_one_pass(client: raftup.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tank = example("external_tank", monkeypatch)
    gain = np.zeros((6, 6))
    gain[0, 0] = tank.FROZEN_MASS
    heavy = {"bodies[0].mass": tank.HULL_MASS + tank.FROZEN_MASS}
    position = []
    for overrides, start in (({}, {"inertia": gain}), (heavy, {})):
        with client.create_session(tank.MODEL, overrides=overrides) as session:
            session.initialise(start)
            position.append(session.step(400)["hull.position"])
    assert np.abs(position[0] - position[1]).max() < 1e-9
