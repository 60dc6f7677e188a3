"""Figures of manoeuvres from tracks of which they are known, and ships that obey a formula."""

import math
from dataclasses import dataclass, field

import numpy as np
import pytest

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.trials.bridge import State, settle
from raftup.trials.crash_stop import stopping_figures
from raftup.trials.figures import Figure, between
from raftup.trials.pull_out import pull_out_figures
from raftup.trials.spiral import settings_of, spiral_criteria, spiral_figures
from raftup.trials.track import Course, Track
from raftup.trials.turning import turning_figures
from raftup.trials.zigzag import (
    ZigZagTest,
    steer_zigzag,
    zigzag_criteria,
    zigzag_figures,
    zigzag_test,
)

GAIN, LAG = 0.05, 10.0  # 1/s, s: of Nomoto's equation T r' + r = K delta


def values(figures: list[Figure]) -> dict[str, float]:
    return {figure.name: figure.value for figure in figures}


@dataclass
class NomotoShip:
    """A Helm at constant speed whose rate of turn follows the rudder; exact from step to step."""

    step: float = 0.01
    speed: float = 5.0
    angle: float = 0.0
    rows: list[tuple[float, float, float]] = field(default_factory=lambda: [(0.0, 0.0, 0.0)])
    executes: list[float] = field(default_factory=list)

    @property
    def state(self) -> State:
        time, heading, rate = self.rows[-1]
        return State(time, heading, rate, self.speed, self.speed)

    def order(self, *, rudder: float | None = None, propeller: float | None = None) -> None:
        assert propeller is None
        assert rudder is not None
        self.angle = rudder
        self.executes.append(self.state.time)

    def advance(self, step_count: int) -> None:
        fade = math.exp(-self.step / LAG)
        for _ in range(step_count):
            time, heading, rate = self.rows[-1]
            steady = GAIN * self.angle
            heading += steady * self.step + (rate - steady) * LAG * (1.0 - fade)
            self.rows.append((time + self.step, heading, steady + (rate - steady) * fade))

    def course(self) -> Course:
        time, heading, rate = np.array(self.rows).T
        return track(time, heading, rate, self.speed).since(0.0)


def track(time: FloatArray, heading: FloatArray, rate: FloatArray, speed: float) -> Track:
    """Of a ship that goes where it heads, at constant speed."""
    pace = np.diff(time) * speed
    middle = 0.5 * (heading[1:] + heading[:-1])
    still = np.zeros(len(time))
    return Track(
        time=time,
        x=np.concatenate([[0.0], np.cumsum(pace * np.cos(middle))]),
        y=np.concatenate([[0.0], np.cumsum(-pace * np.sin(middle))]),
        heading=heading,
        ahead=still + speed,
        starboard=still,
        yaw_rate=rate,
        rudder=still,
        propeller=still,
    )


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_circle_after_a_straight_line_has_its_radius(side: float) -> None:
    speed, radius, straight = 5.0, 100.0, 40.0
    time = np.arange(0.0, 400.0, 0.05)
    rate = np.where(time >= straight / speed, side * speed / radius, 0.0)
    heading = 0.7 + np.concatenate([[0.0], np.cumsum(rate[:-1] * np.diff(time))])
    course = track(time, heading, rate, speed).since(0.0).to_side(side)
    found = values(turning_figures(course, length=50.0))
    # Rows are .25 m apart.
    assert found["advance"] == pytest.approx(straight + radius, abs=0.3)
    assert found["transfer"] == pytest.approx(radius, abs=0.3)
    assert found["tactical_diameter"] == pytest.approx(2.0 * radius, abs=0.3)
    assert found["steady_diameter"] == pytest.approx(2.0 * radius)
    assert found["speed_loss"] == pytest.approx(0.0, abs=1e-12)
    assert found["turning_number"] == pytest.approx(0.5)
    assert found["time_to_180"] == pytest.approx((straight + math.pi * radius) / speed, abs=0.1)


def test_a_turn_that_ends_early_has_no_figures_beyond_its_end() -> None:
    time = np.arange(0.0, 20.0, 0.1)
    found = values(turning_figures(track(time, 0.1 * time, 0.1 + 0.0 * time, 5.0).since(0.0), 50.0))
    assert np.isfinite(found["advance"])
    assert math.isnan(found["tactical_diameter"])
    assert math.isnan(found["steady_diameter"])


def test_a_zigzag_of_nomotos_equation_is_that_of_its_solution() -> None:
    ship = NomotoShip()
    angle = math.radians(10.0)
    assert steer_zigzag(ship, ZigZagTest("10/10", angle, angle), 1.0, 100.0) == []
    assert len(ship.executes) == 5
    found = values(zigzag_figures(ship.course(), ship.executes, angle))
    # From rest r = K delta (1 - e^(-t/T)), psi = K delta (t - T (1 - e^(-t/T))).
    steady = GAIN * angle
    low, high = 0.0, 200.0
    for _ in range(80):
        middle = 0.5 * (low + high)
        turned = steady * (middle - LAG * (1.0 - math.exp(-middle / LAG)))
        low, high = (middle, high) if turned < angle else (low, middle)
    assert found["initial_turning_time"] == pytest.approx(low, abs=0.011)  # a step
    assert found["initial_turning_distance"] == pytest.approx(5.0 * low, abs=0.06)
    # Then r = -K delta + (r0 + K delta) e^(-s/T) until it is 0.
    rate = steady * (1.0 - math.exp(-low / LAG))
    checked = LAG * math.log((rate + steady) / steady)
    assert found["first_checking_time"] == pytest.approx(checked, abs=0.011)
    # An order that comes up to a step late: .01 s of r.
    assert found["first_overshoot"] == pytest.approx(rate * LAG - steady * checked, abs=0.01 * rate)
    # The other swings are nearly alike, since the first began from rest.
    assert found["second_overshoot"] > found["first_overshoot"]
    assert found["third_overshoot"] == pytest.approx(found["second_overshoot"], rel=0.05)
    assert found["period"] == pytest.approx(ship.executes[4] - ship.executes[2])


def test_a_zigzag_that_begins_to_port_is_its_mirror() -> None:
    angle = math.radians(20.0)
    found = []
    for sign in (1.0, -1.0):
        ship = NomotoShip(step=0.05)
        steer_zigzag(ship, ZigZagTest("20/20", angle, angle), sign, 100.0)
        found.append(values(zigzag_figures(ship.course().to_side(sign), ship.executes, angle)))
    for name, value in found[0].items():
        assert found[1][name] == pytest.approx(value), name


def test_a_step_in_which_the_heading_goes_far_is_told() -> None:
    ship = NomotoShip(step=0.5)
    (note,) = steer_zigzag(ship, ZigZagTest("10/10", 0.17, 0.17), 1.0, 100.0)
    assert "a smaller integration.step tells them better" in note


def test_overshoots_of_the_standards_go_with_length_over_speed() -> None:
    for ship_time, first, second in ((5.0, 10.0, 25.0), (20.0, 15.0, 32.5), (40.0, 20.0, 40.0)):
        assert between(ship_time, (10.0, 10.0), (30.0, 20.0)) == first
        assert between(ship_time, (10.0, 25.0), (30.0, 40.0)) == second
    assert zigzag_criteria([], math.nan, 5.0) == ()


def test_a_pull_out_tells_what_stays() -> None:
    time = np.arange(0.0, 300.0, 0.1)
    rate = np.where(time < 100.0, 0.02, 0.005 + 0.015 * np.exp(-(time - 100.0) / 20.0))
    course = track(time, np.cumsum(rate) * 0.1, rate, 5.0).since(0.0)
    found = values(pull_out_figures(course, 100.0))
    assert found["steady_yaw_rate"] == 0.02
    assert found["residual_yaw_rate"] == pytest.approx(0.005, rel=1e-3)
    assert found["time_to_half"] == pytest.approx(20.0 * math.log(2.0), abs=0.1)


def test_a_loop_has_the_width_between_its_jumps() -> None:
    down = np.array([0.2, 0.1, 0.0, -0.1, -0.2])
    there = np.column_stack([down, [0.04, 0.03, 0.02, -0.02, -0.04]])
    back = np.column_stack([down[::-1], [-0.04, -0.03, -0.02, 0.02, 0.04]])
    found = values(spiral_figures(there, back))
    assert found["loop_width"] == pytest.approx(0.1)  # from -.05 to .05
    assert found["loop_height"] == pytest.approx(0.04)
    assert found["rudder_step"] == pytest.approx(0.1)
    one = values(spiral_figures(there, there[::-1]))
    assert (one["loop_width"], one["loop_height"]) == (0.0, 0.0)
    (criterion,) = spiral_criteria(math.radians(5.0), 27.0)
    assert (criterion.limit, criterion.verdict) == (6.0, "met")


def test_settings_go_to_port_and_back() -> None:
    assert np.allclose(settings_of(0.2, 0.1), [0.2, 0.1, 0, -0.1, -0.2, -0.1, 0, 0.1, 0.2])
    with pytest.raises(RaftupError, match=r"--step must leave 400 settings or fewer"):
        settings_of(0.5, 0.001)
    with pytest.raises(RaftupError, match="--step must be > 0"):
        settings_of(0.5, 0.0)


def test_a_stop_at_constant_deceleration() -> None:
    time = np.arange(0.0, 60.0, 0.1)
    speed = 5.0 - 0.1 * time
    still = np.zeros(len(time))
    x = 5.0 * time - 0.05 * time**2
    stopped = Track(time, x, still, still, speed, still, still, still, still).since(0.0)
    found = values(stopping_figures(stopped))
    assert found["stopping_time"] == pytest.approx(50.0)
    assert found["head_reach"] == pytest.approx(125.0)
    assert found["track_reach"] == pytest.approx(125.0)
    assert found["lateral_deviation"] == 0.0


def test_a_ship_settles_when_its_rate_of_turn_does() -> None:
    ship = NomotoShip(step=0.1)
    ship.order(rudder=0.1)
    assert settle(ship, 100.0, most=1000.0)
    assert ship.state.yaw_rate == pytest.approx(GAIN * 0.1, rel=0.05)
    hasty = NomotoShip(step=0.1)
    hasty.order(rudder=0.1)
    assert not settle(hasty, 100.0, most=5.0)


@pytest.mark.parametrize("text", ["10", "a/b", "10/0", "-10/10", "nan/5"])
def test_a_zigzag_of_no_angles_is_refused(text: str) -> None:
    with pytest.raises(RaftupError, match="--test must be RUDDER/HEADING in deg, such as 10/10"):
        zigzag_test(text)
