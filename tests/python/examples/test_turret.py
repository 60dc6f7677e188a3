"""A vessel that turns about its turret, with drift forces that raftup hydro solve computed."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/turret_fpso.yaml"


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> xr.Dataset:
    out = tmp_path_factory.mktemp("turret") / "turret.nc"
    overrides = {
        "integration.duration": 500.0,
        "environment.sea.waves[0].irregular.component_count": 100,
    }
    raftup.run(MODEL, overrides=overrides, out=out)
    return xr.open_dataset(out)


def test_the_hull_turns_into_the_weather_while_the_turret_stays(result: xr.Dataset) -> None:
    late = result.displacement.sel(time=slice(400.0, None), dof="yaw").mean("time")
    assert 0.2 < float(late.sel(body="fpso")) < 0.7  # current and wind go to 215 and 195 deg
    assert abs(float(late.sel(body="turret"))) < 0.05
    turned = result.turret_bearing_position.sel(time=slice(400.0, None)).mean()
    relative = float(late.sel(body="turret")) - float(late.sel(body="fpso"))
    assert float(turned) == pytest.approx(relative, abs=0.02)


def test_waves_from_ahead_push_the_hull_back(result: xr.Dataset) -> None:
    surge = result.second_order_force.sel(dof="surge", body="fpso", time=slice(150.0, None))
    assert float(surge.mean()) < -1e4
    assert float(surge.std()) > 0.5 * abs(float(surge.mean()))  # as large as it is, it varies
    assert np.isfinite(result.chain_5_tension).all()
