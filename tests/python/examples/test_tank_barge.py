"""Barges in beam waves with frozen, level and sloshing water."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/tank_barge.yaml"
BARGES = ["frozen", "level", "sloshing"]


@pytest.fixture(scope="module")
def result() -> xr.Dataset:
    return raftup.run(MODEL)


@pytest.fixture(scope="module")
def response() -> xr.Dataset:
    return raftup.response(MODEL)


def test_the_run_rolls_as_the_linear_equations_say(
    result: xr.Dataset, response: xr.Dataset
) -> None:
    run = result.displacement.sel(body=BARGES, dof="roll", time=slice(120.0, None)).std("time")
    linear = response.standard_deviation.sel(body=BARGES, dof="roll")
    # 13 minutes are a sample of the sea: 5 % of the deviation of a narrow band
    np.testing.assert_allclose(run, linear, rtol=0.1)
    frozen, level, sloshing = np.degrees(linear.values)
    assert level > 1.5 * frozen
    assert sloshing < 0.7 * frozen


def test_roll_of_the_barge_with_sloshing_water_has_two_peaks(response: xr.Dataset) -> None:
    beam = response.rao.sel(body="sloshing", dof="roll").sel(
        wave_direction=0.5 * np.pi, method="nearest"
    )
    roll = np.hypot(beam.sel(complex="re"), beam.sel(complex="im")).values
    inner = roll[1:-1]
    is_peak = (inner > roll[:-2]) & (inner > roll[2:]) & (inner > 0.1 * roll.max())
    peaks = response.omega.values[1:-1][is_peak]
    wavenumber = np.pi / 16.0
    own = np.sqrt(9.80665 * wavenumber * np.tanh(2.0 * wavenumber))  # of the water
    assert len(peaks) == 2
    assert peaks[0] < own < peaks[1]


def test_the_level_surface_is_level(result: xr.Dataset) -> None:
    roll = result.displacement.sel(body="level", dof="roll")
    np.testing.assert_allclose(
        result.level_tank_elevation[:, 1], -8.0 * np.sin(roll), rtol=1e-3, atol=1e-4
    )
