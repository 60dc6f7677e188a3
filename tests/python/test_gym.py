"""Environments of Gymnasium: closed forms, equal bytes, ends of episodes, refusals."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import gymnasium
import numpy as np
import pytest
from conftest import MODELS
from gymnasium.utils.env_checker import check_env

import raftup
import raftup.gym
from raftup.base.arrays import FloatArray
from raftup.gym import Environment, Situation
from raftup.gym.examples import latching, station

FREE: dict[str, Any] = {
    "name": "free",
    "bodies": [
        {
            "name": "block",
            "mass": 1000.0,
            "inertia": {"xx": 400, "yy": 400, "zz": 400},
            "gravity": False,
        }
    ],
    "inputs": [{"name": "push", "external_force": {"body": "block"}}],
    "outputs": ["block.linear_velocity"],
    "integration": {"step": 0.05, "duration": 60},
}
"""A block on which nothing acts but the agent."""

SCALE = {"push": [500.0, 500.0, 500.0, 40.0, 40.0, 40.0]}
AHEAD = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


@contextmanager
def free(client: raftup.Client, **changes: Any) -> Iterator[Environment]:
    arguments: dict[str, Any] = {
        "model": FREE,
        "action": "push",
        "observation": "block.linear_velocity",
        "scale": SCALE,
        "server": client,
    }
    environment = raftup.gym.make(**(arguments | changes))
    try:
        yield environment
    finally:
        environment.close()


@contextmanager
def buoy(client: raftup.Client, **changes: Any) -> Iterator[Environment]:
    environment = latching(server=client, **changes)
    try:
        yield environment
    finally:
        environment.close()


def episode(environment: Any, actions: Sequence[FloatArray], **beginning: Any) -> bytes:
    observation, _ = environment.reset(**beginning)
    seen = [observation]
    for action in actions:
        observation, reward, *_ = environment.step(action)
        seen += [observation, np.array([reward])]
    return b"".join(one.tobytes() for one in seen)


def brakes(count: int) -> list[FloatArray]:
    return [np.array([float(index // 3 % 2)]) for index in range(count)]


@pytest.mark.parametrize("name", ["Station", "Latching", "Berthing"])
@pytest.mark.filterwarnings("ignore:.*A Box observation space .* value is")
def test_registered_environments_pass_the_check_of_gymnasium(
    server: raftup.LocalServer, name: str
) -> None:
    environment = gymnasium.make(f"raftup/{name}-v0", server=server.address)
    check_env(environment.unwrapped, skip_render_check=True)
    environment.close()


def test_a_force_on_a_free_body_gives_its_velocity(client: raftup.Client) -> None:
    with free(client) as environment:
        environment.reset(seed=0)
        for count in range(1, 5):
            velocity, *_ = environment.step(AHEAD)
            np.testing.assert_allclose(velocity, [0.5 * 0.25 * count, 0, 0], rtol=1e-12)
        velocity, *_ = environment.step(-AHEAD)
        np.testing.assert_allclose(velocity, [0.5 * 0.25 * 3, 0, 0], rtol=1e-12)


def test_units_limits_and_scales_are_those_of_the_model(client: raftup.Client) -> None:
    environment = station(server=client)
    columns = [(one.name, one.component, one.unit, one.scale) for one in environment.columns]
    assert columns[0] == ("vessel.displacement", 0, "m", 10.0)
    assert columns[5] == ("vessel.displacement", 5, "rad", 0.2)
    numbers = {one.name: (one.unit, one.scale, one.low) for one in environment.actions}
    assert numbers["bow_1_thrust"] == ("N", 8e4, -1.0)
    assert numbers["aft_port_thrust"] == ("N", 1.5e5, 0.0)  # one that turns gives no thrust astern
    assert numbers["aft_port_azimuth"] == ("rad", np.pi, -1.0)
    environment.close()


def test_scales_divide_observations(client: raftup.Client) -> None:
    scale = {**SCALE, "block.linear_velocity": [0.5, 1.0, 1.0]}
    with free(client, scale=scale) as environment:
        environment.reset()
        observation, *_ = environment.step(AHEAD)
        np.testing.assert_allclose(observation, [0.25, 0, 0], rtol=1e-12)


def test_a_seed_is_a_sea_and_gives_the_same_bytes_after_many_resets(client: raftup.Client) -> None:
    with buoy(client, seas=4) as environment:
        expected = [episode(environment, brakes(20), seed=seed) for seed in range(4)]
        assert len(set(expected)) == 4
        for count in range(1000):
            _, info = environment.reset(seed=count)
            assert info["sea"] == count % 4
            environment.step(np.array([1.0]))
        assert episode(environment, brakes(20), seed=2) == expected[2]
        assert episode(environment, brakes(20), seed=7) == expected[3]
    with buoy(client, seas=4) as another:
        assert episode(another, brakes(20), seed=1) == expected[1]


def test_seas_without_a_seed_follow_from_the_last_one(client: raftup.Client) -> None:
    with buoy(client) as environment:
        drawn = []
        for _ in range(2):
            environment.reset(seed=5)
            drawn.append([environment.reset()[1]["sea"] for _ in range(6)])
        assert drawn[0] == drawn[1]
        assert len(set(drawn[0])) > 1


def test_a_model_without_random_waves_has_one_sea(client: raftup.Client) -> None:
    with free(client) as environment:
        assert environment.reset(seed=11)[1]["sea"] == 0


def test_an_episode_is_the_run_of_a_session_with_the_same_inputs(client: raftup.Client) -> None:
    outputs = ["block.linear_velocity", "block.position"]
    actions = [AHEAD * np.sin(index) for index in range(8)]
    with free(client, observation=outputs, warm_up=1.0) as environment:
        environment.reset()
        seen = [environment.step(action)[0] for action in actions]
    with client.create_session(FREE) as session:
        session.initialise()
        with session.exchange(inputs="push", outputs=outputs, output_stride=5) as stream:
            stream.send(0.0, np.zeros(6), watermark=1.0 - 1e-9)
            stream.advance(20)
            times = 1.0 + 0.25 * np.arange(8)
            stream.send(times, [500.0 * action for action in actions], watermark=3.0)
            rows = stream.advance(40)
    assert np.stack(seen).tobytes() == rows.values.tobytes()


def test_an_episode_is_truncated_at_the_horizon_and_no_step_follows(client: raftup.Client) -> None:
    with free(client, horizon=0.9) as environment:
        with pytest.raises(raftup.RaftupError, match="must be begun by reset"):
            environment.step(AHEAD)
        environment.reset()
        ends = [environment.step(AHEAD)[2:4] for _ in range(4)]
        assert ends == [(False, False)] * 3 + [(False, True)]
        with pytest.raises(raftup.RaftupError, match="must be begun by reset") as caught:
            environment.step(AHEAD)
        assert caught.value.reason == "WRONG_STATE"


def test_rewards_and_ends_are_computed_from_values_in_units(client: raftup.Client) -> None:
    seen: list[Situation] = []

    def reward(now: Situation) -> float:
        seen.append(now)
        return -now.time

    def is_fast(now: Situation) -> bool:
        return bool(now.outputs["block.linear_velocity"][0] > 0.3)

    with free(client, reward=reward, terminate=is_fast) as environment:
        environment.reset()
        steps = [environment.step(AHEAD) for _ in range(3)]
    assert [one[1] for one in steps] == [-0.25, -0.5, -0.75]
    assert [one[2] for one in steps] == [False, False, True]
    np.testing.assert_array_equal(seen[0].inputs["push"], 500.0 * AHEAD)


TABLE = {"table": {"time": [0.0, 0.6], "values": [0.0] * 12, "beyond": "refuse"}}
ENDING_TABLE = [
    *FREE["inputs"],
    {"name": "given", "external_force": {"body": "block"}, "source": TABLE},
]


def test_a_step_that_fails_ends_the_episode_with_the_cause(client: raftup.Client) -> None:
    model = {**FREE, "inputs": ENDING_TABLE, "integration": {"step": 0.05, "duration": 0.6}}
    with free(client, model=model, failure_reward=-7.0) as environment:
        for _ in range(2):
            environment.reset()
            environment.step(AHEAD)
            environment.step(AHEAD)
            observation, reward, terminated, truncated, info = environment.step(AHEAD)
            assert (reward, terminated, truncated) == (-7.0, True, False)
            assert "the step from 0.6" in info["error"]
            assert "given" in info["error"]
            np.testing.assert_allclose(observation, [0.25, 0, 0], rtol=1e-12)


def test_an_event_that_ends_the_run_ends_the_episode(client: raftup.Client) -> None:
    event = {
        "name": "fast",
        "when": {"output": "block.linear_velocity", "component": 0, "above": 0.28},
        "do": [{"end": {"reason": "too fast"}}],
    }
    with free(client, overrides={"events": [event]}) as environment:
        for _ in range(2):
            environment.reset()
            steps = [environment.step(AHEAD) for _ in range(3)]
            assert [one[2] for one in steps] == [False, False, True]
            assert "too fast" in steps[2][4]["end"]
            np.testing.assert_allclose(steps[2][0], [0.3, 0, 0], rtol=1e-12)


def test_an_episode_begins_at_a_checkpoint(client: raftup.Client) -> None:
    with free(client) as environment:
        environment.reset()
        environment.step(AHEAD)
        name = environment.checkpoint()
        rest = episode(environment, [AHEAD] * 3, options={"checkpoint": name})
        environment.reset()
        assert episode(environment, [AHEAD] * 3, options={"checkpoint": name}) == rest
        observation, info = environment.reset(options={"checkpoint": name})
        np.testing.assert_allclose(observation, [0.125, 0, 0], rtol=1e-12)
        assert info["time"] == 0.25
        with pytest.raises(raftup.RaftupError, match="must be a name that checkpoint"):
            environment.reset(options={"checkpoint": "sessions/other/checkpoints/1"})
        with pytest.raises(raftup.RaftupError, match="no other key than 'checkpoint'"):
            environment.reset(options={"sea": 1})


@pytest.mark.parametrize("count", [1, 3])
def test_each_environment_of_a_vector_gives_its_bytes_alone(
    client: raftup.Client, count: int
) -> None:
    arguments: dict[str, Any] = {
        "model": MODELS / "hemisphere_regular.yaml",
        "action": "push",
        "observation": "hemisphere.displacement",
        "step": 0.2,
        "horizon": 1.0,
        "scale": {"push": 1e5},
        "seas": 2,
        "warm_up": 1.0,
        "server": client,
        "overrides": {
            "inputs": [{"name": "push", "external_force": {"body": "hemisphere"}}],
            "environment.sea.waves": [
                {"irregular": {"jonswap": {"significant_wave_height": 1, "peak_period": 8}}}
            ],
        },
    }
    push = np.array([0.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    vector = raftup.gym.make_vec(count, **arguments)
    seen = [vector.reset(seed=0)[0]]
    ended = []
    for _ in range(8):  # five steps, the begin of another episode, two steps
        observations, _, _, truncated, _ = vector.step(np.tile(push, (count, 1)))
        seen.append(observations)
        ended.append(truncated.tolist())
    vector.close()
    assert [all(one) for one in ended] == [False] * 4 + [True] + [False] * 3
    for index in range(count):
        alone = raftup.gym.make(**arguments)
        expected = [alone.reset(seed=index)[0]]
        expected += [alone.step(push)[0] for _ in range(5)]
        expected += [alone.reset()[0]]
        expected += [alone.step(push)[0] for _ in range(2)]
        alone.close()
        got = b"".join(row[index].tobytes() for row in seen)
        assert got == b"".join(row.tobytes() for row in expected)


def test_a_vector_goes_on_by_reset_after_an_error_in_a_reward(client: raftup.Client) -> None:
    def reward(now: Situation) -> float:
        if now.inputs["push"][0] < 0.0:
            raise ZeroDivisionError
        return 0.0

    vector = raftup.gym.make_vec(
        2,
        FREE,
        "push",
        "block.linear_velocity",
        scale=SCALE,
        reward=reward,
        server=client,
    )
    vector.reset()
    with pytest.raises(ZeroDivisionError):
        vector.step(np.stack([-AHEAD, AHEAD]))
    with pytest.raises(raftup.RaftupError, match="must be begun by reset"):
        vector.step(np.stack([AHEAD, AHEAD]))
    vector.reset()
    for count in range(1, 3):
        velocities, *_ = vector.step(np.stack([AHEAD, 0.5 * AHEAD]))
        expected = 0.125 * count * np.array([[1.0, 0.0, 0.0], [0.5, 0.0, 0.0]])
        np.testing.assert_allclose(velocities, expected, rtol=1e-12)
    with pytest.raises(raftup.RaftupError, match=r"actions must be of shape \[2, 6\], has shape"):
        vector.step(AHEAD)
    vector.close()


def test_close_deletes_the_sessions(client: raftup.Client) -> None:
    before = {session.name for session in client.list_sessions()}
    with buoy(client, seas=3) as environment:
        for seed in range(3):
            environment.reset(seed=seed)
        assert len({session.name for session in client.list_sessions()} - before) == 3
    assert {session.name for session in client.list_sessions()} == before


def test_a_vector_keeps_a_bounded_number_of_sessions(client: raftup.Client) -> None:
    before = len(list(client.list_sessions()))
    gusts = {"environment.wind": {"speed": 10, "profile": "npd", "spectrum": "npd"}}
    count, seas = 6, 3
    vector = raftup.gym.make_vec(
        count,
        FREE,
        "push",
        "block.linear_velocity",
        scale=SCALE,
        overrides=gusts,
        seas=seas,
        server=client,
    )
    rest = np.zeros((count, 6))
    for index in range(12):  # all in one sea, then all in another
        _, info = vector.reset(seed=[index] * count)
        assert info["sea"].tolist() == [index % seas] * count
        vector.step(rest)
        assert len(list(client.list_sessions())) - before <= count + 2 * seas
    vector.close()
    assert len(list(client.list_sessions())) == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"action": "pull"}, "pull"),
        ({"action": []}, "action must be names that differ, at least one, is"),
        ({"observation": ["block.position"] * 2}, "observation must be names that differ"),
        ({"observation": "block.temperature"}, "block.temperature"),
        ({"scale": {}}, "scale must have the value of 'push' .* gives no limits of this input"),
        ({"scale": {"push": [1.0, 2.0]}}, "must be one number or 6, is 2 numbers"),
        ({"scale": {"push": 0.0}}, "must be numbers > 0, is 0.0"),
        ({"scale": {**SCALE, "other": 1.0}}, "scale must be one of 2 names"),
        ({"step": 0.07}, "step must be a whole multiple of the model's step, 0.05 s, is 0.07"),
        ({"step": float("nan")}, "step must be at least"),
        ({"step": 1e4, "horizon": 1e5}, "step must be at most"),
        ({"horizon": 0.1}, "horizon must be at least 0.25, is 0.1"),
        ({"warm_up": -1.0}, "warm_up must be at least 0, is -1.0"),
        ({"seas": 0}, "seas must be at least 1, is 0"),
    ],
)
def test_wrong_arguments_are_refused(
    client: raftup.Client, change: dict[str, Any], message: str
) -> None:
    with pytest.raises(raftup.RaftupError, match=message), free(client, **change):
        pass


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (np.zeros(5), r"action must be of shape \[6\], has shape \[5\]"),
        (2.0 * AHEAD, r"push\[0\] must be from -1 to 1, is 2.0; the wrapper ClipAction"),
        (np.nan * AHEAD, "must be from -1 to 1, is nan"),
    ],
)
def test_wrong_actions_are_refused_and_the_episode_goes_on(
    client: raftup.Client, action: FloatArray, message: str
) -> None:
    with free(client) as environment:
        environment.reset()
        with pytest.raises(raftup.RaftupError, match=message):
            environment.step(action)
        velocity, *_ = environment.step(AHEAD)
        np.testing.assert_allclose(velocity, [0.125, 0, 0], rtol=1e-12)


def test_a_missing_example_is_named(client: raftup.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raftup.gym.examples._MODELS", MODELS / "elsewhere")
    with pytest.raises(raftup.RaftupError, match=r"name a copy of dp_supply.yaml"):
        station(server=client)
