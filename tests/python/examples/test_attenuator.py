"""Four rafts whose hinges are modes of one body, with generators at the hinges."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/attenuator.yaml"
DAMPING = 4.0e7  # N m s/rad, of each generator
LATE = slice(60.0, None)


@pytest.fixture(scope="module")
def result() -> xr.Dataset:
    return raftup.run(MODEL)


def test_hinges_turn_as_by_the_linear_equations(result: xr.Dataset) -> None:
    found = raftup.response(MODEL).standard_deviation
    linear = found.sel(body="rafts.modes1", dof=["surge", "sway", "heave"]).values
    angles = result.rafts_mode.sel(time=LATE).std("time").values
    np.testing.assert_allclose(angles, linear, rtol=0.1)  # a quarter of an hour is a short sample


def power(result: xr.Dataset, damping: float) -> float:
    """Mean power of all generators in W."""
    return float(damping * (result.rafts_mode_velocity.sel(time=LATE) ** 2).mean("time").sum())


def test_generators_that_are_too_weak_or_too_strong_take_less(result: xr.Dataset) -> None:
    taken = power(result, DAMPING)
    assert taken == pytest.approx(43.5e3, rel=0.02)  # as the picture says
    for damping in (0.25 * DAMPING, 4.0 * DAMPING):
        other = raftup.run(MODEL, overrides={"bodies[0].modes.damping": [damping] * 3})
        assert power(other, damping) < taken
