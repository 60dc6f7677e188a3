"""Events and probes of model files: from YAML to results, sessions, copies and FMUs."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command

import raftup
from raftup.fmu import FmiVersion, export_fmu


def model(**parts: Any) -> dict[str, Any]:
    """A body of a tonne on a spring in a wave, pushed while it is to the right."""
    push = {"body": "body", "force": [400, 0, 0]}
    spring = {"body": "body", "stiffness": [4000, 0, 0, 0, 0, 0]}
    return {
        "environment": {"sea": {"waves": [{"regular": {"amplitude": 1.0, "period": 8.0}}]}},
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
            {"name": "push", "constant_force": push, "enabled": False},
        ],
        "probes": [{"name": "gauge", "body": "body", "point": [0, 0, -5]}],
        "events": [
            {
                "name": "on",
                "when": {"output": "body.position", "above": 0.5},
                "once": False,
                "do": [{"enable": ["push"]}],
            },
            {
                "name": "off",
                "when": {"output": "body.position", "below": -0.5},
                "once": False,
                "do": [{"disable": ["push"]}],
            },
        ],
        "integration": {"step": 0.01, "duration": 10},
        "outputs": ["body.position", "on.count", "off.active", "gauge.pressure", "gauge.elevation"],
        **parts,
    }


def test_events_and_probes_of_a_file_stand_in_its_result(tmp_path: Path) -> None:
    (tmp_path / "model.yaml").write_text(yaml.safe_dump(model(), sort_keys=False))
    done = command("run", "model.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    result = xr.open_dataset(tmp_path / "result.nc")
    assert float(result.position[-1, 0, 0]) == pytest.approx(0.464161607, abs=1e-7)
    assert float(result.on_count[-1]) == 4
    wave = 9.80665 * 1025 * (5.0 + np.asarray(result.gauge_elevation))
    assert np.abs(np.asarray(result.gauge_pressure) / wave - 1).max() < 0.2, "e^kz at 5 m"
    listed = command("outputs", "model.yaml", "o*.count", folder=tmp_path).stdout
    assert "how often the event has fired" in listed


def test_copies_of_a_session_fire_alike(client: raftup.Client) -> None:
    with client.create_session(model(integration={"step": 0.01})) as session:
        session.initialise()
        session.step(500, output_stride=500)
        checkpoint = session.checkpoint()
        with client.create_session(from_checkpoint=checkpoint) as fork:
            rows = [one.step(500, output_stride=100) for one in (session, fork)]
            counts = [one.step(1, "on.count").values.tolist() for one in (session, fork)]
    assert rows[0].values.tobytes() == rows[1].values.tobytes()
    assert counts == [[[4.0]]] * 2


@pytest.mark.parametrize("version", FmiVersion)
def test_events_fire_inside_an_fmu(
    client: raftup.Client, tmp_path: Path, version: FmiVersion
) -> None:
    fmpy = pytest.importorskip("fmpy")
    with client.create_session(model(name="pushed")) as session:
        export_fmu(session, tmp_path / "model.fmu", version)
        session.initialise()
        expected = session.step(1000, output_stride=1000).values[-1]
    file = str(tmp_path / "model.fmu")
    variables = fmpy.read_model_description(file).modelVariables
    assert not [one.name for one in variables if one.causality == "input"]
    names = [one.name for one in variables if one.causality == "output"]
    done = fmpy.simulate_fmu(
        file, stop_time=10.0, step_size=0.01, output_interval=0.01, output=names
    )
    last = np.hstack([np.ravel(done[name][-1]) for name in done.dtype.names[1:]])
    assert last.tobytes() == expected.tobytes()


def test_what_events_write_is_written_by_nobody_else(client: raftup.Client) -> None:
    inputs = [{"name": "pull", "external_force": {"body": "body"}}]
    pull = {"input": "pull", "value": [1, 0, 0, 0, 0, 0]}
    event = {"name": "tug", "at": 1, "do": [{"set": pull}]}
    spec = model(inputs=inputs, events=[event], outputs=["tug.count"])
    with client.create_session(spec) as session:
        with pytest.raises(raftup.RaftupError, match="that no event sets"):
            session.initialise({"pull": [0.0] * 6})
        session.initialise()
        with (
            pytest.raises(raftup.RaftupError, match="written by the model itself"),
            session.exchange(inputs=["pull"]) as stream,
        ):
            stream.advance(1)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ({"at": 1, "when": {"output": "body.position", "above": 0}}, "either at or when"),
        ({"when": {"output": "body.postion", "above": 0}}, "such as body.position"),
        ({"at": 1, "do": [{"enable": ["sping"]}]}, "must name a load, a joint or a contact reader"),
        ({"at": 1, "do": [{"cut": "spring"}]}, "unknown field"),
        ({"at": -1}, "must not be negative"),
    ],
)
def test_events_that_cannot_be_are_refused(
    client: raftup.Client, event: dict[str, Any], message: str
) -> None:
    with pytest.raises(raftup.ModelError, match=message):
        client.check_model(model(events=[{"name": "on", **event}], outputs=[]))


def hanging(**line: Any) -> dict[str, Any]:
    """A weight of a tonne at rest on a wire, which is cut at its middle after half a second."""
    stretch = 9.81 * (1000 * 50 + 2 * 50**2 / 2) / 1e7  # m, of the weight and of the wire itself
    wire = {"length": 50, "elements": 10, "diameter": 0.02, "mass_per_length": 2}
    inertia = {"xx": 100, "yy": 100, "zz": 100}
    return {
        "bodies": [
            {"name": "top", "mass": 1, "inertia": inertia, "motion": "static"},
            {"name": "weight", "mass": 1000, "inertia": inertia, "position": [0, 0, 550 - stretch]},
        ],
        "loads": [
            {
                "name": "wire",
                "line": {
                    "end_a": {"body": "weight"},
                    "end_b": {"anchor": [0, 0, 600]},
                    "sections": [{**wire, "axial_stiffness": 1e7}],
                    "above_bottom": True,
                    "breaks": [{"arc": 25, "time": 0.5}],
                    **line,
                },
            }
        ],
        "events": [
            {
                "name": "free",
                "when": {"output": "wire.broken", "above": 0},
                "do": [{"mark": "the weight falls"}],
            }
        ],
        "integration": {"step": 0.01, "duration": 1},
        "outputs": ["weight.position", "wire.broken"],
    }


def test_a_line_that_breaks_stands_in_the_result_and_events_wait_for_it(tmp_path: Path) -> None:
    (tmp_path / "model.yaml").write_text(yaml.safe_dump(hanging(), sort_keys=False))
    done = command("run", "model.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    result = xr.open_dataset(tmp_path / "result.nc")
    told = result.attrs["broken_lines"]
    assert told.startswith("0.5 s, wire: 25 m from end a, at 1.0")
    assert told.endswith(" N, 0 J lost")
    assert f"line broken: {told}" in done.stdout
    assert result.attrs["events"] == "0.5 s, free: mark: the weight falls"
    assert float(result.wire_broken[49]) == 0
    assert float(result.wire_broken[50]) == pytest.approx(25)


def test_a_line_that_does_not_break_leaves_no_attribute(client: raftup.Client) -> None:
    whole = hanging(breaks=[{"arc": 25, "tension": 1e9}])
    assert "broken_lines" not in raftup.run(whole, client).attrs


def test_copies_and_a_killed_server_know_which_lines_have_broken(tmp_path: Path) -> None:
    data = tmp_path / "data"

    def broken(session: raftup.Session) -> list[tuple[str, int]]:
        return [(one.load, one.time_ns) for one in session.status().broken_lines]

    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        session = client.create_session(hanging(), durability="process", session_id="kept")
        session.initialise()
        session.step(20)
        early = session.checkpoint()
        with session.exchange() as stream:
            stream.advance(40)
            told = [notice.reason for notice in stream.notices]
            # A finding about the snap of the part that is left follows.
            assert told[:2] == ["LINE_BROKEN", "EVENT_FIRED"]
        assert broken(session) == [("wire", 500_000_000)]
        with client.create_session(from_checkpoint=session.checkpoint()) as fork:
            assert broken(fork) == [("wire", 500_000_000)]
        with client.create_session(from_checkpoint=early) as fork:
            assert broken(fork) == []
        server.process.kill()
        server.process.wait()
    with raftup.local_server(data=data) as server, raftup.connect(server.address) as client:
        assert broken(client.session("sessions/kept")) == [("wire", 500_000_000)]
