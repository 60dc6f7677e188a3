"""An anchor that a vessel lowers over its stern roller and hauls up again."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/anchor_handling.yaml"
BEND = np.pi / 2.0 - np.arctan2(1.0, 28.02)
"""Angle by which the wire bends at the roller [rad]."""
ANCHOR = 12000.0 * 9.81 - 1.54e4
"""Weight of the anchor in water [N]."""


def hanging(result: xr.Dataset, time: float) -> float:
    """Tension behind the roller of what hangs there at rest [N]."""
    below = -float(result.position.sel(body="anchor", xyz="z", time=time))
    wire = 9.0 * (4.0 + below) - 1025.0 * np.pi / 4.0 * 0.042**2 * below
    return ANCHOR + 9.81 * wire


@pytest.fixture(scope="module")
def in_still_water() -> xr.Dataset:
    return raftup.run(MODEL, overrides={"environment.sea": {}})


def test_friction_at_the_roller_is_that_of_a_capstan(in_still_water: xr.Dataset) -> None:
    factor = np.exp(0.1 * BEND)
    # Paid out at 0.5 m/s, and hauled in: the drag on the anchor is 0.2 % of its weight.
    for time, ratio in ((200.0, 1.0 / factor), (400.0, factor)):
        drum = float(in_still_water.wire_drum_force.sel(time=time))
        assert drum == pytest.approx(ratio * hanging(in_still_water, time), rel=0.01)


def test_the_length_on_drum_and_line_is_that_of_the_orders(in_still_water: xr.Dataset) -> None:
    result = in_still_water
    assert float(result.wire_length.sel(time=220.0)) == pytest.approx(140.0, abs=1e-7)
    assert float(result.wire_length[-1]) == pytest.approx(70.0, abs=1e-7)
    assert float(result.wire_eye_slip[-1]) == pytest.approx(10.0, abs=0.1)
    assert float(result.wire_reserve.max()) < 0.01


def test_in_waves_the_wire_stays_taut_and_the_roller_carries_both_sides() -> None:
    result = raftup.run(MODEL, overrides={"integration.duration": 120.0})
    late = result.sel(time=slice(40.0, None))
    assert float(late.wire_anchor_tension.min()) > 0.0
    # Two forces of about the weight at a right angle.
    roller = float(late.wire_eye_force.mean())
    assert roller == pytest.approx(np.sqrt(2.0) * ANCHOR, rel=0.15)
