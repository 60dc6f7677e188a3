"""A client that steers a tug, drives a winch and a crane, and reads what they carry."""

from types import ModuleType

import numpy as np
import pytest
from conftest import example

import raftup
from raftup.base.arrays import FloatArray
from raftup.remote.rows import Rows


def point_motion(rows: Rows, body: str, point: list[float]) -> tuple[FloatArray, FloatArray]:
    """[rows, 3] position and velocity of a point of a body whose centre of mass is its origin."""
    w, x, y, z = rows[f"{body}.orientation"].T
    axis = np.stack([x, y, z], axis=1)
    once = np.cross(axis, point)
    arm = point + 2.0 * (w[:, None] * once + np.cross(axis, once))
    velocity = rows[f"{body}.linear_velocity"] + np.cross(rows[f"{body}.angular_velocity"], arm)
    return rows[f"{body}.position"] + arm, velocity


@pytest.fixture(scope="module")
def towed(server: raftup.LocalServer) -> tuple[ModuleType, Rows]:
    """The example of a tow and its rows."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        tow_barge = example("tow_barge", monkeypatch)
        return tow_barge, tow_barge.tow(server.address, duration=60.0)


def test_a_tug_stands_where_its_client_sent_it(towed: tuple[ModuleType, Rows]) -> None:
    tow_barge, rows = towed
    for row in range(24, len(rows), 25):  # the ends of the periods of .5 s
        pose = tow_barge.tug_pose(rows.time[row])
        np.testing.assert_allclose(rows["tug.position"][row], pose.position, atol=1e-12)
        np.testing.assert_allclose(rows["tug.orientation"][row], pose.orientation, atol=1e-12)


def test_a_towing_line_pulls_as_the_law_of_its_winch_says(
    towed: tuple[ModuleType, Rows],
) -> None:
    _, rows = towed
    (bitt, bitt_velocity) = point_motion(rows, "barge", [30, 0, 4])
    (hook, hook_velocity) = point_motion(rows, "tug", [-15, 0, 4])
    line = hook - bitt
    distance = np.linalg.norm(line, axis=1)
    rate = np.einsum("ij,ij->i", hook_velocity - bitt_velocity, line) / distance
    length, speed = rows["towing_winch.length"][:, 0], rows["towing_winch.speed"][:, 0]
    pull = np.maximum(4.0e5 * (distance - length) + 4.0e4 * (rate + speed), 0.0)
    expected = np.where(distance > length, pull, 0.0)
    # The line's 4e5 N/m turn the rounding of positions of 100 m into 1e-8 N.
    np.testing.assert_allclose(rows["towing_winch.tension"][:, 0], expected, atol=1e-6)
    assert (expected == 0.0).any()
    step = rows.time[1] - rows.time[0]
    np.testing.assert_allclose(np.diff(length), -step * speed[:-1], atol=1e-12)
    assert np.ptp(length) > 1.0
    assert rows["towing_winch.tension"][-1, 0] == pytest.approx(1.0e5, rel=0.1)


def test_what_the_ring_of_a_towed_crane_carries_balances_the_boom(
    towed: tuple[ModuleType, Rows],
) -> None:
    _, rows = towed
    mass, gravity = 2.0e4, np.array([0.0, 0.0, -9.81])
    force = rows["slewing_ring.force"]
    balance = force[:, :3] + mass * (gravity - rows["boom.linear_acceleration"])
    np.testing.assert_allclose(balance, 0.0, atol=1e-8)  # round-off of 2e5 N
    assert np.abs(force[:, :2]).max() > 100.0
    turned = rows["slewing_ring.position"][-1, 0]
    assert turned == pytest.approx(np.pi / 80.0 * (60.0 - 40.0), abs=1e-9)


def test_a_pose_that_is_no_pose_ends_the_stream_and_leaves_the_tug(
    client: raftup.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client.create_session(example("tow_barge", monkeypatch).MODEL) as session:
        session.initialise()
        with session.exchange(inputs=["tug_pose"]) as exchange:
            exchange.command(0.5, {"tug_pose": raftup.Pose([1, 0, 0], [1, 0, 0, 1])})
            with pytest.raises(raftup.RaftupError, match="must be a unit quaternion"):
                exchange.advance(25)
        assert session.status().step_index == 0
