"""FMUs as participants, by a spring and damper of our own."""

import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from command_line import command, start

import raftup
from raftup.base.errors import RaftupError, SpecificationError
from raftup.participants.fmu import FmuParticipant
from raftup.participants.fmu_map import read_map
from raftup.participants.follow import follow

from .fmu_spring import build_spring

MASS, STIFFNESS, DAMPING, DURATION = 1.0e3, 4.0e3, 4.0e2, 5.0  # kg, N/m, N s/m, s
MAP: dict[str, Any] = {
    "inputs": {
        "position": {"output": "buoy.position", "component": 0},
        "speed": {"output": "buoy.linear_velocity", "component": 0},
    },
    "outputs": {"force": {"input": "spring", "component": 0}},
    "parameters": {"stiffness": STIFFNESS, "damping": DAMPING},
}


@pytest.fixture(scope="module")
def fmu(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_spring(tmp_path_factory.mktemp("fmu"))


def sprung(step: float, loads: list[dict[str, Any]]) -> dict[str, Any]:
    """A body at 1 m on a line that it can only move along."""
    return {
        "bodies": [
            {"name": "buoy", "mass": MASS, "inertia": {"xx": 1e3, "yy": 1e3, "zz": 1e3}}
            | {"gravity": False, "position": [1, 0, 0], "free": [True] + [False] * 5}
        ],
        "loads": loads,
        "inputs": [{"name": "spring", "external_force": {"body": "buoy"}}],
        "outputs": ["buoy.position"],
        "integration": {"step": step, "duration": DURATION},
    }


def exact(time: Any) -> Any:
    """Position of the damped oscillator that starts at rest at 1 m."""
    decay = DAMPING / (2.0 * MASS)
    omega = np.sqrt(STIFFNESS / MASS - decay**2)
    return np.exp(-decay * time) * (np.cos(omega * time) + decay / omega * np.sin(omega * time))


def by_fmu(
    client: raftup.Client,
    fmu: Path,
    step: float,
    method: str = "",
    how: dict[str, Any] = MAP,
) -> Any:
    """Positions with the FMU at every step; a method iterates."""
    rule = raftup.Iteration(["spring"], method=method, tolerance=1e-10) if method else None
    participant = raftup.Participant("fmu", inputs=["spring"])
    model = sprung(step, [])
    session = client.create_session(model, participants=[participant], iteration=rule)
    session.initialise()
    with ThreadPoolExecutor() as pool, FmuParticipant(fmu, session, read_map(how)) as follower:
        with session, session.exchange(output_stride=1) as controller:
            done = pool.submit(follow, session, follower, "fmu", bool(method))
            first = session.read(["buoy.position"])
            rows = controller.advance(round(DURATION / step))
        done.result(30)
    return np.concatenate([first["buoy.position"], rows["buoy.position"]])[:, 0]


def error_of(positions: Any, step: float) -> float:
    return float(np.abs(positions - exact(step * np.arange(len(positions)))).max())


def test_a_spring_by_fmu_is_the_point_spring_to_the_order_of_the_coupling(
    client: raftup.Client, fmu: Path
) -> None:
    line = {"body1": "buoy", "point2": [-10, 0, 0], "rest_length": 10}
    spring = {"name": "line", "point_spring": {**line, "stiffness": STIFFNESS, "damping": DAMPING}}
    alone = raftup.run(sprung(0.005, [spring]), client).position.values[:, 0, 0]
    assert error_of(alone, 0.005) < 1e-6
    coarse, fine = (error_of(by_fmu(client, fmu, step), step) for step in (0.02, 0.01))
    # a force that is held through a step acts half a step late: order 1
    assert coarse / fine == pytest.approx(2.0, rel=0.1)
    assert fine < 0.02
    assert np.abs(by_fmu(client, fmu, 0.005) - alone).max() == pytest.approx(fine / 2, rel=0.1)


def test_an_iterated_fmu_stays_with_a_spring_that_is_too_stiff_to_be_explicit(
    client: raftup.Client, fmu: Path
) -> None:
    stiff = {**MAP, "parameters": {"stiffness": 1e6, "damping": 0.0}}  # step * omega = 3.2
    step = 0.1
    explicit = by_fmu(client, fmu, step, how=stiff)
    assert np.abs(explicit).max() > 1e6
    iterated = by_fmu(client, fmu, step, "aitken", stiff)
    assert np.abs(iterated).max() <= 1.0
    assert abs(iterated[-1]) < 1e-3  # held at its end, a force takes energy in every step


@pytest.mark.parametrize(
    ("part", "rule"),
    [
        (
            {"inputs": {"position": {"output": "buoy.linear_velocity"}}},
            "inputs.position: must have the unit m/s of buoy.linear_velocity, has m",
        ),
        (
            {"inputs": {"place": {"output": "buoy.position"}}},
            "inputs.place: must be a numeric input of the FMU: position, speed",
        ),
        (
            {"outputs": {"force": {"input": "sprig"}}},
            "outputs.force: must name a variable of the session, names 'sprig'",
        ),
        (
            {"outputs": {"force": {"input": "spring", "component": 6}}},
            "outputs.force.component: must be less than 6, is 6",
        ),
        (
            {"outputs": {"force": {"input": "spring", "component": 3}}},
            "outputs.force: must have the unit N m of spring, has N",
        ),
        ({"parameters": {"mass": 1.0}}, "parameters.mass: must be a numeric parameter of the FMU"),
    ],
)
def test_what_does_not_fit_is_refused(
    part: dict[str, Any], rule: str, client: raftup.Client, fmu: Path
) -> None:
    with (
        client.create_session(sprung(0.1, [])) as session,
        pytest.raises(SpecificationError) as refused,
    ):
        FmuParticipant(fmu, session, read_map({**MAP, **part}))
    assert rule in str(refused.value)


def test_a_file_that_is_no_fmu_is_refused(client: raftup.Client, tmp_path: Path) -> None:
    file = tmp_path / "no.fmu"
    file.write_bytes(b"no zip")
    with client.create_session(sprung(0.1, [])) as session:
        with pytest.raises(RaftupError, match="must be an FMU"):
            FmuParticipant(file, session, read_map(MAP))
        with pytest.raises(FileNotFoundError):
            FmuParticipant(tmp_path / "none.fmu", session, read_map(MAP))
    with pytest.raises(SpecificationError, match="must name at least one output"):
        read_map({"inputs": MAP["inputs"]})


def test_an_input_that_nobody_declared_for_it_ends_it_with_words(
    client: raftup.Client, fmu: Path
) -> None:
    other = raftup.Participant("other", inputs=["spring"])
    with client.create_session(sprung(0.1, []), participants=[other]) as session:
        session.initialise()
        with FmuParticipant(fmu, session, read_map(MAP)) as follower:
            with pytest.raises(RaftupError) as refused:
                follow(session, follower, "fmu", False)
            assert refused.value.reason == "INPUT_OWNED"


def test_a_step_that_the_fmu_refuses_is_said(client: raftup.Client, fmu: Path) -> None:
    broken = {**MAP, "parameters": {"stiffness": -1.0}}
    with client.create_session(sprung(0.1, [])) as session:
        session.initialise()
        outputs = ["buoy.position", "buoy.linear_velocity"]
        with FmuParticipant(fmu, session, read_map(broken)) as follower:
            assert follower.begin(session.read(outputs))[0] == 1.0
            rows = session.step(1, outputs, 1)
            with pytest.raises(RaftupError, match=r"the FMU's step from 0 s to 0\.1 s failed"):
                follower.answer(rows)


def test_an_fmu_that_crashes_ends_its_own_process_and_a_successor_goes_on(
    server: raftup.LocalServer, client: raftup.Client, fmu: Path, tmp_path: Path
) -> None:
    maps = {"sound": MAP, "broken": {**MAP, "parameters": {**MAP["parameters"], "crash_time": 1}}}
    for name, document in maps.items():
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(document))
    participant = raftup.Participant("fmu", inputs=["spring"])

    def takes_part(name: str, session: raftup.Session) -> subprocess.Popen[str]:
        file = tmp_path / f"{name}.yaml"
        address = f"--server={server.address}"
        return start(
            "participant", "fmu", session.name, fmu, f"--map={file}", address, folder=tmp_path
        )

    with client.create_session(sprung(0.01, []), participants=[participant], lease=0.2) as session:
        session.initialise()
        with session.exchange(output_stride=1) as controller:
            controller.request(500)
            broken = takes_part("broken", session)
            broken.communicate(timeout=60)
            assert broken.returncode < 0  # by a signal
            assert session.status().step_index == 101  # the session waits, and answers
            successor = takes_part("sound", session)
            rows = controller.receive()
    _, errors = successor.communicate(timeout=60)
    assert (successor.returncode, len(rows)) == (0, 500), errors
    whole = by_fmu(client, fmu, 0.01)
    np.testing.assert_array_equal(rows["buoy.position"][:, 0], whole[1:])


def test_the_command_refuses_what_is_wrong(
    server: raftup.LocalServer, client: raftup.Client, fmu: Path, tmp_path: Path
) -> None:
    (tmp_path / "map.yaml").write_text(yaml.safe_dump({**MAP, "color": 1}))
    with client.create_session(sprung(0.1, [])) as session:
        arguments = ("participant", "fmu", session.name, fmu, "--map=map.yaml")
        done = command(*arguments, f"--server={server.address}", folder=tmp_path)
    assert done.returncode == 2
    assert "color: must be one of inputs, outputs, parameters; no such field" in done.stderr
