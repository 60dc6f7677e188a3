"""FMUs for FMI 3.0 as participants: arrays, whole numbers, switches; a model of Raftup as one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup
from raftup.base.errors import RaftupError, SpecificationError
from raftup.fmu import FmiVersion, export_fmu
from raftup.participants.fmu import FmuParticipant
from raftup.participants.fmu_map import read_map
from raftup.participants.follow import follow

from .fmu_spring import build_vector_spring

MASS, STIFFNESS, STEP = 1.0e3, 4.0e3, 0.01  # kg, N/m, s
MAP: dict[str, Any] = {
    "inputs": {"position": {"output": "buoy.position"}},
    "outputs": {"force": {"input": "spring", "component": 0}},
    "parameters": {"stiffness": [STIFFNESS, 2.0 * STIFFNESS]},
}


@pytest.fixture(scope="module")
def fmu(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_vector_spring(tmp_path_factory.mktemp("fmu3"))


def sprung(loads: list[dict[str, Any]]) -> dict[str, Any]:
    """A body in space without weight, and inputs for a force and for commands."""
    return {
        "bodies": [
            {"name": "buoy", "mass": MASS, "inertia": {"xx": 1e3, "yy": 1e3, "zz": 1e3}}
            | {"gravity": False, "position": [1, -2, 0.5]}
        ],
        "loads": loads,
        "inputs": [
            {"name": "spring", "external_force": {"body": "buoy"}},
            {"name": "idle", "external_force": {"body": "buoy"}},
        ],
        "outputs": ["buoy.position"],
        "integration": {"step": STEP, "duration": 3},
    }


def coupled(
    client: raftup.Client, file: Path, how: dict[str, Any], steps: int, method: str = ""
) -> Any:
    """Positions [steps, 3] of the body with the FMU."""
    rule = raftup.Iteration(["spring"], method=method, tolerance=1e-10) if method else None
    names = ["spring"]
    participant = raftup.Participant("fmu", inputs=names)
    session = client.create_session(sprung([]), participants=[participant], iteration=rule)
    session.initialise()
    with ThreadPoolExecutor() as pool, FmuParticipant(file, session, read_map(how)) as follower:
        with session, session.exchange(output_stride=1) as controller:
            done = pool.submit(follow, session, follower, "fmu", bool(method))
            rows = controller.advance(steps, timeout=60)
        done.result(30)
    return rows["buoy.position"]


def by_stream(client: raftup.Client, stiffness: float, steps: int) -> Any:
    """The same, with the forces of the spring sent by the client that steps."""
    with client.create_session(sprung([])) as session:
        session.initialise()
        outputs = ["buoy.position"]
        with session.exchange(inputs=["spring"], outputs=outputs, output_stride=1) as stream:
            places = [session.read(outputs)["buoy.position"][-1]]
            for step in range(steps):
                force = -stiffness * places[-1]
                stream.send(step * STEP, [*force, 0, 0, 0])
                places.append(stream.advance(1)["buoy.position"][-1])
    return np.array(places[1:])


def test_arrays_are_connected_element_by_element(client: raftup.Client, fmu: Path) -> None:
    places = coupled(client, fmu, MAP, 200)
    np.testing.assert_array_equal(places, by_stream(client, STIFFNESS, 200))


def test_elements_can_be_connected_one_by_one(client: raftup.Client, fmu: Path) -> None:
    how = {
        **MAP,
        "inputs": {
            "position": [
                {"output": "buoy.position", "component": k, "element": k} for k in (2, 0, 1)
            ]
        },
        "outputs": {"force": [{"input": "spring", "component": k, "element": k} for k in range(3)]},
    }
    np.testing.assert_array_equal(coupled(client, fmu, how, 50), by_stream(client, STIFFNESS, 50))


def test_whole_numbers_and_switches_are_rounded_and_switched(
    client: raftup.Client, fmu: Path
) -> None:
    """The gear is y = 0.6 or so, rounded; the switch is x = 1 or so, above .5."""
    with client.create_session(sprung([])) as session:
        session.initialise()
        how = {
            **MAP,
            "inputs": {
                **MAP["inputs"],
                "gear": {"output": "buoy.orientation", "component": 0},  # w = 1
                "engaged": {"output": "buoy.position", "component": 2},  # z = .5: off
            },
            "outputs": {
                **MAP["outputs"],
                "slack": {"input": "idle", "component": 0},
                "steps": {"input": "idle", "component": 1},
            },
        }
        with FmuParticipant(fmu, session, read_map(how)) as follower:
            outputs = ["buoy.position", "buoy.orientation"]
            values = follower.begin(session.read(outputs))
            assert values.tolist() == [0.0] * 6 + [1.0, 0.0, 0, 0, 0, 0]
        on = {**how, "inputs": {**how["inputs"], "engaged": {"output": "buoy.position"}}}
        with FmuParticipant(fmu, session, read_map(on)) as follower:
            rows = session.read(outputs)
            values = follower.begin(rows)
            expected = -2.0 * STIFFNESS * rows["buoy.position"][-1]
            assert values[:3].tolist() == expected.tolist()
            for count in range(1, 4):
                values = follower.answer(session.step(1, outputs, 1))
                follower.accept()
                assert values[6:8].tolist() == [0.0, count]
        back = {**how, "inputs": {"gear": {"output": "buoy.position", "component": 1}}}
        with (
            FmuParticipant(fmu, session, read_map(back)) as follower,
            pytest.raises(Exception, match=r"fmi3Error|status"),
        ):
            follower.begin(session.read(["buoy.position"]))  # gear -2: the FMU refuses it


def test_an_iterated_fmu_goes_back_to_the_start_of_the_step(
    client: raftup.Client, fmu: Path
) -> None:
    """A spring with which an explicit coupling grows without bound: step * omega = 3.2."""
    stiff = {**MAP, "parameters": {"stiffness": [1e8, 1e8]}}
    assert np.abs(coupled(client, fmu, stiff, 60)).max() > 1e6
    iterated = coupled(client, fmu, stiff, 60, "aitken")
    # held at its end, a force takes energy in every step; each axis alone
    assert (np.abs(iterated) <= np.abs([1, -2, 0.5])).all()


def test_a_model_of_raftup_is_a_participant(client: raftup.Client, tmp_path: Path) -> None:
    """The tension of another model's line pulls the body, whose position pushes that model."""
    line = {"body1": "weight", "point2": [-10, 0, 0], "rest_length": 9, "stiffness": 100.0}
    other: dict[str, Any] = {
        "name": "other",
        "bodies": [{**sprung([])["bodies"][0], "name": "weight", "position": [0, 0, 0]}],
        "loads": [{"name": "line", "point_spring": line}],
        "inputs": [{"name": "push", "external_force": {"body": "weight"}}],
        "outputs": ["line.tension"],
        "integration": {"step": STEP},
    }
    file = tmp_path / "other.fmu"
    with client.create_session(other) as session:
        export_fmu(session, file, FmiVersion.FMI_3)
    how = {
        "inputs": {
            "push": [{"output": "buoy.position", "element": k, "component": k} for k in range(3)]
        },
        "outputs": {"line.tension": {"input": "spring", "component": 0}},
    }
    places = coupled(client, file, how, 100)
    expected = []
    with client.create_session(sprung([])) as session, client.create_session(other) as weight:
        session.initialise()
        place = session.read(["buoy.position"])["buoy.position"][-1]
        weight.initialise({"push": [*place, 0, 0, 0]})
        tension = float(weight.read(["line.tension"])["line.tension"][-1, 0])
        assert tension == pytest.approx(100.0)  # one meter longer than at rest
        with (
            session.exchange(inputs=["spring"], output_stride=1) as body,
            weight.exchange(inputs=["push"], output_stride=1) as mover,
        ):
            for step in range(100):
                body.send(step * STEP, [tension, 0, 0, 0, 0, 0])
                place = body.advance(1)["buoy.position"][-1]
                expected.append(place)
                mover.send(step * STEP, [*place, 0, 0, 0])
                tension = float(mover.advance(1)["line.tension"][-1, 0])
    np.testing.assert_array_equal(places, np.array(expected))


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        (
            {"inputs": {"position": {"output": "buoy.position", "component": 1}}},
            "inputs.position: must have at most the 3 elements of buoy.position, has 3",
        ),
        (
            {"inputs": {"position": [{"output": "buoy.position", "element": 3}]}},
            "inputs.position[0].element: must be less than 3, is 3",
        ),
        (
            {"inputs": {"position": {"output": "buoy.linear_velocity"}}},
            "inputs.position: must have the unit m/s of buoy.linear_velocity, has m",
        ),
        (
            {"outputs": {"force": {"input": "spring"}, "steps": {"input": "spring"}}},
            "outputs.steps: must give a value to numbers that no other link feeds",
        ),
        ({"parameters": {"stiffness": 4e3}}, "parameters.stiffness: must be 2 values, are 1"),
        ({"parameters": {"gears": 3}}, "parameters.gears: must be a numeric parameter of the FMU"),
        ({"inputs": {"time": {"output": "buoy.position"}}}, "inputs.time: must be a numeric input"),
    ],
)
def test_what_does_not_fit_is_refused(
    part: dict[str, Any], rule: str, client: raftup.Client, fmu: Path
) -> None:
    with (
        client.create_session(sprung([])) as session,
        pytest.raises(SpecificationError) as refused,
    ):
        FmuParticipant(fmu, session, read_map({**MAP, **part}))
    assert rule in str(refused.value)


def test_an_fmu_that_ends_the_simulation_says_when(client: raftup.Client, fmu: Path) -> None:
    how = {**MAP, "parameters": {**MAP["parameters"], "end_time": 0.015}}
    with client.create_session(sprung([])) as session:
        session.initialise()
        with FmuParticipant(fmu, session, read_map(how)) as follower:
            follower.begin(session.read(["buoy.position"]))
            follower.answer(session.step(1, ["buoy.position"], 1))
            follower.accept()
            with pytest.raises(RaftupError, match=r"asks to end the simulation at 0\.02 s"):
                follower.answer(session.step(1, ["buoy.position"], 1))
