"""Joints through a server: what a result says of them, and how they are commanded."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from command_line import command

import raftup

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = Path(os.environ.get("RAFTUP_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
SHARED_MODELS = REFERENCE.parent / "models"


def shared_models() -> list[Path]:
    """Model files that must run as they are; none where the reference data are not there."""
    return sorted(SHARED_MODELS.glob("*.yaml"))


@pytest.fixture
def door() -> dict[str, Any]:
    """A door of 20 kg, 1 m wide, on a vertical hinge at the origin with a motor."""
    return {
        "bodies": [
            {
                "name": "door",
                "mass": 20.0,
                "inertia": {"xx": 1.0, "yy": 5.0 / 3.0, "zz": 5.0 / 3.0},
                "position": [0.5, 0, 0],
            }
        ],
        "joints": [
            {
                "name": "hinge",
                "type": "hinge",
                "body1": "door",
                "position": [0, 0, 0],
                "axis": [0, 0, 1],
                "drives": [{"motor": {"speed": 0.2}}],
            }
        ],
        "outputs": ["door.position", "hinge.force", "hinge.position", "hinge.speed"],
        "integration": {"step": 0.01, "duration": 2.0},
    }


@pytest.mark.parametrize("model", shared_models(), ids=lambda path: path.stem)
def test_every_promised_model_runs(client: raftup.Client, model: Path) -> None:
    result = raftup.run(model, client, {"integration.duration": 5.0})
    for name in result.data_vars:
        assert np.isfinite(result[name]).all(), name
    islands = json.loads(result.attrs["islands"])
    assert sorted(body for island in islands for body in island["bodies"]) == sorted(
        result.body.values
    )


def test_a_driven_door_turns_and_its_hinge_carries_weight_and_centripetal_force(
    client: raftup.Client, door: dict[str, Any]
) -> None:
    result = raftup.run(door, client)
    late = result.isel(time=slice(1, None))
    angle = 0.2 * late.time.values
    position = late.hinge_position.values
    np.testing.assert_allclose(position, angle, atol=1e-9)
    force = late.hinge_force.values
    # Towards the axis with m omega^2 r, upwards with m g; m g r about the horizontal axis.
    centripetal = 20.0 * 0.2**2 * 0.5
    weight = 20.0 * 9.80665
    np.testing.assert_allclose(force[:, 0], -centripetal * np.cos(angle), atol=1e-6)
    np.testing.assert_allclose(force[:, 1], -centripetal * np.sin(angle), atol=1e-6)
    np.testing.assert_allclose(force[:, 2], weight, rtol=1e-9)
    np.testing.assert_allclose(force[:, 3], 0.5 * weight * np.sin(angle), atol=1e-6)
    np.testing.assert_allclose(force[:, 4], -0.5 * weight * np.cos(angle), atol=1e-6)
    (island,) = json.loads(result.attrs["islands"])
    assert island == {"bodies": ["door"], "joints": ["hinge"], "stepper": "rk4"}


def test_a_client_turns_a_motor_and_lets_a_joint_go(
    client: raftup.Client, door: dict[str, Any]
) -> None:
    door["inputs"] = [
        {"name": "turn", "joint_drive": "hinge"},
        {"name": "held", "joint_enabled": "hinge"},
    ]
    with client.create_session(door) as session:
        session.initialise({"turn": 0.2, "held": 1.0})
        with session.exchange(inputs=["turn", "held"]) as exchange:
            exchange.command(0.0, {"turn": 0.5, "held": 1.0}, until=1.0)
            driven = exchange.advance(100)
            exchange.command(1.0, {"held": 0.0}, until=1.5)
            free = exchange.advance(50)
    np.testing.assert_allclose(driven["hinge.speed"][10:, 0], 0.5, atol=1e-9)
    fall = free["door.position"][-1, 2] - driven["door.position"][-1, 2]
    assert fall == pytest.approx(-0.5 * 9.80665 * 0.5**2, abs=1e-6)


def test_observers_on_a_door_feel_its_turning(client: raftup.Client, door: dict[str, Any]) -> None:
    door["observers"] = [
        {"name": "handle", "body": "door", "position": [0.4, 0, 0]},
        {"name": "edge", "body": "door", "position": [0.5, 0, 0], "relative_to": "handle"},
    ]
    door["outputs"] = [
        f"{observer}.{quantity}"
        for observer in ("handle", "edge")
        for quantity in ("position", "linear_velocity", "linear_acceleration")
    ]
    late = raftup.run(door, client).isel(time=slice(1, None))
    angle = 0.2 * late.time.values
    outwards = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=1)
    position = late.observer_position.sel(observer="handle")
    np.testing.assert_allclose(position, 0.9 * outwards, atol=1e-9)
    acceleration = late.observer_linear_acceleration.sel(observer="handle")
    # A rigid row yields by some 1e-10 of the accelerations that it holds back, those of gravity.
    np.testing.assert_allclose(acceleration, -0.9 * 0.2**2 * outwards, atol=1e-7)
    # As one body: .1 m ahead and at rest in the axes of the other.
    np.testing.assert_allclose(
        late.observer_position.sel(observer="edge"), [[0.1, 0, 0]] * len(angle), atol=1e-12
    )
    np.testing.assert_allclose(
        late.observer_linear_acceleration.sel(observer="edge"), 0.0, atol=1e-12
    )


@pytest.mark.skipif(not SHARED_MODELS.exists(), reason="reference data not found")
@pytest.mark.parametrize("name", ["rm3_decay", "rm3_regular"])
def test_a_slide_as_strong_interaction_moves_as_its_own_rows_do(
    client: raftup.Client, tmp_path: Path, name: str
) -> None:
    text = (SHARED_MODELS / f"{name}.yaml").read_text().replace("../data", str(REFERENCE))
    text = text.replace("axis: [0, 0, 1]", "axis: [0, 0, 1]\n    compliance: 1.0e-6")
    strong = "strong_interactions: [{name: strong_slide, joint: slide}]\n"
    results: list[xr.Dataset] = []
    for part in ("", strong):
        model = tmp_path / f"{len(results)}.yaml"
        model.write_text(text + part)
        results.append(
            raftup.run(model, client, {"integration.duration": 5.0, "integration.stepper": "spook"})
        )
    by_row, by_block = results
    for variable in ("position", "linear_velocity", "angular_velocity"):
        np.testing.assert_allclose(by_block[variable], by_row[variable], rtol=1e-9, atol=1e-9)


def test_inspect_and_plots_show_joints(tmp_path: Path, door: dict[str, Any]) -> None:
    model = tmp_path / "door.json"
    model.write_text(json.dumps(door))
    shown = command("inspect", model, folder=tmp_path).stdout
    assert "motor on dof 0" in shown
    assert "stepper rk4: bodies door, joints hinge" in shown
    assert command("run", model, "--plot=plots", "--quiet", folder=tmp_path).returncode == 0
    assert (tmp_path / "plots" / "joint_forces.png").stat().st_size > 10_000
    assert xr.load_dataset(tmp_path / "result.nc").hinge_force.dims == ("time", "dof")


def test_a_motor_at_its_limit_pushes_with_it_and_its_island_is_stepped_by_impulses(
    client: raftup.Client, door: dict[str, Any]
) -> None:
    door["joints"][0]["drives"] = [{"motor": {"speed": 10.0, "force_limit": 3.0}}]
    result = raftup.run(door, client)
    inertia = 5.0 / 3.0 + 20.0 * 0.5**2
    # Spook is of order 1: omega h reaches .009, and the error found is .2 %.
    speed = result.hinge_speed.values
    np.testing.assert_allclose(speed, 3.0 / inertia * result.time.values, rtol=5e-3)
    np.testing.assert_allclose(result.hinge_force.sel(dof="yaw")[1:], 3.0, atol=1e-6)
    (island,) = json.loads(result.attrs["islands"])
    assert island["stepper"] == "spook"
