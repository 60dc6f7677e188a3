"""Zig-zag test: overshoots of the heading, initial turning, period."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.remote.client import Client
from raftup.trials.bridge import Helm, reference_length
from raftup.trials.figures import IMO, Criterion, Figure, Run, Trial, between, length_time
from raftup.trials.sailing import (
    DEFAULT,
    Conditions,
    approach_speed,
    limited_rudder,
    sail,
    seconds_a_length,
    set_up,
    sides_of,
    worst,
)
from raftup.trials.ship import Needs
from raftup.trials.track import Course

TESTS = ("10/10", "20/20")
"""Tests that the standards require: rudder angle and change of heading [deg]."""

EXECUTES = 5
"""Number of orders of a test, for three overshoots and a whole period after the first swing."""

_MOST_LENGTHS = 200.0  # of time at the approach speed
_COARSE = math.radians(0.05)  # of heading a step
_INITIAL_TURNING = 2.5  # L


@dataclass(frozen=True)
class ZigZagTest:
    """A zig-zag test, defined by its rudder angle and change of heading.

    Attributes:
        name: name such as `10/10`.
        rudder: rudder angle [rad].
        change: change of heading at which the rudder is reversed [rad].
    """

    name: str
    rudder: float
    change: float


def zigzag_test(text: str) -> ZigZagTest:
    """Makes the zig-zag test of a name such as 20/20.

    Args:
        text: `RUDDER/HEADING`, deg.

    Raises:
        RaftupError: BAD_FIELD if the text has another form.
    """
    try:
        rudder, change = (float(part) for part in text.split("/"))
    except ValueError:
        rudder = change = math.nan
    if not (0.0 < rudder < 90.0 and 0.0 < change < 90.0):
        raise bad_field("--test", f"must be RUDDER/HEADING in deg, such as 10/10, is {text!r}")
    return ZigZagTest(f"{rudder:g}/{change:g}", math.radians(rudder), math.radians(change))


def zigzag(
    client: Client,
    model: Model,
    conditions: Conditions = DEFAULT,
    tests: Sequence[str] = TESTS,
    side: str = "both",
) -> Trial:
    """Makes zig-zag tests of a ship.

    Args:
        client: client of any server.
        model: model with the ship.
        conditions: conditions of the trial.
        tests: names of tests, as for zigzag_test().
        side: side of the first order: starboard, port or both.

    Raises:
        RaftupError: BAD_FIELD if the model lacks what the trial needs.
    """
    setting = set_up(model, Needs("a zig-zag test", rudders=True), conditions)
    chosen = [zigzag_test(text) for text in tests]
    for test in chosen:
        limited_rudder(setting, test.rudder, "--test")
    length = reference_length(setting.ship)
    runs = [
        sail(
            client,
            setting,
            f"{test.name} {name}",
            partial(steer_zigzag, test=test, sign=sign, length=length),
            partial(_figures, sign, test.change),
        )
        for test in chosen
        for name, sign in sides_of(side).items()
    ]
    speed = approach_speed(runs)
    ship_time = length_time(setting.ship.length, speed, conditions.scale)
    return Trial(
        name="zigzag",
        title=f"Zig-zag tests {', '.join(test.name for test in chosen)}",
        body=setting.ship.body,
        length=setting.ship.length,
        speed=speed,
        runs=tuple(runs),
        criteria=zigzag_criteria(runs, setting.ship.length, ship_time),
        notes=setting.notes,
    )


def _figures(sign: float, change: float, course: Course, run: Run) -> list[Figure]:
    return zigzag_figures(course.to_side(sign), executes_of(run), change)


def steer_zigzag(helm: Helm, test: ZigZagTest, sign: float, length: float) -> list[str]:
    """Reverses the rudder each time the heading has changed far enough.

    The heading is checked at the ends of steps; the order acts from the next step on.

    Args:
        helm: helm of a ship on a straight course.
        test: rudder angle and change of heading.
        sign: 1 = first to starboard, -1 = first to port.
        length: ship length, which determines waiting times [m].
    """
    start = helm.state
    most = _MOST_LENGTHS * seconds_a_length(helm, length)
    helm.order(rudder=sign * test.rudder)
    executes, fastest = 1, 0.0
    while executes < EXECUTES:
        if helm.state.time - start.time > most:
            return [f"the heading changed far enough {executes - 1} times in {most:.4g} s"]
        left = test.change - sign * (helm.state.heading - start.heading)
        helm.advance(_steps_until(helm, left, length))
        fastest = max(fastest, abs(helm.state.yaw_rate))
        if sign * (helm.state.heading - start.heading) >= test.change:
            sign = -sign
            helm.order(rudder=sign * test.rudder)
            executes += 1
    if fastest * helm.step > _COARSE:
        angle = math.degrees(fastest * helm.step)
        return [
            f"the heading changes by up to {angle:.2g} deg a step, and angles are as uncertain: "
            "a smaller integration.step tells them better"
        ]
    return []


def _steps_until(helm: Helm, left: float, length: float) -> int:
    """Number of steps in which a ship cannot turn so far, at 1.5 U/L or three times its own rate.

    Args:
        helm: helm of the ship.
        left: remaining change of heading [rad].
        length: ship length [m].
    """
    rate = max(1.5 / seconds_a_length(helm, length), 3.0 * abs(helm.state.yaw_rate))
    return max(1, int(left / (rate * helm.step)))


def executes_of(run: Run) -> list[float]:
    """Times of all orders since the first one [s], without that of the approach."""
    return [order.time - run.order_time for order in run.orders if order.time >= run.order_time]


def zigzag_figures(course: Course, executes: Sequence[float], change: float) -> list[Figure]:
    """Results of a zig-zag test that begins to starboard.

    Args:
        course: course from the first order on; of a test that begins to port mirrored.
        executes: times of the orders since the first one [s], 0 first.
        change: change of heading at which the rudder was reversed [rad].
    """
    times = [*executes, *[math.nan] * (EXECUTES - len(executes))]
    turned = course.turned
    figures = []
    for place, name in enumerate(("first", "second", "third")):
        side = 1.0 if place % 2 == 0 else -1.0
        angle, moment = _overshoot(course, side * turned, times[place + 1], times[place + 2])
        figures.append(
            Figure(f"{name}_overshoot", angle - change, "rad", "of the heading beyond the change")
        )
        figures.append(
            Figure(
                f"{name}_checking_time", moment - times[place + 1], "s", "from order to overshoot"
            )
        )
    after = course.time >= times[1]
    back = course.at(course.time[after], -turned[after], 0.0) if after.any() else math.nan
    distance = course.at(course.distance, turned, change)
    return [
        *figures,
        Figure(
            "initial_turning_time", course.at(course.time, turned, change), "s", "to the change"
        ),
        Figure("initial_turning_distance", distance, "m", "along the track, to the change"),
        Figure("reach", back, "s", "from the first order until the heading is back"),
        Figure("period", times[4] - times[2], "s", "between the third order and the fifth"),
    ]


def _overshoot(course: Course, turned: FloatArray, start: float, end: float) -> tuple[float, float]:
    """The largest change of heading between two orders [rad], and its time [s]."""
    inside = (course.time >= start) & (course.time <= end)
    if not inside.any():
        return math.nan, math.nan
    place = int(np.argmax(np.where(inside, turned, -np.inf)))
    return float(turned[place]), float(course.time[place])


def zigzag_criteria(runs: Sequence[Run], length: float, ship_time: float) -> tuple[Criterion, ...]:
    """Criteria for initial turning, yaw checking and course keeping.

    Args:
        runs: runs with labels that begin with the angles.
        length: ship length [m]; NaN if unknown.
        ship_time: L/V of the ship [s].
    """
    if math.isnan(length):
        return ()
    found: list[Criterion] = []
    tens = [run for run in runs if run.label.startswith("10/10 ")]
    twenties = [run for run in runs if run.label.startswith("20/20 ")]
    if tens:
        distance = worst(tens, "initial_turning_distance") / length
        first = math.degrees(worst(tens, "first_overshoot"))
        second = math.degrees(worst(tens, "second_overshoot"))
        limits = (
            between(ship_time, (10.0, 10.0), (30.0, 20.0)),
            between(ship_time, (10.0, 25.0), (30.0, 40.0)),
        )
        found += [
            Criterion("initial turning", distance, _INITIAL_TURNING, "L", f"{IMO} 5.3.2"),
            Criterion("first overshoot 10/10", first, limits[0], "deg", f"{IMO} 5.3.3.1"),
            Criterion("second overshoot 10/10", second, limits[1], "deg", f"{IMO} 5.3.3.2"),
        ]
    if twenties:
        first = math.degrees(worst(twenties, "first_overshoot"))
        found.append(Criterion("first overshoot 20/20", first, 25.0, "deg", f"{IMO} 5.3.3.3"))
    return tuple(found)
