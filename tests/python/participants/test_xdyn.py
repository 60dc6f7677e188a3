"""Ships behind xdyn's interface: its frames, where states go on, and what is refused."""

import asyncio
import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import grpc
import numpy as np
import pytest
import yaml
from command_line import start
from conftest import MODELS

import raftup
from raftup.base.errors import RaftupError
from raftup.base.rotations import angles_of
from raftup.xdyn import Ship, messages, serve_grpc, serve_json
from raftup.xdyn.frames import STATES, quaternion_of, row_of, start_of
from raftup.xdyn.servers import answer_text
from raftup.xdyn.ship import KEPT, MEMORY

GRAVITY = 9.81
BALL: dict[str, Any] = {
    "environment": {"gravity": GRAVITY},
    "bodies": [{"name": "ball", "mass": 1e3, "inertia": {"xx": 1e3, "yy": 1e3, "zz": 1e3}}],
    "inputs": [
        {"name": "haul", "load_drive": "hawser"},
        {"name": "push", "external_force": {"body": "ball"}},
    ],
    "loads": [
        {
            "name": "hawser",
            "winch": {"body1": "ball", "point2": [50, 0, 0], "stiffness": 1e3}
            | {"damping": 10, "length": 200, "speed": 0},
        },
    ],
    "outputs": ["ball.position", "hawser.tension"],
    "integration": {"step": 0.05, "duration": 100},
}
START = dict(zip(STATES, [0, 4, 8, 12, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0], strict=True))
Calls = Any


@pytest.fixture
def ship(client: raftup.Client) -> Iterator[Ship]:
    with closing(Ship(client, BALL)) as ship:
        yield ship


@pytest.fixture
def calls(ship: Ship) -> Iterator[dict[str, Calls]]:
    """Functions of the service by their names."""
    kinds = {
        "step_quaternion": messages.CosimulationResponse,
        "step_euler_321": messages.CosimulationResponse,
        "step": messages.CosimulationState,
    }
    with (
        serve_grpc(ship, "127.0.0.1:0") as port,
        grpc.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        yield {
            name: channel.unary_unary(
                f"/Cosimulation/{name}",
                request_serializer=lambda message: message.SerializeToString(),
                response_deserializer=kind.FromString,
            )
            for name, kind in kinds.items()
        }


def request_of(states: dict[str, Any], duration: float, **commands: float) -> Any:
    lists = {name: np.atleast_1d(value).tolist() for name, value in states.items()}
    return messages.CosimulationRequestQuaternion(Dt=duration, states=lists, commands=commands)


def test_frames_turn_by_half_about_x_and_back() -> None:
    center = np.array([2.0, -1.0, 0.5])
    row = np.array([3.0, 1, 2, 3, 4, 5, 6, 0.1, 0.2, 0.3, *quaternion_of([0.4, -0.5, 2.0])])
    begin = start_of(row, center)
    turn = quaternion_of(np.radians(begin["attitude_deg"]))
    motion = {name: np.array(value) for name, value in begin.items()} | {"orientation": turn}
    np.testing.assert_allclose(row_of(3.0, motion, center), row, atol=1e-14)
    assert begin["position"] == [1.0, -2.0, -3.0]
    np.testing.assert_allclose(angles_of(row[10:]), [0.4, -0.5, 2.0], atol=1e-14)
    # bow 90 deg to starboard is east: -y of the session; a ship that goes ahead goes there
    eastward = [0.0] * 4 + [1.0] + [0.0] * 5 + [np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5)]
    ahead = start_of(eastward, np.zeros(3))
    np.testing.assert_allclose(ahead["linear_velocity"], [0.0, -1.0, 0.0], atol=1e-15)
    np.testing.assert_allclose(ahead["attitude_deg"], [0.0, 0.0, -90.0], atol=1e-13)


def test_a_ball_falls_down_which_is_positive(calls: dict[str, Calls]) -> None:
    """Closed form; a history of 31 states, of which the last counts."""
    history = {name: [0.0] * 30 + [value] for name, value in START.items()}
    history["qr"] = [1.0] * 31
    answer = calls["step_quaternion"](request_of(history, 0.1 * 10))
    t = np.array(answer.all_states.t)
    np.testing.assert_allclose(t, 0.05 * np.arange(21), atol=1e-12)
    np.testing.assert_allclose(answer.all_states.z, 12 + GRAVITY * t**2 / 2, rtol=1e-12)
    np.testing.assert_allclose(answer.all_states.w, GRAVITY * t, rtol=1e-12)
    np.testing.assert_allclose(answer.all_states.x, 4 + t, rtol=1e-12)
    assert (answer.last_state.z, answer.last_state.t) == (answer.all_states.z[-1], t[-1])
    assert len(answer.extra_observations["hawser.tension"].value) == 21
    assert list(answer.extra_observations[MEMORY].value) == [0.0]


def test_states_go_on_and_back_to_the_bit_and_others_begin_anew(
    ship: Ship, calls: dict[str, Calls]
) -> None:
    whole = ship.answer(list(START.values()), 1.0, {}).rows
    first = calls["step_quaternion"](request_of(START, 0.5))
    assert list(first.extra_observations[MEMORY].value) == [0.0]
    last = {name: getattr(first.last_state, name) for name in STATES}
    second = calls["step_quaternion"](request_of(last, 0.5))
    assert MEMORY not in second.extra_observations
    assert list(second.all_states.z) == whole[10:, 3].tolist()
    again = calls["step"](request_of(last, 0.5))  # one answer older
    assert again.SerializeToString() == second.last_state.SerializeToString()
    euler = {name: getattr(first.last_state, name) for name in STATES[:10]}
    euler |= {name: getattr(first.last_state, name) for name in ("phi", "theta", "psi")}
    lists = {name: [value] for name, value in euler.items()}
    request = messages.CosimulationRequestEuler(Dt=0.5, states=lists)
    same = calls["step_euler_321"](request)
    assert same.last_state.SerializeToString() == second.last_state.SerializeToString()
    other = calls["step_quaternion"](request_of(last | {"z": last["z"] + 1.0}, 0.5))
    assert list(other.extra_observations[MEMORY].value) == [0.5]
    assert other.last_state.z == pytest.approx(second.last_state.z + 1.0, rel=1e-9)


def test_the_oldest_of_many_states_is_forgotten(ship: Ship) -> None:
    rows = [ship.answer(list(START.values()), 0.05, {}).rows[-1]]
    for _ in range(KEPT):
        rows.append(ship.answer(rows[-1][:14], 0.05, {}).rows[-1])
    assert MEMORY not in ship.answer(rows[2][:14], 0.05, {}).observations
    assert MEMORY in ship.answer(rows[0][:14], 0.05, {}).observations


def test_a_command_is_an_input_by_its_name(ship: Ship, client: raftup.Client) -> None:
    taut = list((START | {"x": -160.0, "z": 0.0, "u": 0.0}).values())
    answer = ship.answer(taut, 1.0, {"haul": 0.5})
    with client.create_session(BALL, overrides={"bodies[0].position": [-160, -8, 0]}) as session:
        session.initialise({"haul": [0.5]})
        expected = session.step(20, ["ball.position"], 1)["ball.position"]
    np.testing.assert_array_equal(answer.rows[1:, 1], expected[:, 0])
    np.testing.assert_array_equal(answer.rows[1:, 3], -expected[:, 2])


def test_a_ship_turns_as_in_its_own_frame(client: raftup.Client) -> None:
    """Through a rudder's turn: north is x, east -y, starboard is positive yaw."""
    motion = ("position", "orientation", "linear_velocity", "angular_velocity")
    model = MODELS / "turning_circle.yaml"
    with client.create_session(model) as session, closing(Ship(client, model)) as ship:
        [body] = session.model.bodies
        session.initialise()
        names = [f"{body.name}.{name}" for name in motion]
        begin = session.read(names)
        rows = session.step(400, names, 1)
        center = np.array(list(body.center_of_mass) or [0.0] * 3)
        parts = {part: begin[name][0] for part, name in zip(motion, names, strict=True)}
        answer = ship.answer(row_of(0.0, parts, center).tolist(), 400 * ship.step, {})
    position, turning = rows[names[0]], rows[names[3]]
    np.testing.assert_allclose(answer.rows[1:, 1], position[:, 0], atol=1e-6)
    np.testing.assert_allclose(answer.rows[1:, 2], -position[:, 1], atol=1e-6)
    np.testing.assert_allclose(answer.rows[1:, 9], -turning[:, 2], atol=1e-8)
    np.testing.assert_allclose(
        np.unwrap(answer.rows[:, 16])[-1], -turning[:, 2].sum() * ship.step, rtol=1e-2
    )
    assert np.abs(answer.rows[-1, 16]) > 0.1


@pytest.mark.parametrize(
    ("states", "duration", "commands", "rule"),
    [
        ({}, 0.0, {}, "Dt must be positive and a multiple of the model's step 0.05 s, is 0 s"),
        ({}, -0.1, {}, "Dt must be positive and a multiple"),
        ({}, 0.07, {}, "Dt must be positive and a multiple of the model's step 0.05 s, is 0.07 s"),
        ({}, float("nan"), {}, "Dt must be positive and a multiple"),
        ({"x": [1.0, 2.0]}, 0.1, {}, "lists of states must have the same size: t 1, x 2, y 1"),
        ({name: [] for name in STATES}, 0.1, {}, "there must be one state at least"),
        ({"y": float("inf")}, 0.1, {}, "a state must have finite numbers"),
        ({"qr": 0.0}, 0.1, {}, "a quaternion must not be 0 0 0 0"),
        ({}, 0.1, {"push": 1.0}, "an input of one number (haul), is 'push'"),
        ({}, 0.1, {"beta": 1.0}, "an input of one number (haul), is 'beta'"),
        ({}, 0.1, {"haul": float("nan")}, "command 'haul' must be finite, is nan"),
    ],
)
def test_what_is_none_is_an_invalid_argument(
    calls: dict[str, Calls],
    states: dict[str, Any],
    duration: float,
    commands: dict[str, float],
    rule: str,
) -> None:
    with pytest.raises(grpc.RpcError) as refused:
        calls["step_quaternion"](request_of(START | states, duration, **commands))
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert rule in str(refused.value.details())


def test_models_and_times_that_cannot_be_are_refused(client: raftup.Client) -> None:
    two = BALL | {"bodies": [*BALL["bodies"], BALL["bodies"][0] | {"name": "other"}]}
    with pytest.raises(RaftupError, match="must have one body, has ball, other"):
        Ship(client, two)
    sea = {"waves": [{"regular": {"amplitude": 1.0, "period": 6.0}}]}
    waves = {"environment": {"gravity": GRAVITY, "sea": sea}}
    with closing(Ship(client, BALL | waves)) as ship:
        begin = list((START | {"t": 2.0}).values())
        ship.answer(begin, 0.1, {})
        with pytest.raises(
            RaftupError, match="must be of t = 2 s, where the sea of the model begins"
        ):
            ship.answer(list((START | {"t": 7.0}).values()), 0.1, {})


def test_json_says_what_grpc_does(ship: Ship, calls: dict[str, Calls]) -> None:
    async def ask(port: int, *texts: str) -> list[Any]:
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(f"ws://127.0.0.1:{port}") as socket,
        ):
            answers = []
            for text in texts:
                await socket.send_str(text)
                answers.append(json.loads(await socket.receive_str()))
            return answers

    request = json.dumps({"Dt": 0.5, "states": [START], "commands": {"haul": 0.1}})
    with serve_json(ship, "127.0.0.1", 0) as port:
        answer, refused = asyncio.run(ask(port, request, "{"))
    expected = calls["step_quaternion"](request_of(START, 0.5, haul=0.1))
    assert answer["z"] == list(expected.all_states.z)
    assert set(answer) == {*STATES, "phi", "theta", "psi", "extra_observations"}
    assert answer["extra_observations"][MEMORY] == [0.0] * 11
    assert refused["error"].startswith("a request must be JSON")


def test_json_of_xdyn_today_is_answered_as_its_own_client_wants_it(client: raftup.Client) -> None:
    """A ball thrown in still air, t from 2 s on, by .1 s: the situation of xdyn's own test."""
    model = BALL | {"loads": [], "inputs": [], "outputs": []}
    model["integration"] = {"step": 0.1, "duration": 100}
    state = dict(zip(STATES, [2, 1, 2, 3, 4, 5, 6, 0, 0, 0, 1, 0, 0, 0], strict=True))
    weight = "Fz(gravity,ball,ball)"
    asked = {"Dt": 3, "states": [state], "commands": {}, "requested_output": [weight]}
    with closing(Ship(client, model)) as ship:
        answer = json.loads(answer_text(ship, json.dumps(asked)))
        t = 2.0 + 0.1 * np.arange(31)
        np.testing.assert_allclose(answer["t"], t, atol=1e-12)
        fallen = GRAVITY * (t - 2.0) ** 2 / 2.0
        np.testing.assert_allclose(answer["z"], 3.0 + 6.0 * (t - 2.0) + fallen, atol=1e-9)
        np.testing.assert_allclose(answer["x"], 1.0 + 4.0 * (t - 2.0), atol=1e-9)
        assert {len(answer[name]) for name in (*STATES, "phi", "theta", "psi")} == {31}
        observed = answer["extra_observations"]
        np.testing.assert_allclose(observed[weight], [1e3 * GRAVITY] * 31)
        # on from the answer as it is, an object of arrays; no commands; an output and a part of one
        following = {name: answer[name] for name in STATES}
        more = {"Dt": 0.1, "states": following, "commands": None}
        more["requested_output"] = ["ball.position[3]", "ball.angular_velocity"]
        second = json.loads(answer_text(ship, json.dumps(more)))
        assert second["t"][0] == answer["t"][-1]
        observed = second["extra_observations"]
        assert observed["ball.position[3]"] == [-z for z in second["z"]]
        assert set(observed) == {
            "ball.position[3]",
            *(f"ball.angular_velocity[{axis}]" for axis in (1, 2, 3)),
        }
        more["requested_output"] = ["Fz(ghost,ball,ball)"]
        refused = json.loads(answer_text(ship, json.dumps(more)))["error"]
        assert refused.startswith("requested_output must name outputs of the model")


def test_the_weight_turns_with_the_body(client: raftup.Client) -> None:
    model = BALL | {"loads": [], "inputs": [], "outputs": []}
    state = dict(START) | dict(zip(STATES[10:], quaternion_of([0.3, 0.0, 0.0]), strict=True))
    names = [f"F{axis}(gravity,ball,{frame})" for frame in ("NED", "ball") for axis in "xyz"]
    with closing(Ship(client, model)) as ship:
        found = ship.answer([float(state[name]) for name in STATES], 0.05, {}, names).observations
    # roll by 30 deg to starboard: down is to starboard (+y) and down of the body
    weight = 1e3 * GRAVITY
    expected = [0.0, 0.0, weight, 0.0, weight * np.sin(0.3), weight * np.cos(0.3)]
    np.testing.assert_allclose([found[name][0] for name in names], expected, atol=1e-9)


@pytest.mark.parametrize(
    ("request_", "rule"),
    [
        ({"states": [START]}, "a request must have 'Dt'"),
        ({"Dt": 0.1, "states": []}, "there must be one state at least"),
        ({"Dt": 0.1, "states": [{"t": 0}]}, "a request must have 'x'"),
        ({"Dt": "x", "states": [START]}, "a request must have numbers"),
        ([], "a request must have numbers"),
        ({"Dt": 0.1, "states": [START], "commands": [1]}, "a request must have numbers"),
        ({"Dt": 0.1, "states": [START], "requested_output": "z"}, "must be a list of names"),
    ],
)
def test_json_that_is_no_request_is_told(ship: Ship, request_: Any, rule: str) -> None:
    assert rule in json.loads(answer_text(ship, json.dumps(request_)))["error"]


def test_the_command_serves_until_it_is_interrupted(
    server: raftup.LocalServer, tmp_path: Path
) -> None:
    (tmp_path / "ball.yaml").write_text(yaml.safe_dump(BALL))
    address = f"unix:{tmp_path}/xdyn.sock"
    process: subprocess.Popen[str] = start(
        "xdyn", "ball.yaml", "--listen", address, "--server", server.address, folder=tmp_path
    )
    with grpc.insecure_channel(address) as channel:
        call = channel.unary_unary(
            "/Cosimulation/step_quaternion",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=messages.CosimulationResponse.FromString,
        )
        answer = call(request_of(START, 0.1), wait_for_ready=True, timeout=60.0)
    assert len(answer.all_states.t) == 3
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors.count("gRPC for 'ball' at unix:")) == (130, 1)
