"""Two buoys whose ropes meet at a float under water, which one chain holds to their anchor."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import raftup

MODEL = Path(__file__).parents[3] / "clients/examples/models/shared_anchor.yaml"
BUOYANCY, DRUM_MASS = 6.318e4, 2000.0


def weight(length: float, mass_per_length: float, diameter: float) -> float:
    """Weight of a line in water [N]."""
    return 9.81 * length * (mass_per_length - 1025.0 * np.pi / 4.0 * diameter**2)


def pull(result: xr.Dataset, line: str) -> tuple[float, float]:
    """Horizontal and downward force of a line on its first end at the start [N]."""
    tension, angle = (float(result[f"{line}_{name}"][0]) for name in ("tension", "top_angle"))
    return tension * np.cos(angle), tension * np.sin(angle)


@pytest.fixture(scope="module")
def at_rest() -> xr.Dataset:
    return raftup.run(MODEL, overrides={"integration.duration": 0.5, "environment.sea": {}})


def test_the_anchor_line_holds_the_float_and_what_the_ropes_lift(at_rest: xr.Dataset) -> None:
    lifted = sum(pull(at_rest, rope)[1] - weight(44, 4.1, 0.068) for rope in ("rope_1", "rope_2"))
    upward = BUOYANCY - 9.81 * DRUM_MASS + lifted
    # Sums of forces at an equilibrium that is found to 1e-6 of them.
    assert float(at_rest.anchor_line_tension[0]) == pytest.approx(upward, rel=1e-5)
    assert float(at_rest.anchor_line_anchor_tension[0]) == pytest.approx(
        upward - weight(50, 32, 0.072), rel=1e-5
    )


def test_each_buoy_lies_between_its_chain_and_its_rope(at_rest: xr.Dataset) -> None:
    for number in (1, 2):
        chain, rope = pull(at_rest, f"chain_{number}"), pull(at_rest, f"rope_{number}")
        assert chain[0] == pytest.approx(rope[0], rel=1e-5)
        # The buoy sinks by the pull on it: rho g A_W = 7.86e5 N/m, plus 1 % by its trim.
        heave = float(at_rest.displacement.sel(body=f"buoy_{number}", dof="heave")[0])
        assert -7.86e5 * heave == pytest.approx(chain[1] + rope[1], rel=0.02)


def test_ropes_stay_taut_and_the_float_stays_below_in_waves() -> None:
    result = raftup.run(MODEL, overrides={"integration.duration": 180.0})
    late = result.sel(time=slice(60.0, None))
    for rope in ("rope_1", "rope_2"):
        assert float(late[f"{rope}_tension"].min()) > 0.0
    still = float(result.anchor_line_tension[0])
    assert float(late.anchor_line_tension.mean()) == pytest.approx(still, rel=0.05)
    assert float(late.anchor_line_tension.max()) < 2.5 * still
    depth = result.position.sel(body="junction", xyz="z")
    assert float(depth.max()) < -29.0
