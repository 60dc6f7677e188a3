"""Whatever ends a run, the rows of the steps before are there, with what explains the end."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from typer.testing import CliRunner

import raftup
from raftup._generated.exchange_pb2 import Notice
from raftup.cli.main import app
from raftup.remote.message_size import MessageSize
from raftup.remote.rows import Columns, Rows
from raftup.remote.step_error import StepError
from raftup.remote.stepping import error_of_failed_step

STEP = 0.05
RISING = 1.0  # m/s: out of the water, which a strict session does not let pass, after some seconds


@pytest.fixture
def rising(hemisphere: dict[str, Any]) -> dict[str, Any]:
    """A hull that is lifted out of the water: a strict session fails in the midst of a message."""
    hemisphere["bodies"][0] |= {"motion": "kinematic", "linear_velocity": [0, 0, RISING]}
    hemisphere["environment"]["sea"] = {}
    hemisphere["loads"] = []
    hemisphere["integration"] = {"step": STEP, "duration": 60, "output_step": STEP}
    return hemisphere


def test_a_step_that_fails_hands_out_the_rows_of_those_before_it(
    client: raftup.Client, rising: dict[str, Any]
) -> None:
    with client.create_session(rising, strict=True) as session:
        session.initialise()
        with session.exchange() as exchange, pytest.raises(StepError) as caught:
            exchange.advance(1000)
        taken = session.status().step_index
    assert 10 < taken < 1000
    # no defect, of which alerts are told
    assert (caught.value.code, caught.value.reason) == ("FAILED_PRECONDITION", "STEP_DISCARDED")
    rows = caught.value.rows
    np.testing.assert_array_equal(rows.time_ns, np.arange(1, taken + 1) * 50_000_000)
    height = rows["hemisphere.position"][:, 2]
    np.testing.assert_allclose(np.diff(height), RISING * STEP, rtol=1e-9)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.rows.values.tobytes() == rows.values.tobytes()


def test_steps_of_a_call_that_fail_say_code_and_reason_as_a_single_step_does(
    client: raftup.Client, rising: dict[str, Any]
) -> None:
    with client.create_session(rising, strict=True) as session:
        session.initialise()
        with pytest.raises(StepError) as caught:
            session.step(1000)
        taken = session.status().step_index
        with pytest.raises(raftup.RaftupError) as alone:
            session.step(1)
        assert session.status().step_index == taken  # asking for the reason takes no step
    assert (caught.value.code, caught.value.reason) == (alone.value.code, alone.value.reason)
    assert (alone.value.code, alone.value.reason) == ("OUT_OF_RANGE", "BEYOND_DATA")
    assert str(caught.value) == str(alone.value)
    assert caught.value.metadata == alone.value.metadata
    np.testing.assert_array_equal(caught.value.rows.time_ns, np.arange(1, taken + 1) * 50_000_000)


def test_nobody_steps_a_session_to_find_out_why_a_step_of_it_failed(
    client: raftup.Client, rising: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a step was taken")

    with client.create_session(rising, strict=True) as session:
        session.initialise()
        monkeypatch.setattr("raftup.remote.session.steps_by_call", refuse)
        with pytest.raises(StepError) as caught:
            session.step(1000)
    assert (caught.value.code, caught.value.reason) == ("OUT_OF_RANGE", "BEYOND_DATA")
    assert caught.value.metadata["session"] == session.name
    assert int(caught.value.metadata["step_index"]) == len(caught.value.rows.time_ns)


def test_a_server_that_tells_in_words_alone_why_a_step_failed_is_believed_in_words() -> None:
    words = "BEYOND_DATA: line must not break"
    error = StepError(
        f"the step from 3 s failed: {words}",
        Rows.none(Columns.of([])),
        code="FAILED_PRECONDITION",
        reason="STEP_DISCARDED",
    )
    notice = Notice(reason="STEP_DISCARDED", message=words)
    assert error_of_failed_step(error, [notice]) is error
    notice.error.code = 77  # of a later server
    notice.error.message = "words"
    told = error_of_failed_step(error, [notice])
    assert (told.code, told.reason, str(told)) == ("UNKNOWN", "", "words")


def test_a_run_that_fails_keeps_every_row_and_says_what_was_found(
    rising: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "rising.yaml").write_text(yaml.safe_dump(rising))
    out = tmp_path / "result.nc"
    whole = raftup.run(rising)
    arguments = ["run", str(tmp_path / "rising.yaml"), "--strict", "--out", str(out)]
    failed = CliRunner().invoke(app, arguments)
    assert failed.exit_code == 1
    with xr.open_dataset(out) as result:
        kept = result.sizes["time"]
        assert kept > 10
        assert result.attrs["complete"] == 0
        assert result.position.values.tobytes() == whole.position.values[:kept].tobytes()
        end = float(result.time[-1])
    assert f"the step from {end:g} s failed" in " ".join(failed.output.split())
    assert f"the result up to t = {end:g} s is kept in" in " ".join(failed.output.split())


def test_the_findings_of_model_and_run_stand_with_the_error_and_in_the_file(
    hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    # A wave that breaks is found in the model; the server is killed in mid run.
    hemisphere["environment"]["sea"]["waves"] = [{"regular": {"amplitude": 5.0, "period": 5.0}}]
    hemisphere["integration"]["duration"] = 1e5
    out = tmp_path / "result.nc"
    with raftup.local_server() as server, raftup.connect(server.address) as client:

        def kill(progress: raftup.Progress) -> None:
            if progress.time > 10.0:
                server.process.kill()

        with pytest.raises(raftup.RaftupError) as caught:
            raftup.run(hemisphere, client, progress=kill, out=out)
    notes = "\n".join(caught.value.__notes__)
    assert "warning: " in notes
    assert "0.142 (Miche), got 0.256" in notes
    assert "is kept in" in notes
    with xr.open_dataset(out) as result:
        assert result.time[-1] > 10.0
        assert "waves_break" in json.dumps(json.loads(result.attrs["findings"])["model"])


def test_messages_are_as_long_as_the_pace_allows_and_hold_whole_rows() -> None:
    unbounded = MessageSize(4, 1000, float("inf"))
    assert unbounded.steps == 1000
    size = MessageSize(4, 1000, 0.05)
    assert size.steps == 4
    for _ in range(6):
        size.learn(size.steps)  # at once: as fast as can be
    assert size.steps == 1000
    slow = MessageSize(4, 1000, 1e-9)
    slow.learn(4)
    assert slow.steps == 4


def test_a_stepper_that_is_left_open_is_one_with_which_a_stiff_model_runs(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    # 1e12 N s/m in a step of .05 s, of which rk4 makes infinity within a few steps
    hemisphere["loads"][0]["linear_mooring"]["damping"][0] = 1e12
    result = raftup.run(hemisphere, client)
    assert [one["stepper"] for one in json.loads(result.attrs["islands"])] == ["midpoint"]
    found = {one["name"]: one for one in json.loads(result.attrs["findings"])["model"]}
    assert found["step_too_long"]["severity"] == "warning"
    assert "midpoint was taken" in found["step_too_long"]["message"]
    assert np.abs(result.displacement.sel(dof="surge")).max() < 1e-3
    assert np.abs(result.displacement.sel(dof="heave")).max() > 0.01
    with pytest.raises(raftup.RaftupError) as caught:
        raftup.run(hemisphere, client, {"integration.stepper": "rk4"})
    assert "or choose the stepper midpoint" in "\n".join(caught.value.__notes__)
