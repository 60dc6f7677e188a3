"""Stages of a run and events that end it: from YAML to results, sessions, copies and FMUs."""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command

import raftup
from raftup._generated import session_pb2
from raftup.fmu import FmiVersion, export_fmu

STAGES: list[dict[str, Any]] = [
    {"name": "settle", "duration": 2, "waves": "off", "damping": 0.5},
    {"name": "build", "duration": 2, "waves": "ramp"},
    {"name": "storm", "duration": 4, "waves": "on", "record": True},
]


def model(**parts: Any) -> dict[str, Any]:
    """A body of a tonne that a spring and the drag of waves move."""
    member = {"point1": [0, 0, -6], "point2": [0, 0, -2], "diameter": 0.5, "drag_coefficient": 1.0}
    spring = {"body": "body", "stiffness": [4000, 4000, 4000, 1e4, 1e4, 1e4]}
    return {
        "environment": {"sea": {"waves": [{"regular": {"amplitude": 1.0, "period": 4.0}}]}},
        "bodies": [
            {
                "name": "body",
                "mass": 1000,
                "inertia": {"xx": 1e3, "yy": 1e3, "zz": 1e3},
                "position": [1, 0, 0],
                "gravity": False,
            }
        ],
        "loads": [
            {"name": "spring", "linear_mooring": {**spring, "rest_position": [0, 0, 0]}},
            {"name": "legs", "morison": {"body": "body", "elements": [member]}},
        ],
        "integration": {"step": 0.05, "output_step": 0.1, "stages": STAGES},
        "outputs": ["body.position", "sea.elevation"],
        **parts,
    }


def ended(**action: Any) -> dict[str, Any]:
    """The same, which an event ends after 3 s."""
    marked = {"name": "half", "at": 1.5, "do": [{"mark": "half way"}]}
    return model(
        integration={"step": 0.05, "duration": 8},
        events=[marked, {"name": "stop", "at": 3, "do": [{"end": {"reason": "enough"}, **action}]}],
    )


def write(spec: dict[str, Any], folder: Path) -> None:
    (folder / "model.yaml").write_text(yaml.safe_dump(spec, sort_keys=False))


def test_rows_and_statistics_begin_with_the_stage_that_is_recorded(
    client: raftup.Client, tmp_path: Path
) -> None:
    statistics = {"outputs": ["sea.elevation"], "warm_up": 1}
    spec = model(statistics=statistics)
    write(spec, tmp_path)
    done = command("run", "model.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "41 rows from t = 4 s to t = 8 s" in done.stdout
    result = xr.open_dataset(tmp_path / "result.nc")
    np.testing.assert_allclose(result.time, np.linspace(4, 8, 41), atol=1e-9)
    wave = np.cos(2 * np.pi * np.asarray(result.time) / 4)
    np.testing.assert_allclose(result.wave_elevation, wave, atol=1e-9)
    assert json.loads(result.attrs["model"])["integration"]["stages"][1]["waves"] == "ramp"
    with client.create_session(spec) as session:
        assert [(span.first_step, span.end_step) for span in session.stages] == [
            (0, 40),
            (40, 80),
            (80, 160),
        ]
        session.initialise()
        session.step(160, output_stride=160)
        assert session.statistics().duration == pytest.approx(3.0)
        first, second, third = session.sea().stages
    assert (first.present, second.ramp, third.present, third.ramp) == (False, True, True, False)
    assert (second.start, second.end) == (2.0, 4.0)


def test_the_whole_run_is_the_tail_of_what_a_session_gives(client: raftup.Client) -> None:
    with client.create_session(model()) as session:
        session.initialise()
        rows = session.step(160, output_stride=2)
    result = raftup.run(model(), client)
    assert rows.since(4 * 10**9)["body.position"].tobytes() == result.position.values.tobytes()
    still = rows["sea.elevation"][rows.time <= 2.0]
    assert np.abs(still).max() == 0.0
    middle = rows["sea.elevation"][np.isclose(rows.time, 3.0)]
    assert middle == pytest.approx(0.5 * np.cos(2 * np.pi * 3 / 4), abs=1e-12)


def test_copies_go_on_alike_in_each_stage(client: raftup.Client) -> None:
    with client.create_session(model()) as session:
        session.initialise()
        for _ in range(4):
            session.step(20, output_stride=20)
            checkpoint = session.checkpoint()
            with client.create_session(from_checkpoint=checkpoint) as fork:
                fork_rows = fork.step(30, output_stride=1)
            rows = session.step(30, output_stride=1)
            session.restore(checkpoint)
            again = session.step(20, output_stride=1)
            assert rows.values.tobytes() == fork_rows.values.tobytes()
            assert again.values.tobytes() == rows.values[:20].tobytes()


@pytest.mark.parametrize("version", FmiVersion)
def test_stages_are_inside_an_fmu(
    client: raftup.Client, tmp_path: Path, version: FmiVersion
) -> None:
    fmpy = pytest.importorskip("fmpy")
    with client.create_session(model(name="staged")) as session:
        export_fmu(session, tmp_path / "model.fmu", version)
        session.initialise()
        expected = session.step(160, output_stride=160).values[-1]
    file = str(tmp_path / "model.fmu")
    described = fmpy.read_model_description(file)
    assert float(described.defaultExperiment.stopTime) == 8.0
    names = [one.name for one in described.modelVariables if one.causality == "output"]
    done = fmpy.simulate_fmu(
        file, stop_time=8.0, step_size=0.05, output_interval=0.05, output=names
    )
    last = np.hstack([np.ravel(done[name][-1]) for name in done.dtype.names[1:]])
    assert last.tobytes() == expected.tobytes()


@pytest.mark.parametrize("version", FmiVersion)
def test_an_event_ends_the_run_of_an_fmu(
    client: raftup.Client, tmp_path: Path, version: FmiVersion
) -> None:
    fmpy = pytest.importorskip("fmpy")
    with client.create_session({**ended(), "name": "ended"}) as session:
        export_fmu(session, tmp_path / "model.fmu", version)
    for step in (0.05, 0.4):  # within a step of the host, too
        done = fmpy.simulate_fmu(
            str(tmp_path / "model.fmu"), stop_time=8.0, step_size=step, output_interval=step
        )
        # a host of FMI 3.0 may note the step that it has asked for
        assert 3.0 - step < done["time"][-1] < 3.0 + 1.001 * step


def test_an_event_ends_a_run_which_is_no_error(tmp_path: Path) -> None:
    write(ended(), tmp_path)
    done = command("run", "model.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "run ended by an event: 3 s, stop: enough" in done.stdout
    result = xr.open_dataset(tmp_path / "result.nc")
    assert float(result.time[-1]) == pytest.approx(3.0)
    assert result.attrs["complete"] == 1
    assert result.attrs["events"] == "1.5 s, half: mark: half way\n3 s, stop: end: enough"
    assert result.attrs["run_end"] == "3 s, stop: enough"


def test_a_session_says_that_its_run_has_ended(client: raftup.Client) -> None:
    with client.create_session(ended(delay=0.5)) as session:
        session.initialise()
        with session.exchange(output_stride=1) as stream:
            rows = stream.advance(100)
            assert stream.ended
            assert rows.time[-1] == pytest.approx(3.5)
            assert len(rows) == 70
            assert len(stream.advance(5)) == 0
            reasons = [notice.reason for notice in stream.notices]
            messages = [notice.message for notice in stream.notices]
        assert reasons == ["EVENT_FIRED", "EVENT_FIRED", "RUN_ENDED"]
        assert messages[-1] == "event 'stop' has ended the run at t = 3.5 s: enough"
        status = session.status()
        assert (status.run_end.event, status.run_end.time_ns) == ("stop", 3_500_000_000)
        assert [(one.event, one.text) for one in status.firings] == [
            ("half", "mark: half way"),
            ("stop", "end: enough after 0.5 s"),
        ]
        assert status.state == session_pb2.SESSION_STATE_RUNNING
        assert len(session.step(3)) == 0


def test_a_run_that_has_ended_goes_on_from_an_earlier_checkpoint(client: raftup.Client) -> None:
    with client.create_session(ended()) as session:
        session.initialise()
        session.step(50, output_stride=50)
        checkpoint = session.checkpoint()
        assert len(session.step(50, output_stride=1)) == 10
        assert session.status().run_end.reason == "enough"
        restored = session.restore(checkpoint)
        assert not restored.HasField("run_end")
        assert restored.firing_count == 1
        assert len(session.step(10, output_stride=1)) == 10


@pytest.mark.parametrize(
    ("integration", "message"),
    [
        ({"duration": 5}, "integration.duration: must be omitted where integration.stages"),
        ({"stages": [*STAGES, STAGES[0]]}, r"integration.stages\[3\].name"),
        ({"stages": [{"name": "a", "duration": 0}]}, r"stages\[0\].duration: must be positive"),
        ({"stages": [{"name": "a", "duration": 1, "waves": "up"}]}, "waves"),
        ({"stages": [{"name": "a", "duration": 1, "damping": 30}]}, "must be at most 1/step, 20"),
    ],
)
def test_stages_that_cannot_be_are_refused(
    client: raftup.Client, integration: dict[str, Any], message: str
) -> None:
    spec = model()
    spec["integration"] = {**spec["integration"], **integration}
    with pytest.raises(raftup.ModelError, match=message):
        client.check_model(spec)


def test_a_ramp_of_the_sea_beside_stages_is_refused(client: raftup.Client) -> None:
    spec = model()
    spec["environment"]["sea"]["ramp_duration"] = 5
    with pytest.raises(raftup.ModelError, match="ramp_duration: must be omitted where"):
        client.check_model(spec)


def test_a_stage_that_is_no_multiple_of_the_step_is_rounded_up(client: raftup.Client) -> None:
    spec = model()
    spec["integration"] = {"step": 0.05, "stages": [{"name": "all", "duration": 1.02}]}
    result = raftup.run(spec, client)
    assert float(result.time[-1]) == pytest.approx(1.05)
    assert "integration.stages[0].duration, 1.02 s" in result.attrs["findings"]


def test_a_killed_server_knows_what_events_have_done(tmp_path: Path) -> None:
    data = tmp_path / "data"

    def half_on(client: raftup.Client) -> raftup.Session:
        session = client.session("sessions/kept")
        assert [one.event for one in session.status().firings] == ["half"]
        return session

    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        session = client.create_session(ended(), durability="process", session_id="kept")
        session.initialise()
        session.step(55)
        server.process.kill()
        server.process.wait()
    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        half_on(client)  # from the records since t = 0
        while not list(data.rglob("snapshot.*")):  # which a restart replaces by a snapshot
            time.sleep(0.01)
        server.process.kill()
        server.process.wait()
    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        session = half_on(client)
        session.step(10)
        assert [one.event for one in session.status().firings] == ["half", "stop"]
