"""raftup decay, turning, zigzag, pull-out, spiral, crash-stop and bollard, each from end to end."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from conftest import MODELS
from typer.testing import CliRunner

import raftup
from raftup.cli.main import app

SHIP = MODELS / "turning_circle.yaml"
LENGTH = 7.0


@pytest.fixture
def say(server: raftup.LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The command in this process, in a folder of its own; gives its exit code and output."""
    monkeypatch.chdir(tmp_path)

    def invoke(name: str, *arguments: object) -> Any:
        words = [name, *map(str, arguments), "--server", server.address]
        return CliRunner().invoke(app, words, catch_exceptions=False)

    return invoke


def document_of(result: Any) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


def test_a_tanker_turns_as_its_derivatives_say(say: Any) -> None:
    told = document_of(say("turning", SHIP, "--json", "--plot", "p"))
    # The MMG standard method with the numbers of Yasukawa and Yoshimura (2015), computed apart:
    # docs/reference/loads_cases.md, L19.
    for run, advance, diameter in zip(
        told["runs"], (3.0797, 3.0909), (3.1182, 3.1047), strict=True
    ):
        figures = run["figures"]
        assert figures["advance"]["value"] / LENGTH == pytest.approx(advance, abs=5e-4)
        assert figures["tactical_diameter"]["value"] / LENGTH == pytest.approx(diameter, abs=5e-4)
    steady = told["runs"][0]["figures"]
    assert 1.0 - steady["speed_loss"]["value"] == pytest.approx(0.3830, abs=1e-3)
    assert math.degrees(steady["steady_drift"]["value"]) == pytest.approx(18.962, abs=0.05)
    assert [one["verdict"] for one in told["criteria"]] == ["met", "met"]
    assert any("is of ships of 100 m and more" in note for note in told["notes"])
    assert Path("p/turning.png").stat().st_size > 10_000
    with xr.open_dataset("turning.nc") as data:
        assert data.advance.attrs["units"] == "m"
        assert float(data.advance.sel(run="port")) == told["runs"][1]["figures"]["advance"]["value"]
        assert json.loads(data.attrs["trial"]) == told


def test_zigzags_have_the_overshoots_of_the_derivatives(say: Any) -> None:
    told = document_of(say("zigzag", SHIP, "--json", "--set", "integration.step=0.005"))
    expected = {
        "10/10 starboard": (4.94, 13.58),
        "10/10 port": (7.01, 8.78),
        "20/20 starboard": (10.49, 15.64),
        "20/20 port": (13.67, 11.67),
    }
    for run in told["runs"]:
        for name, overshoot in zip(("first", "second"), expected[run["label"]], strict=True):
            found = math.degrees(run["figures"][f"{name}_overshoot"]["value"])
            assert found == pytest.approx(overshoot, abs=0.02), run["label"]
    assert [one["limit"] for one in told["criteria"]] == [2.5, 10.0, 25.0, 25.0]


def test_the_model_of_a_run_repeats_it(client: raftup.Client, say: Any) -> None:
    helmsman = {"name": "helmsman", "autopilot": {"body": "ship", "rudders": ["rudder"]}}
    model = yaml.safe_load(SHIP.read_text())
    model["loads"].append(helmsman)
    Path("ship.yaml").write_text(yaml.safe_dump(model))
    said = say("turning", "ship.yaml", "--side", "port", "--approach", 0, "--model")
    assert said.exit_code == 0
    assert "#   from 0 s: rudder_order -0.6108652382" in said.stdout
    shown = raftup.load_model(yaml.safe_load(said.stdout))
    assert [load.name for load in shown.loads] == ["hull", "propeller", "rudder"], "no helmsman"
    assert shown.inputs[0].load_command.load == "rudder"
    again = raftup.run(yaml.safe_load(said.stdout), client)
    with xr.open_dataset("turning.nc") as data:
        first = data.sel(run="port")
        assert np.array_equal(again.observer_position.values[:, 0, 0], first.x.values)
        assert np.array_equal(again.rudder_angle.values, first.rudder.values)


def test_a_ship_with_residual_rates_is_not_stable(say: Any) -> None:
    told = document_of(say("pull-out", SHIP, "--json", "--plot", "p"))
    # The spiral has a loop amidships, which is what the rates differ by.
    loop = document_of(say("spiral", SHIP, "--rudder", 4, "--step", 2, "--json", "--plot", "p"))
    height = loop["figures"]["loop_height"]["value"]
    assert told["figures"]["residual_loop"]["value"] == pytest.approx(height, rel=0.1)
    assert any("not straight-line stable" in note for note in told["notes"])
    assert loop["criteria"][0]["verdict"] == "not met"
    for name in ("pull_out", "spiral"):
        assert Path(f"p/{name}.png").stat().st_size > 10_000
        assert Path(f"{name}.nc").is_file()


def test_a_stop_and_a_bollard_pull(say: Any) -> None:
    stop = document_of(say("crash-stop", SHIP, "--json", "--plot", "p"))
    (run,) = stop["runs"]
    reach = run["figures"]["track_reach"]["value"]
    assert 2.0 * LENGTH < reach < 8.0 * LENGTH
    assert run["figures"]["head_reach"]["value"] == pytest.approx(reach, rel=1e-6)  # straight
    assert run["orders"][-1]["propeller_order"] == -11.85159
    assert any("has no four_quadrants" in note for note in stop["notes"])
    pull = document_of(say("bollard", SHIP, "--share", 0.5, "--share", 1, "--json", "--plot", "p"))
    # rho n^2 D^4 K_T(0) (1 - t), t .22
    thrust = 1000.0 * 11.85159**2 * 0.216**4 * 0.2931
    half, full = (run["figures"]["pull"]["value"] for run in pull["runs"])
    assert full == pytest.approx(0.78 * thrust, rel=1e-9)
    assert half == pytest.approx(0.25 * full, rel=1e-9)
    assert Path("p/crash_stop.png").stat().st_size > 10_000
    assert Path("p/bollard.png").stat().st_size > 10_000


ROLLER = {
    "bodies": [
        {
            "name": "hull",
            "mass": 2e6,
            "inertia": {"xx": 5e7, "yy": 5e7, "zz": 5e7},
            "center_of_mass": [0.5, 0.0, 1.0],
            "attitude_deg": [0.0, 0.0, 30.0],
            "gravity": False,
            "linear_velocity": [1.0, 0.0, 0.0],
        }
    ],
    "loads": [
        {
            "name": "spring",
            "linear_mooring": {
                "body": "hull",
                "stiffness": [2e5, 2e5, 2e6, 2e7, 2e7, 2e6],
                "damping": [0.0, 0.0, 0.0, 2e6, 0.0, 0.0],
            },
        }
    ],
    "integration": {"step": 0.05, "duration": 10},
}
"""Rolls by I phi'' + D phi' + K phi = 0: omega^2 = K/I = .4, p1 = D/I = .04."""


def test_a_decay_has_the_damping_of_its_model_and_can_be_repeated(
    client: raftup.Client, say: Any
) -> None:
    pytest.importorskip("scipy", reason="the extra raftup[study] is not installed")
    Path("hull.yaml").write_text(yaml.safe_dump(ROLLER))
    told = document_of(
        say("decay", "hull.yaml", "--dof", "roll", "--from", 8, "--json", "--plot", "p")
    )
    omega = math.sqrt(0.4)
    known = told["coefficients"]
    assert told["linear_period"] == pytest.approx(2.0 * math.pi / omega, rel=1e-9)
    assert known["omega"]["value"] == pytest.approx(omega, rel=1e-5)  # of the steps
    assert known["p1"]["value"] == pytest.approx(0.04, rel=1e-3)
    assert abs(known["p2"]["value"]) < 1e-3
    assert told["damping_ratio"] == pytest.approx(0.5 * 0.04 / omega, rel=1e-2)
    assert Path("p/decay_hull_roll.png").stat().st_size > 10_000
    with xr.open_dataset("decay.nc") as data:
        roll = data.displacement.sel(body="hull", dof="roll").values
        others = data.displacement.sel(body="hull").values[:, [0, 1, 2, 4, 5]]
        assert roll[0] == pytest.approx(math.radians(8.0), abs=1e-12)
        assert np.abs(others).max() < 1e-9, "turned about the centre of mass"
        assert float(data.p1) == known["p1"]["value"]
    shown = say("decay", "hull.yaml", "--dof", "roll", "--from", 8, "--model")
    again = raftup.run(yaml.safe_load(shown.stdout), client)
    assert np.array_equal(again.displacement.sel(body="hull", dof="roll").values, roll)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["turning", "hull.yaml"], "loads must have a rudder, which a turning circle orders"),
        (["bollard", "hull.yaml"], "loads must have a propeller, which a bollard pull orders"),
        (["turning", SHIP, "--rudder", 50], "--rudder must be within 35 deg, the smallest max_ang"),
        (["turning", SHIP, "--side", "left"], "--side must be starboard, port or both, is 'left'"),
        (
            ["zigzag", SHIP, "--set", "bodies[0].motion=static"],
            "bodies[0].motion must be dynamic for a zig-zag test, is static: no force moves ship",
        ),
        (
            ["spiral", SHIP, "--set", "bodies[0].free=[true,true,false,false,false,false]"],
            "bodies[0].free must leave surge, sway and yaw free for a spiral test, holds yaw",
        ),
        (["crash-stop", SHIP, "--astern", -1], "--astern must be > 0, is -1"),
        (["pull-out", SHIP, "--body", "shp"], "--body must be a body of the model such as ship"),
        (["turning", SHIP, "--json", "--model"], "--json, --model must not be given together"),
        (["decay", "hull.yaml", "--dof", "rol", "--from", 5], "--dof must be one of surge, sway"),
        (["decay", "hull.yaml", "--dof", "roll", "--from", 0], "--from must not be 0, is 0"),
        (
            ["decay", SHIP, "--dof", "roll", "--from", 5],
            "bodies[0].free must leave roll free for its decay, holds it",
        ),
        (
            ["decay", "hull.yaml", "--dof", "roll", "--from", 5, "--terms", "p4"],
            "--terms must be of p1, p2, p3, is 'p4'",
        ),
        (
            ["decay", "hull.yaml", "--dof", "roll", "--from", 5, "--duration", 3],
            "the record of 3 s cannot be fitted",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(say: Any, arguments: list[object], message: str) -> None:
    pytest.importorskip("scipy", reason="the extra raftup[study] is not installed")
    Path("hull.yaml").write_text(yaml.safe_dump(ROLLER))
    said = say(*arguments)
    assert said.exit_code == 2, said.output
    assert message in " ".join(said.stderr.split())
