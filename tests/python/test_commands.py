"""Commands to bodies and drives, as the columns of a stream take them."""

import time
from typing import Any

import numpy as np
import pytest
from conftest import MODELS
from exported_fmus.models import source_of

import raftup

POD = {"body": "ship", "azimuth_deg": 90, "azimuth_rate_deg": 12, "max_thrust": 1e5, "thrust": 3e4}
PODDED: dict[str, Any] = {
    "bodies": [{"name": "ship", "mass": 1e6, "inertia": {"xx": 1e7, "yy": 1e7, "zz": 1e7}}],
    "loads": [{"name": "pod", "thruster": POD}],
    "integration": {"step": 0.1, "duration": 1},
}


@pytest.mark.parametrize(
    ("angles", "axis", "angle_deg"),
    [
        ({"yaw_deg": 90.0}, (0, 0, 1), 90.0),
        ({"pitch_deg": -30.0}, (0, 1, 0), -30.0),
        ({"roll_deg": 200.0}, (1, 0, 0), 200.0),
        # x goes to -z, z to y, y to -x: a third of a turn about (-1, 1, 1).
        ({"yaw_deg": 90.0, "pitch_deg": 90.0}, (-1, 1, 1), 120.0),
    ],
)
def test_angles_become_the_quaternion_of_their_turn(
    angles: dict[str, float], axis: tuple[float, ...], angle_deg: float
) -> None:
    half = np.deg2rad(angle_deg) / 2.0
    unit = np.array(axis) / np.linalg.norm(axis)
    expected = [1.0, 2.0, 3.0, np.cos(half), *(np.sin(half) * unit)]
    pose = raftup.Pose.from_angles([1.0, 2.0, 3.0], **angles)
    np.testing.assert_allclose(pose.values(), expected, atol=1e-15)


@pytest.mark.parametrize(
    ("model", "kinds", "expected"),
    [
        (
            "dp_supply",
            [
                {"load_command": {"load": "positioning", "channel": channel}}
                for channel in ("x", "y", "heading")
            ],
            [[8.0], [0.0], [np.deg2rad(15)]],
        ),
        (
            PODDED,
            [
                {"load_command": {"load": "pod", "channel": channel}}
                for channel in ("thrust", "azimuth")
            ],
            [[3e4], [np.deg2rad(90)]],
        ),
        (
            "turning_circle",
            [
                {"load_command": {"load": "propeller", "channel": "speed"}},
                {"load_command": {"load": "rudder", "channel": "angle"}},
                {"external_force": {"body": "ship"}},
            ],
            [[11.85159], [np.deg2rad(35)], [0.0] * 6],
        ),
        ("barge_under_tow", [{"load_drive": "towing_winch"}], [[0.0]]),
    ],
)
def test_an_input_without_samples_reads_what_acts_in_its_place(
    client: raftup.Client, model: Any, kinds: list[dict[str, Any]], expected: list[list[float]]
) -> None:
    inputs = [{"name": f"input{i}"} | kind for i, kind in enumerate(kinds)]
    with client.create_session(source_of(model), overrides={"inputs": inputs}) as session:
        read = [session.read([given["name"]]).values[0].tolist() for given in inputs]
    assert read == [pytest.approx(values) for values in expected]


def test_a_kinematic_body_without_samples_reads_its_own_motion(client: raftup.Client) -> None:
    body: dict[str, Any] = {"name": "flap", "motion": "kinematic", "position": [1, 2, 3]}
    body |= {"attitude_deg": [0, 0, 90], "center_of_mass": [5, 0, 0]}
    body |= {"linear_velocity": [0.1, 0, 0], "angular_velocity": [0, 0, 0.2]}
    half = float(np.sqrt(0.5))
    for target, expected in (
        ("velocity", [0.1, 0, 0, 0, 0, 0.2]),
        ("pose", [1, 2, 3, half, 0, 0, half]),
    ):
        motion = {"body": "flap", "target": target}
        model = {
            "bodies": [body],
            "inputs": [{"name": "drive", "kinematic_motion": motion}],
            "integration": {"step": 0.1, "duration": 1},
        }
        with client.create_session(model) as session:
            assert session.read(["drive"]).values[0] == pytest.approx(expected)


def test_a_command_by_name_is_a_sample_of_its_columns(client: raftup.Client) -> None:
    rows = []
    for by_name in (False, True):
        with client.create_session(MODELS / "forced_by_client.yaml") as session:
            session.initialise()
            with session.exchange(inputs=["wave_force"]) as exchange:
                for time in (0.0, 0.5):
                    force = [0.0, 0.0, 1e4 * (1.0 + time), 0.0, 0.0, 0.0]
                    if by_name:
                        exchange.command(time, {"wave_force": force}, until=time + 0.5)
                    else:
                        exchange.send(time, force, watermark=time + 0.49)
                rows.append(exchange.advance(20).values)
    np.testing.assert_array_equal(rows[0], rows[1])
    assert np.abs(rows[0]).max() > 0.0


def test_commands_that_cannot_be_meant_are_refused_by_name(client: raftup.Client) -> None:
    with client.create_session(MODELS / "forced_by_client.yaml") as session:
        session.initialise()
        with session.exchange(inputs=["wave_force"]) as exchange:
            with pytest.raises(raftup.RaftupError, match="first command") as never_named:
                exchange.command(0.0, {})
            assert never_named.value.violations[0].path == "wave_force"
            with pytest.raises(raftup.RaftupError, match="rudder must be one of wave_force"):
                exchange.command(0.0, {"rudder": 1.0})
            with pytest.raises(raftup.RaftupError, match="wave_force must have 6 values, has 1"):
                exchange.command(0.0, {"wave_force": 1.0})
            exchange.command(0.0, {"wave_force": np.zeros(6)})
            assert len(exchange.advance(1)) == 1


def test_a_nameless_controller_that_owes_samples_is_told_so(client: raftup.Client) -> None:
    with client.create_session(MODELS / "forced_by_client.yaml") as session:
        session.initialise()
        with session.exchange(inputs=["wave_force"]) as exchange:
            exchange.command(0.0, {"wave_force": np.zeros(6)})
            with pytest.raises(raftup.RaftupError, match=r"needs samples .* up to 0.05 s"):
                exchange.advance(2)


def test_an_answer_that_crosses_the_call_for_it_is_none_too_few(client: raftup.Client) -> None:
    writer = raftup.Participant("writer", inputs=["wave_force"])
    with client.create_session(
        MODELS / "forced_by_client.yaml", participants=[writer], base_tick_ns=50_000_000
    ) as session:
        session.initialise()
        role = raftup.Role.PARTICIPANT
        with (
            session.exchange(output_stride=1) as controller,
            session.exchange(
                inputs=["wave_force"], role=role, participant_id="writer", output_stride=1
            ) as stream,
        ):
            controller.request(1)
            time.sleep(0.5)  # the session has waited for 100 ms: its call is on its way
            stream.command(0.0, {"wave_force": np.zeros(6)}, until=0.1)
            assert stream.receive().time_ns[-1] == 50_000_000
