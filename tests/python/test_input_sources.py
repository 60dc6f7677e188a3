"""Inputs that a model's own tables and ramps write: files, refusals, and the bytes of a client."""

import hashlib
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup
from raftup._generated.model_pb2 import Model
from raftup.fmu import FmiVersion, export_fmu
from raftup.model import load_model
from raftup.model.tables import MOST_NUMBERS, read_table

STEP, ROWS, STEPS = 0.05, 200, 230  # to 11.5 s: a client's lines must not end before a step
OUTPUTS = ["box.position", "box.orientation", "box.linear_velocity", "box.angular_velocity"]


def write_csv(folder: Path) -> Path:
    """200 rows of a force [kN] and a moment about z [kN m], at unequal times."""
    seconds = 0.06 * np.arange(ROWS) + 0.02 * np.sin(np.arange(ROWS))
    seconds[0] = 0.0
    rows = np.column_stack([seconds, np.sin(seconds), np.cos(3.0 * seconds), 0.2 * seconds])
    file = folder / "commands.csv"
    header = "t [s];a [kN];b [kN];c [kN m]"
    np.savetxt(file, rows, fmt="%.17g", delimiter=";", comments="", header=header)
    return file


def model(source: dict[str, Any] | None, **push: Any) -> dict[str, Any]:
    body = {"name": "box", "mass": 1000.0, "inertia": {"xx": 500, "yy": 700, "zz": 900}}
    given = {"name": "push", "external_force": {"body": "box", "body_axes": True}, **push}
    return {
        "bodies": [{**body, "gravity": False, "angular_velocity": [0.1, 0.3, 0.2]}],
        "inputs": [given if source is None else {**given, "source": source}],
        "integration": {"step": STEP, "duration": STEP * STEPS},
        "outputs": OUTPUTS,
    }


def six_columns(file: Path) -> Path:
    """The same with all six components of a wrench."""
    table = read_table(file)
    zero = np.zeros(len(table.time))
    a, b, c = table.values.T
    rows = np.column_stack([table.time, a, b, zero, zero, zero, c])
    whole = file.with_name("wrench.csv")
    header = "t [s],fx [N],fy [N],fz [N],mx [N m],my [N m],mz [N m]"
    np.savetxt(whole, rows, fmt="%.17g", delimiter=",", comments="", header=header)
    return whole


def steps(session: raftup.Session, count: int) -> bytes:
    with session.exchange(output_stride=1) as exchange:
        return exchange.advance(count).values.tobytes()


def streamed(client: raftup.Client, table: Any, interpolation: str) -> bytes:
    """The rows of a table by a client that sends them all ahead."""
    plain = model(None)
    participant = raftup.Participant("commander", "push", interpolation=interpolation)
    with client.create_session(plain, participants=[participant]) as session:
        session.initialise()
        with session.exchange(
            inputs=["push"], participant_id="commander", output_stride=1
        ) as exchange:
            exchange.send(table.time, table.values)
            return exchange.advance(STEPS).values.tobytes()


@pytest.mark.parametrize("interpolation", ["hold", "linear", "hermite"])
def test_a_table_gives_the_bytes_of_a_client_that_streams_its_rows(
    client: raftup.Client, tmp_path: Path, interpolation: str
) -> None:
    file = six_columns(write_csv(tmp_path))
    given = model({"table": {"file": str(file), "interpolation": interpolation}})
    expected = streamed(client, read_table(file), interpolation)
    with client.create_session(given) as session:
        session.initialise()
        first = steps(session, STEPS // 2)
        checkpoint = session.checkpoint("half")
        second = steps(session, STEPS - STEPS // 2)
        assert first + second == expected
        with client.create_session(from_checkpoint=checkpoint) as fork:
            assert steps(fork, STEPS - STEPS // 2) == second
        session.restore(checkpoint)
        assert steps(session, STEPS - STEPS // 2) == second


def test_a_killed_server_goes_on_with_the_table(tmp_path: Path) -> None:
    file = six_columns(write_csv(tmp_path))
    given = model({"table": {"file": str(file), "interpolation": "hermite"}})
    data = tmp_path / "data"
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        expected = streamed(client, read_table(file), "hermite")
    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        session = client.create_session(given, durability="process", session_id="kept")
        session.initialise()
        first = steps(session, 120)
        server.process.kill()
        server.process.wait()
    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        session = client.session("sessions/kept")
        assert session.status().step_index == 120
        assert first + steps(session, STEPS - 120) == expected


@pytest.mark.parametrize("version", FmiVersion)
def test_an_exported_model_has_its_table_inside(
    client: raftup.Client, tmp_path: Path, version: FmiVersion
) -> None:
    fmpy = pytest.importorskip("fmpy")
    file = six_columns(write_csv(tmp_path))
    given = model({"table": {"file": str(file), "interpolation": "linear"}})
    given["name"] = "sourced"
    given["inputs"].append({"name": "pull", "external_force": {"body": "box"}})
    with client.create_session(given) as session:
        export_fmu(session, tmp_path / "sourced.fmu", version)
        session.initialise()
        expected = session.exchange(output_stride=STEPS).advance(STEPS).values[-1]
    description = fmpy.read_model_description(str(tmp_path / "sourced.fmu"))
    inputs = [each.name for each in description.modelVariables if each.causality == "input"]
    assert inputs
    assert all(name.startswith("pull") for name in inputs)
    result = fmpy.simulate_fmu(
        str(tmp_path / "sourced.fmu"),
        stop_time=STEP * STEPS,
        step_size=STEP,
        output_interval=STEP,
        output=[each.name for each in description.modelVariables if each.causality == "output"],
    )
    last = np.hstack([np.ravel(result[name][-1]) for name in result.dtype.names[1:]])
    assert last.tobytes() == expected.tobytes()


def test_nobody_else_writes_an_input_with_a_source(client: raftup.Client) -> None:
    ramp = {"ramp": {"duration": 5.0, "to": [500, 0, 0, 0, 0, 0], "shape": "cosine"}}
    with client.create_session(model(ramp)) as session:
        with pytest.raises(raftup.RaftupError, match="without a source of its own") as refused:
            session.initialise({"push": [1, 0, 0, 0, 0, 0]})
        assert refused.value.reason == "BAD_FIELD"
        session.initialise()
        with pytest.raises(raftup.RaftupError, match="written by the model itself") as refused:
            session.exchange(inputs=["push"])
        assert refused.value.reason == "INPUT_OWNED"
        steps(session, 50)
        np.testing.assert_allclose(
            session.read(["push"]).values[0][0], 500 * 0.5 * (1 - np.cos(np.pi * 0.5)), rtol=1e-12
        )
    participant = raftup.Participant("commander", "push")
    with pytest.raises(raftup.RaftupError, match="an input without a source of its own"):
        client.create_session(model(ramp), participants=[participant])


def test_the_model_in_a_result_names_the_file_and_its_digest(tmp_path: Path) -> None:
    file = six_columns(write_csv(tmp_path))
    result = raftup.run(model({"table": {"file": str(file)}}))
    document = result.attrs["model"]
    assert hashlib.sha256(file.read_bytes()).hexdigest() in document
    assert '"wrench.csv"' in document
    assert str(tmp_path) not in document


def test_units_of_headings_become_those_of_the_input(tmp_path: Path) -> None:
    file = tmp_path / "angles.txt"
    file.write_text("# a comment\nclock (min)  rudder (deg)  pitch [rpm]\n0 90 60\n1 -180 -30\n")
    table = read_table(file)
    np.testing.assert_allclose(table.time, [0.0, 60.0])
    np.testing.assert_allclose(table.values[:, 0], [np.pi / 2, -np.pi])
    np.testing.assert_allclose(table.values[:, 1], [2 * np.pi, -np.pi])
    assert table.units == ["rad", "rad/s"]
    by_load = read_table(file, ["pitch"], time_column="clock", revolutions="1/s")
    np.testing.assert_allclose(by_load.values[:, 0], [1.0, -0.5])


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("0.05;abc;1;1", r"must have a number in line 8, is 'abc'"),
        ("0.01;3;1;1", r"times that ascend strictly: line 8 has 0.01 after"),
        ("0.3;inf;1;1", r"finite numbers in column 'a': line 8 has inf"),
        ("0.3;;1;1", r"must have a number in line 8, is ''"),
        ("0.37;-999;1;1", r"column 'a' has -999 1 time, which looks like a flag"),
    ],
)
def test_what_is_no_table_is_refused_by_line_and_value(
    tmp_path: Path, line: str, rule: str
) -> None:
    file = write_csv(tmp_path)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:7], line, *lines[8:]]))
    with pytest.raises(raftup.ModelError, match=rule) as refused:
        load_model(model({"table": {"file": str(file)}}))
    assert refused.value.violations[0].path == "inputs[0].source.table.file"
    assert str(file) in str(refused.value)


def test_rows_with_the_flag_that_is_named_are_left_out(tmp_path: Path) -> None:
    file = write_csv(tmp_path)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([*lines[:7], "0.37;-999;1;1", *lines[8:]]))
    table = read_table(file, missing=-999.0)
    assert len(table.time) == ROWS - 1


def test_a_heading_in_a_unit_that_is_not_that_of_the_input_is_refused(
    client: raftup.Client, tmp_path: Path
) -> None:
    file = six_columns(write_csv(tmp_path))
    file.write_text(file.read_text().replace("fy [N]", "fy [m/s]"))
    given = model({"table": {"file": str(file)}})
    with pytest.raises(raftup.RaftupError, match=r"must be 'N', the unit of component 1"):
        client.create_session(given)
    file.write_text(file.read_text().replace("fy [m/s]", "fy [furlong]"))
    with pytest.raises(raftup.ModelError, match=r"column 'fy' in one of N, kN.*'furlong'"):
        load_model(given)


def test_a_run_that_goes_on_after_a_table_that_refuses_it_is_refused(
    client: raftup.Client, tmp_path: Path
) -> None:
    file = six_columns(write_csv(tmp_path))
    given = model({"table": {"file": str(file), "beyond": "refuse"}})
    given["integration"]["duration"] = 20.0
    with pytest.raises(raftup.RaftupError, match="end with it") as refused:
        client.create_session(given)
    assert refused.value.violations[0].path == "inputs[0].source.table.beyond"


def test_half_a_million_numbers_are_taken_and_one_more_is_refused(client: raftup.Client) -> None:
    """The server's own limit; that of files is the same."""

    def of(rows: int) -> Model:
        message = load_model(model({"table": {"time": [0], "values": [0] * 6}}))
        table = message.inputs[0].source.table
        del table.time[:], table.values[:]
        table.time.extend((0.01 * np.arange(rows)).tolist())
        table.values.extend([1.0] * (6 * rows))
        return message

    rows = MOST_NUMBERS // 7
    whole = of(rows)
    with client.create_session(whole) as session:
        session.initialise()
        steps(session, 3)
    more = of(rows + 1)
    with pytest.raises(raftup.RaftupError, match="let a participant stream the rows"):
        client.create_session(more)


def test_twenty_thousand_numbers_are_read_at_once(tmp_path: Path) -> None:
    rows = np.column_stack([0.1 * np.arange(5000), np.random.default_rng(1).normal(size=(5000, 3))])
    file = tmp_path / "long.csv"
    np.savetxt(file, rows, delimiter=",", header="t [s],a,b,c", comments="")
    seconds = []
    for _ in range(3):
        start = time.perf_counter()
        read_table(file)
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 0.2


def test_a_load_is_switched_by_a_table(client: raftup.Client) -> None:
    """U8: from 1 m on a spring of 4000 N/m that is off from 3.2 s on."""
    spring = {"body": "box", "stiffness": [4000, 0, 0, 0, 0, 0], "rest_position": [-1, 0, 0]}
    body = {"name": "box", "mass": 1000.0, "inertia": {"xx": 1, "yy": 1, "zz": 1}, "gravity": False}
    table = {"time": [0, 3.2], "values": [1, 0]}
    given: dict[str, Any] = {
        "bodies": [body],
        "loads": [{"name": "spring", "linear_mooring": spring}],
        "inputs": [{"name": "act", "load_enabled": "spring", "source": {"table": table}}],
        "integration": {"step": 0.01, "duration": 5},
        "outputs": ["box.position", "spring.force", "energy.potential"],
    }
    with client.create_session(given) as session:
        session.initialise()
        with session.exchange() as exchange:
            rows = exchange.advance(500)
    assert rows["box.position"][-1][0] + 1.0 == pytest.approx(0.573607781, rel=1e-6)
    assert np.all(rows["spring.force"][-1] == 0.0)
    off = load_model(given, {"inputs": [], "loads[0].enabled": False})
    with client.create_session(off) as session:
        session.initialise()
        with session.exchange() as exchange:
            rows = exchange.advance(100)
    assert np.all(rows["box.position"] == 0.0)
