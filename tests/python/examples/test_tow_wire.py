"""A tow wire that is paid out behind a tug, hangs deep, comes taut with a snap and parts."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from scipy.optimize import brentq

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/tow_wire.yaml"
LENGTH, SPAN, STRENGTH = 152.0, 192.0 - 12.0 - 30.0, 2.4e5
WEIGHT = 9.81 * (11.0 - 1025.0 * np.pi / 4.0 * 0.052**2)
"""Weight of the wire in water [N/m]."""


@pytest.fixture(scope="module")
def result() -> xr.Dataset:
    return raftup.run(MODEL)


def test_the_wire_begins_as_the_catenary_between_tug_and_barge(result: xr.Dataset) -> None:
    # 2 a sinh(S/2a) = L between ends at the same height, with a = H/w.
    a = brentq(lambda a: 2.0 * a * np.sinh(0.5 * SPAN / a) - LENGTH, 50.0, 5000.0)
    tension = WEIGHT * a * np.cosh(0.5 * SPAN / a)
    # Its first meters are above the water, where it weighs a quarter more.
    assert float(result.wire_tension[0]) == pytest.approx(tension, rel=0.03)


def test_the_drum_pays_out_what_its_orders_say(result: xr.Dataset) -> None:
    length = result.wire_length
    assert float(length.sel(time=60.0)) == pytest.approx(LENGTH, abs=1e-9)
    assert float(length.sel(time=160.0)) == pytest.approx(LENGTH + 100.0, abs=1e-7)
    assert float(result.wire_speed.sel(time=100.0)) == pytest.approx(-1.0, rel=1e-9)
    # A catenary nearly twice as long at the same pull hangs deeper.
    depth = -result.wire_shape.values.reshape(result.sizes["time"], -1, 3)[:, :, 2].min(axis=1)
    times = result.time.values
    assert depth[times == 155.0] > 2.0 * depth[times == 50.0]


def test_the_weak_link_parts_in_the_snap_and_the_tug_is_free(result: xr.Dataset) -> None:
    broken = result.wire_broken
    parted = float(result.time[int(np.argmax(broken.values > 0.0))])
    assert 270.0 < parted < 295.0
    before, after = result.sel(time=slice(0.0, parted)), result.sel(time=slice(parted + 5.0, None))
    assert float(before.wire_tension.max()) > 0.9 * STRENGTH
    assert float(after.wire_tension.max()) < 0.1 * STRENGTH
    speed = result.barge_hull_speed
    assert float(speed[-1]) < float(speed.sel(time=parted, method="nearest"))
