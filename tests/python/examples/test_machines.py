"""Examples of drives and machines: what they gain, and that no energy is lost."""

import numpy as np
import pytest
from conftest import MODELS

import raftup


def test_a_latch_makes_a_small_buoy_take_more_power(client: raftup.Client) -> None:
    def mean_power(after: float) -> float:
        overrides = {"events[0].after": after, "events[1].after": after}
        result = raftup.run(MODELS / "latching_buoy.yaml", client, overrides)
        power = -result["guide_drive_power"][:, 0]
        return float(power[result.time > 100.0].mean())

    latched, free = mean_power(30.0), mean_power(1e6)
    assert latched > 1.5 * free > 0.0


def test_a_buoy_that_is_let_go_at_its_stops_gives_more_power(client: raftup.Client) -> None:
    result = raftup.run(MODELS / "declutching_buoy.yaml", client)
    power = np.abs(result["brake_tension"].values * result["guide_speed"].values).reshape(-1)
    # the best damper that always acts takes |X|^2 / 4 (B + |Z|), 1680 W in these waves
    assert power[result.time > 75.0].mean() > 1.5 * 1680.0


def test_a_buoy_in_resonance_gives_the_most_that_waves_hold(client: raftup.Client) -> None:
    result = raftup.run(MODELS / "reactive_buoy.yaml", client)
    power = -result["guide_drive_power"].values.reshape(-1)
    # |X|^2 / 8 B, with X 3.93e5 N/m and B 9.44e4 N s/m at 6 s, in waves of .2 m
    most = (0.2 * 3.93e5) ** 2 / (8.0 * 9.44e4)
    assert 0.94 * most < power[result.time > 150.0].mean() < most


def test_a_flap_that_is_let_go_at_its_stops_gives_more_power(client: raftup.Client) -> None:
    def mean_power(damping: float, after: float) -> float:
        overrides = {
            "loads[0].damper.linear": damping,
            "events[0].after": after,
            "events[1].after": after,
        }
        result = raftup.run(MODELS / "declutching_flap.yaml", client, overrides)
        late = result.time.values > 120.0
        tension = result["brake_tension"].values.reshape(-1)[late]
        return float((tension**2).mean() / damping)

    declutched = mean_power(1.25e6, 40.0)
    best = max(mean_power(damping, 1e6) for damping in (4.5e5, 5.5e5, 6.5e5))
    assert declutched > 1.35 * best > 1.2e5


@pytest.mark.parametrize(
    ("name", "joint", "accuracy"),
    # The slide turns with the spar, which its position feels to second order within a step.
    [("hydraulic_buoy", "guide", 1e-10), ("point_absorber", "slide", 1e-6)],
)
def test_a_hydraulic_machine_balances_its_energy(
    client: raftup.Client, name: str, joint: str, accuracy: float
) -> None:
    overrides = {"integration.duration": 60.0, "integration.output_step": 0.02}
    result = raftup.run(MODELS / f"{name}.yaml", client, overrides)
    absorbed = result["pto_absorbed"].to_numpy()
    used = result["pto_stored"] + result["pto_losses"] + result["pto_electric"]
    np.testing.assert_allclose(used, absorbed, rtol=1e-12, atol=1e-12 * absorbed[-1])
    assert absorbed[-1] > 1e5
    # The cylinder takes from the buoy the force of a step times the way of its piston in it.
    work = -result["pto_force"].to_numpy()[1:] * np.diff(result[f"{joint}_position"].to_numpy())
    np.testing.assert_allclose(
        np.cumsum(work), absorbed[1:], rtol=accuracy, atol=accuracy * absorbed[-1]
    )
