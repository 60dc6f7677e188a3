"""Warnings of what a linear model cannot hold: in results and streams, errors where asked."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import MODELS
from typer.testing import CliRunner

import raftup
from raftup.cli.main import app

Change = Callable[[dict[str, Any]], None]


def regular(model: dict[str, Any]) -> None:
    wave = {"amplitude": 5.0, "period": 5.0}
    model["environment"]["sea"]["waves"] = [{"regular": wave}]


def irregular(model: dict[str, Any]) -> None:
    wave = {"significant_wave_height": 30.0, "peak_period": 5.0}
    model["environment"]["sea"]["waves"] = [{"irregular": {"jonswap": wave, "omega_max": 4.9}}]


def overturned(model: dict[str, Any]) -> None:
    model["bodies"][0]["attitude_deg"] = [170, 0, 0]


def sunk(model: dict[str, Any]) -> None:
    model["bodies"][0]["position"] = [0, 0, -32]  # its centre of mass rests at -2


SENSELESS = {
    "waves_break": (regular, "0.142 (Miche), got 0.256"),
    "waves_break too": (irregular, "(DNV-RP-C205), got"),
    "roll_range": (overturned, "was 170 deg at t = 0 s"),
    "hull_submerged": (sunk, "was 30 m below it at t = 0 s"),
}


def said(attributes: dict[str, Any]) -> dict[str, str]:
    found = json.loads(attributes["findings"])["model"]
    return {one["name"]: one["message"] for one in found if one["severity"] != "info"}


@pytest.mark.parametrize(("name", "case"), SENSELESS.items())
def test_runs_that_mean_nothing_warn(
    client: raftup.Client, hemisphere: dict[str, Any], name: str, case: tuple[Change, str]
) -> None:
    change, words = case
    assert said(raftup.run(hemisphere, client, {"integration.duration": 1}).attrs) == {}
    model = copy.deepcopy(hemisphere)
    change(model)
    warned = said(raftup.run(model, client, {"integration.duration": 1}).attrs)
    assert words in warned[name.split()[0]]
    with pytest.raises(raftup.ModelError) as refused:
        client.create_session(model, strict=True)
    assert any(words in violation.description for violation in refused.value.violations)


@pytest.fixture
def kicked(hemisphere: dict[str, Any]) -> dict[str, Any]:
    """A hemisphere that leaves the water after some tenths of a second."""
    model = copy.deepcopy(hemisphere)
    model["bodies"][0]["linear_velocity"] = [0, 0, 10]
    return model


def test_what_shows_while_running_is_told_and_stays(
    client: raftup.Client, kicked: dict[str, Any], tmp_path: Path
) -> None:
    with client.create_session(kicked) as session:
        assert [finding.name for finding in session.findings] == []
        session.initialise()
        with session.exchange() as exchange:
            exchange.advance(100)
            told = [notice for notice in exchange.notices if notice.reason == "LIMIT_PASSED"]
            exchange.advance(100)
            names = [n.message for n in exchange.notices if n.reason == "LIMIT_PASSED"]
        found = [finding.message for finding in session.status().findings]
    assert "of linear hydrostatics" in told[0].message
    assert names == found  # each once
    assert "hull_emerged" in said(raftup.run(kicked, client, out=tmp_path / "a.nc").attrs)


def test_a_strict_session_takes_no_step_beyond(
    client: raftup.Client, kicked: dict[str, Any]
) -> None:
    with client.create_session(kicked, strict=True) as session:
        session.initialise()
        with pytest.raises(raftup.RaftupError, match="should stay within its draught"):
            session.advance(100)
        status = session.status()
        assert 0 < status.step_index < 20
        assert not status.findings


def test_a_memory_far_from_its_file_says_so_wherever_it_is_used(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    model = copy.deepcopy(hemisphere)
    model["hydrodynamics"][0]["radiation"] = {"memory": "partitioned", "kernel_duration": 0.5}
    result = raftup.run(model, client, {"integration.duration": 1})
    words = said(result.attrs)["radiation_memory"]
    assert (
        "hydrodynamics 'hull': motions by the radiation memory should be those by A and B" in words
    )
    assert "leave radiation.kernel_duration out" in words
    error = json.loads(result.attrs["radiation"])[0]["response_error"]
    assert f"differs by {100 * error:.2g} %" in words
    with pytest.raises(raftup.ModelError, match="radiation_memory"):
        client.create_session(model, strict=True)
    assert words in json.loads(raftup.response(model, client).attrs["limits"])


def test_the_command_warns_and_is_strict_where_asked(
    kicked: dict[str, Any], tmp_path: Path
) -> None:
    model = tmp_path / "kicked.yaml"
    model.write_text(yaml.safe_dump(kicked))
    arguments = ["run", str(model), "--duration", "2", "--out", str(tmp_path / "result.nc")]
    warned = CliRunner().invoke(app, arguments)
    assert warned.exit_code == 0
    assert "warning: 'hemisphere' should stay within its draught" in warned.output
    strict = CliRunner().invoke(app, [*arguments, "--strict"])
    assert strict.exit_code == 1
    assert "should stay within its draught" in strict.output


def test_what_was_found_in_a_database_is_no_warning_of_the_run(tmp_path: Path) -> None:
    arguments = ["run", str(MODELS / "alongside.yaml"), "--duration=1", "--strict"]
    done = CliRunner().invoke(app, [*arguments, "--out", str(tmp_path / "result.nc")])
    assert done.exit_code == 0
    assert "  of database pair: " in done.output
    assert "warning:" not in done.output


def test_a_strict_study_fails_the_cases_that_warn(
    hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    study = {
        "model": hemisphere,
        "duration": 2,
        "axes": {
            "amplitude": {
                "path": "environment.sea.waves[0].regular.amplitude",
                "values": [0.1, 5.0],
            }
        },
    }
    dataset = raftup.study(study, tmp_path / "study", workers=1, strict=True)
    assert dataset.attrs["cases_done"] == 1
    assert "(waves_break)" in str(dataset.error.sel(amplitude=5.0).values)
