"""Ships that manoeuvre, from the model file to the result."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from conftest import MODELS

import raftup
from raftup.base.arrays import FloatArray


def run(client: raftup.Client, name: str, folder: Path, duration: float) -> xr.Dataset:
    out = folder / f"{name}.nc"
    raftup.run(
        MODELS / f"{name}.yaml", client, overrides={"integration.duration": duration}, out=out
    )
    return xr.open_dataset(out)


def heading_deg(result: xr.Dataset, body: str) -> FloatArray:
    """To starboard, without jumps."""
    w, x, y, z = result.orientation.sel(body=body).transpose("wxyz", "time").values
    yaw: FloatArray = np.unwrap(np.arctan2(2 * (w * z + x * y), 1 - 2 * (y**2 + z**2)))
    return -np.degrees(yaw)


def test_a_tanker_turns_as_its_derivatives_say(client: raftup.Client, tmp_path: Path) -> None:
    result = run(client, "turning_circle", tmp_path, 90.0)
    turned = heading_deg(result, "ship")
    ahead, port, _ = result.position.sel(body="ship").transpose("xyz", "time").values / 7.0
    # The MMG standard method with the numbers of Yasukawa and Yoshimura (2015), computed apart.
    assert np.interp(90.0, turned, ahead) == pytest.approx(3.0797, rel=5e-4)
    assert -np.interp(180.0, turned, port) == pytest.approx(3.1182, rel=5e-4)


def test_an_autopilot_makes_the_zigzag_test(client: raftup.Client, tmp_path: Path) -> None:
    result = run(client, "zigzag", tmp_path, 60.0)
    turned = heading_deg(result, "ship")
    assert turned.max() - 20.0 == pytest.approx(10.49, abs=0.02)
    assert -turned.min() - 20.0 == pytest.approx(15.64, abs=0.02)


def test_dynamic_positioning_takes_a_vessel_to_its_place_and_keeps_it(
    client: raftup.Client, tmp_path: Path
) -> None:
    result = run(client, "dp_supply", tmp_path, 600.0)
    late = result.sel(time=slice(400.0, None))
    moved = late.displacement.sel(body="vessel")
    assert np.abs(moved.sel(dof="surge") - 8.0).max() < 1.0  # waves of 1.5 m move it, too
    assert np.abs(moved.sel(dof="sway")).max() < 1.0
    assert np.degrees(float(moved.sel(dof="yaw").mean())) == pytest.approx(15.0, abs=0.5)
    assert float(result.clearance_distance.min()) > 12.0
    # against wind, current and drift together, which push it away from the platform
    drift = late.second_order_force.sel(body="vessel", dof="sway")
    assert float(drift.mean()) < -1e3
    pushes = late.wind_force[:, 1] + late.drag_force[:, 1] + drift
    demand = float(late.positioning_sway_demand.mean())
    assert demand == pytest.approx(-float(pushes.mean()), rel=0.3)  # of its own axes, 15 deg off


def test_a_tug_takes_its_tow_to_the_new_course(client: raftup.Client, tmp_path: Path) -> None:
    result = run(client, "tug_and_tow", tmp_path, 400.0)
    course = -heading_deg(result, "tug")
    assert np.abs(course[result.time.values > 250.0] - 40.0).max() < 5.0
    tug, barge = (result.position.sel(body=body) for body in ("tug", "barge"))
    distance = np.sqrt(((tug - barge) ** 2).sum("xyz"))
    assert float(distance.min()) > 150.0
    assert float(distance.max()) < 200.0
    assert float(result.towline_tension.min()) >= 0.0
