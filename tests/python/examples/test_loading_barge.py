"""A barge that takes cargo in waves, with coefficients over its draught."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/loading_barge.yaml"
EMPTY, LOADED = slice(60.0, 300.0), slice(1560.0, 1800.0)


@pytest.fixture(scope="module")
def result() -> xr.Dataset:
    return raftup.run(MODEL)


def at_rest(draught: float, mass: float, inertia: dict[str, float]) -> dict[str, Any]:
    """The barge at one draught, its cargo part of its mass."""
    model: dict[str, Any] = yaml.safe_load(MODEL.read_text("utf-8"))
    model["hydrodynamics"][0]["database"] = str(
        MODEL.parent / model["hydrodynamics"][0]["database"]
    )
    model["bodies"][0] |= {"mass": mass, "inertia": inertia, "position": [0, 0, 3.0 - draught]}
    return model | {"inputs": [], "outputs": []}


def test_the_barge_sinks_by_its_cargo_and_its_coefficients_follow(result: xr.Dataset) -> None:
    draught = 2.0 - result.displacement.sel(body="barge", dof="heave")
    assert float(draught.sel(time=EMPTY).mean()) == pytest.approx(2.0, abs=0.02)
    assert float(draught.sel(time=LOADED).mean()) == pytest.approx(4.0, abs=0.02)
    half = slice(870.0, 930.0)  # the walls are vertical: half of the cargo, half of the way
    assert float(draught.sel(time=half).mean()) == pytest.approx(3.0, abs=0.05)
    configuration = result.hull_configuration
    assert float(configuration.sel(time=LOADED).mean()) == pytest.approx(4.0, abs=0.02)
    # the filter takes waves of 1.1 rad/s out of the draught
    waves = float(draught.sel(time=LOADED).std("time"))
    assert float(configuration.sel(time=LOADED).std("time")) < 0.2 * waves


def test_roll_empty_and_loaded_is_that_of_the_linear_equations(result: xr.Dataset) -> None:
    roll = result.displacement.sel(body="barge", dof="roll")
    cases = {
        EMPTY.start: at_rest(2.0, 2.214e6, {"xx": 9.35e7, "yy": 6.4e8, "zz": 7.2e8}),
        LOADED.start: at_rest(4.0, 4.674e6, {"xx": 1.55e8, "yy": 1.122e9, "zz": 1.274e9}),
    }
    for part, model in zip((EMPTY, LOADED), cases.values(), strict=True):
        linear = raftup.response(model).standard_deviation.sel(body="barge", dof="roll")
        # four minutes are a short sample of the sea
        assert float(roll.sel(time=part).std("time")) == pytest.approx(float(linear), rel=0.2)


def test_the_power_of_the_filtered_draught_is_small(result: xr.Dataset) -> None:
    power = result.hull_configuration_power
    assert float(np.abs(power).max()) > 0.0
    assert float(np.abs(power).max()) < 1e3  # W: water of 1e7 kg at some cm/s, in 20 minutes
