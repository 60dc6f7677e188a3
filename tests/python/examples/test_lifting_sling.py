"""A module under the surface on a sling of four legs, one of them too short."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/lifting_sling.yaml"
MASS, VOLUME = 8.0e4, 48.0
STILL = {"integration.duration": 0.1, "environment.sea": {}}
GRAVITY, DENSITY = 9.80665, 1025.0


def leg_forces(result: xr.Dataset) -> np.ndarray:
    """Tensions of the four legs at the start [N]."""
    return np.array([float(result[f"leg_{number}_tension"][0]) for number in range(1, 5)])


def carried(result: xr.Dataset) -> float:
    """Upward force of the four legs on the module at the start [N]; their angles are downwards."""
    angles = np.array([float(result[f"leg_{number}_top_angle"][0]) for number in range(1, 5)])
    return float(-leg_forces(result) @ np.sin(angles))


@pytest.fixture(scope="module")
def at_rest() -> xr.Dataset:
    return raftup.run(MODEL, overrides=STILL)


def test_legs_carry_the_weight_in_water_and_in_air(at_rest: xr.Dataset) -> None:
    wet = GRAVITY * (MASS - DENSITY * VOLUME)
    # Sums of forces at an equilibrium that is found to 1e-6 of them.
    assert carried(at_rest) == pytest.approx(wet, rel=1e-5)
    raised = raftup.run(MODEL, overrides=STILL | {"loads[1].line.end_a.point": [-8, -16, 36]})
    assert float(raised.water_displaced_volume[0]) == 0.0
    assert carried(raised) == pytest.approx(GRAVITY * MASS, rel=1e-5)
    # The wire holds also the ring, the legs and itself; 60 N are displaced by ends of legs.
    hung = 400 + 27 * 22.9 + 7 * (3 * 4.95 + 4.925)
    assert float(at_rest.wire_tension[0]) == pytest.approx(wet + GRAVITY * hung, abs=200.0)


def test_a_short_leg_loads_its_diagonal(at_rest: xr.Dataset) -> None:
    forces = leg_forces(at_rest)
    # Elongations e obey e1 - e2 + e3 - e4 = short by, since the corners stay in a plane, and the
    # sums of opposite legs are those of the weight: each leg has k d/4 more or less. The module
    # tilts by .3 deg, which turns the legs, and the sag is left out: 1 %.
    stiffness, short_by = 5.0e7 / 4.95, 0.025
    assert forces @ [1, -1, 1, -1] / 4 == pytest.approx(stiffness * short_by / 4, rel=0.01)
    slope = 4.0 / np.sqrt(2.5**2 + 1.5**2 + 4.0**2)
    assert forces.mean() == pytest.approx(GRAVITY * (MASS - DENSITY * VOLUME) / 4 / slope, rel=0.01)


def test_the_other_diagonal_goes_slack_in_waves() -> None:
    result = raftup.run(MODEL, overrides={"integration.duration": 120.0})
    late = result.sel(time=slice(40.0, None))
    lowest = [float(late[f"leg_{number}_tension"].min()) for number in range(1, 5)]
    assert min(lowest) >= 0.0
    assert max(lowest[1], lowest[3]) < 5e3
    assert min(lowest[0], lowest[2]) > 3e4
    largest = max(float(late[f"leg_{number}_tension"].max()) for number in (1, 3))
    assert 1.2 * float(late.leg_1_tension[0]) < largest < 5e5
