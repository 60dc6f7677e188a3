"""Mooring systems of MoorDyn inside a session: statics, coupling, states, what can go wrong."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from participants.test_moordyn import DEPTH, DURATION, OFFSET, TAUT, heave, lines_file, moored

import raftup
import raftup.local.server
from raftup.base.errors import ModelError, RaftupError
from raftup.statics.rest import find_rest

CHAIN = {"diameter": 0.1, "mass": 100.0, "axial_stiffness": 1e8, "length": 226.0, "segments": 60}
WATER = {"water_density": 1025.0, "gravity": 9.81, "water_depth": 200.0}


@pytest.fixture(scope="module")
def taut_line(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lines_file(tmp_path_factory.mktemp("taut"), TAUT, [0, 0, -DEPTH], [0, 0, 0])


def buoy(file: Path, step: float, **integration: Any) -> dict[str, Any]:
    """The buoy of test_moordyn on a taut line, which is a load of its own."""
    stretch = (DEPTH - TAUT["length"]) / TAUT["length"]
    lift = {"body": "buoy", "force": [0, 0, TAUT["axial_stiffness"] * stretch]}
    system = {"body": "buoy", "input": file.read_text()}
    loads = [{"name": "lift", "constant_force": lift}, {"name": "lines", "mooring_system": system}]
    model = moored(step, [0, 0, OFFSET], loads)
    model["environment"] = WATER
    model["inputs"] = []
    model["outputs"] = ["buoy.position", "lines.tension"]
    model["integration"] |= integration
    return model


@pytest.fixture
def session(client: raftup.Client, taut_line: Path) -> Iterator[raftup.Session]:
    with client.create_session(buoy(taut_line, 0.02)) as session:
        session.initialise()
        yield session


def steps(session: raftup.Session, count: int) -> bytes:
    """What is left of the state after each."""
    rows = []
    for _ in range(count):
        session.step(1)
        read = session.read(["buoy.position", "buoy.linear_velocity", "lines.tension"])
        rows.append(b"".join(read[name].tobytes() for name in read.columns.names))
    return b"".join(rows)


def mooring_processes(server: raftup.LocalServer) -> list[int]:
    """Those of a server."""
    tasks = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    children = [int(child) for task in tasks for child in task.read_text().split()]
    return [
        child
        for child in children
        if "raftup-run-moordyn" in Path(f"/proc/{child}/cmdline").read_text()
    ]


def test_tensions_at_rest_are_those_of_the_catenary_to_a_thousandth(
    client: raftup.Client, tmp_path: Path
) -> None:
    file = lines_file(tmp_path, CHAIN, [205, 0, -102], [5, 0, -2])
    catenary = {
        "body": "buoy",
        "point": [5, 0, -2],
        "anchor": [205, 0, -102],
        "above_bottom": True,
        "length": CHAIN["length"],
        "diameter": CHAIN["diameter"],
        "mass_per_length": CHAIN["mass"],
        "axial_stiffness": CHAIN["axial_stiffness"],
    }
    model = moored(0.1, [0, 0, 0])
    model["environment"] = WATER
    model["loads"] = [
        {"name": "lines", "mooring_system": {"body": "buoy", "input": file.read_text()}},
        {"name": "catenary", "catenary_line": catenary},
    ]
    outputs = ["force", "tension", "anchor_tension"]
    with client.create_session(model) as session:
        session.initialise()
        rows = session.read([f"{load}.{o}" for load in ("lines", "catenary") for o in outputs])
    tension = float(rows["catenary.tension"][-1, 0])
    # MoorDyn's tensions are those in the middle of an element, which weighs .9 % of the tension
    for output in outputs[1:]:
        np.testing.assert_allclose(rows[f"lines.{output}"], rows[f"catenary.{output}"], rtol=5e-3)
    np.testing.assert_allclose(rows["lines.force"], rows["catenary.force"], atol=5 * 1e-3 * tension)


def test_it_moves_a_buoy_as_the_participant_does_with_order_one(
    client: raftup.Client, taut_line: Path
) -> None:
    def run(step: float) -> Any:
        with client.create_session(buoy(taut_line, step)) as session:
            session.initialise()
            with session.exchange(output_stride=1) as exchange:
                rows = exchange.advance(round(DURATION / step))
        return np.concatenate([[OFFSET], rows["buoy.position"][:, 2]])

    coarse, middle, fine = (run(step) for step in (0.04, 0.02, 0.01))
    # but for the sub-step of 1 ms that rounded differences of times give MoorDyn, or do not
    atol = 5e-3 * OFFSET
    np.testing.assert_allclose(middle, heave(client, taut_line, 0.02), rtol=0.0, atol=atol)
    first = np.abs(middle[::2] - coarse).max()
    second = np.abs(fine[::2] - middle).max()
    assert first / second == pytest.approx(2.0, rel=0.15)


@pytest.mark.parametrize("stepper", ["rk4", "midpoint", "spook", "moreau_jean"])
def test_every_stepper_holds_the_buoy(client: raftup.Client, taut_line: Path, stepper: str) -> None:
    model = buoy(taut_line, 0.02, stepper=f"STEPPER_{stepper.upper()}")
    with client.create_session(model) as session:
        session.initialise()
        session.step(100)
        place = session.read(["buoy.position"])["buoy.position"][-1]
    assert 0.5 * OFFSET < abs(float(place[2])) + OFFSET < 2.5 * OFFSET


def test_twenty_random_rollbacks_go_on_to_the_same_bytes(session: raftup.Session) -> None:
    checkpoints, rows = [], []
    for _ in range(20):
        checkpoints.append(session.checkpoint())
        rows.append(steps(session, 1))
    for at in np.random.default_rng(7).integers(0, 18, 20):
        session.restore(checkpoints[at])
        assert steps(session, 2) == rows[at] + rows[at + 1]


def test_a_killed_moordyn_fails_its_step_alone(
    server: raftup.LocalServer, session: raftup.Session
) -> None:
    start = session.checkpoint()
    expected = steps(session, 10)
    session.restore(start)
    first = steps(session, 5)
    others = mooring_processes(server)
    for process in others:
        os.kill(process, signal.SIGKILL)
    with pytest.raises(
        RaftupError, match=r"load 'lines' of body 'buoy': MoorDyn crashed \(signal 9, Killed\)"
    ):
        session.step(1)
    assert session.status().step_index == 5
    assert first + steps(session, 5) == expected


def test_it_outlives_its_server(taut_line: Path, tmp_path: Path) -> None:
    with (
        raftup.local_server(data=tmp_path) as server,
        raftup.connect(server.address) as client,
    ):
        session = client.create_session(buoy(taut_line, 0.02), session_id="kept")
        session.initialise()
        start = session.checkpoint()
        expected = steps(session, 20)
        session.restore(start)
        first = steps(session, 10)
        server.process.kill()
        server.process.wait()
    with (
        raftup.local_server(data=tmp_path) as server,
        raftup.connect(server.address) as client,
    ):
        assert first + steps(client.session("sessions/kept"), 10) == expected


def test_a_server_without_moordyn_refuses_it(
    taut_line: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raftup.local.server, "find_moordyn", lambda: None)
    with (
        raftup.local_server() as server,
        raftup.connect(server.address) as client,
        pytest.raises(ModelError, match=r"loads\[1\].mooring_system.*raftupd --moordyn"),
    ):
        client.create_session(buoy(taut_line, 0.02))


@pytest.mark.parametrize(
    ("text", "other", "message"),
    [
        ("1000000.0", "/etc/passwd", r"mooring_system.input.*by numbers, files are not read"),
        ("9.81 g", "9.7 g", r"mooring_system.input.*must have g 9.81 as the environment"),
        (
            "1 chain 1 2",
            "1 chain 1 7",
            "load 'lines' of body 'buoy': MoorDyn refuses its input: .*7 points",
        ),
        ("49.0 8", "49.0 100000000", r"mooring_system.input: must have lines of at most 10000 seg"),
        ("2 Coupled", "2 Fixed", "must be an input file of MoorDyn 2 that couples points"),
    ],
)
def test_hostile_inputs_are_refused_with_words(
    client: raftup.Client, taut_line: Path, text: str, other: str, message: str
) -> None:
    model = buoy(taut_line, 0.02)
    system = model["loads"][1]["mooring_system"]
    assert text in system["input"]
    system["input"] = system["input"].replace(text, other)
    with pytest.raises(RaftupError, match=message):
        client.create_session(model)


def test_linear_equations_say_that_they_lack_it(client: raftup.Client, taut_line: Path) -> None:
    linear = client.linearize(buoy(taut_line, 0.02))
    assert any(
        "mooring system lines has the force of its rest" in f.message for f in linear.findings
    )


def test_a_rest_says_that_it_lacks_their_stiffness(client: raftup.Client, taut_line: Path) -> None:
    rest = find_rest(client, raftup.load_model(buoy(taut_line, 0.02)))
    assert any("mooring system lines has the force of its rest" in said for said in rest.findings)


def test_its_lines_are_drawn_at_rest_by_their_nodes(client: raftup.Client, tmp_path: Path) -> None:
    """Along the catenary that a catenary_line of the same chain has, to a thousandth."""
    file = lines_file(tmp_path, CHAIN, [205, 0, -102], [5, 0, -2])
    line = {
        **{"body": "buoy", "point": [5, 0, -2], "anchor": [205, 0, -102], "length": 226.0},
        **{"diameter": 0.1, "mass_per_length": 100.0, "axial_stiffness": 1e8},
        **{"above_bottom": True},
    }
    system = {"body": "buoy", "input": file.read_text()}
    model = buoy(file, 0.02)
    model["bodies"][0]["position"] = [0, 0, 0]
    model["loads"] = [
        {"name": "chain", "mooring_system": system},
        {"name": "known", "catenary_line": line},
    ]
    model["outputs"] = []
    linear = client.linearize(model, drawings=True, operating_point="rest")
    found, known = (each.columns for each in linear.drawings)
    assert [each.subject for each in linear.drawings] == ["chain, line 1", "known"]
    np.testing.assert_allclose(found["length"], np.linspace(0.0, 226.0, 61), rtol=1e-12)
    for name in ("x", "z"):
        at = np.interp(found["length"], known["length"], known[name])
        np.testing.assert_allclose(found[name], at, atol=0.2)
    tension = np.interp(found["length"], known["length"], known["tension"])
    np.testing.assert_allclose(found["tension"], tension, rtol=0.03)


def test_run_records_the_tension_of_every_line(taut_line: Path, tmp_path: Path) -> None:
    out = tmp_path / "moored.nc"
    raftup.run(buoy(taut_line, 0.02, duration=1.0), out=out)
    with xr.open_dataset(out) as result:
        assert result.lines_tension.sizes["time"] == 51
        assert float(result.lines_tension.min()) > 0.0


def test_a_model_that_runs_without_a_server_cannot_have_it(session: raftup.Session) -> None:
    with pytest.raises(RaftupError, match="or a mooring system, which a library"):
        session.export_model()
