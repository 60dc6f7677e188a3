"""Turning circle: advance, transfer, diameters and loss of speed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup.remote.client import Client
from raftup.trials.bridge import Helm, reference_length
from raftup.trials.figures import IMO, Criterion, Figure, Run, Trial
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

RUDDER = math.radians(35.0)
"""Rudder angle that the standards require."""

_WHOLE_TURN = 4.0 * math.pi  # after which speed and rate of turn are steady
_STEADY_PART = math.pi  # at the end, whose means are told
_MOST_LENGTHS = 150.0  # of time at the approach speed
_MOST_ADVANCE, _MOST_DIAMETER = 4.5, 5.0  # L


def turning(
    client: Client,
    model: Model,
    conditions: Conditions = DEFAULT,
    rudder: float = RUDDER,
    side: str = "both",
) -> Trial:
    """Makes turning circles of a ship, 720 deg to each side.

    Args:
        client: client of any server.
        model: model with the ship.
        conditions: conditions of the trial.
        rudder: rad, > 0.
        side: starboard, port or both.

    Raises:
        RaftupError: BAD_FIELD if the model lacks what the trial needs.
    """
    setting = set_up(model, Needs("a turning circle", rudders=True), conditions)
    angle = abs(limited_rudder(setting, rudder))
    length = setting.ship.length
    runs = tuple(
        sail(
            client,
            setting,
            name,
            partial(turn, rudder=sign * angle, length=reference_length(setting.ship)),
            partial(_figures, sign, length),
        )
        for name, sign in sides_of(side).items()
    )
    return Trial(
        name="turning",
        title=f"Turning circle, rudder {math.degrees(angle):g} deg",
        body=setting.ship.body,
        length=length,
        speed=approach_speed(runs),
        runs=runs,
        criteria=() if math.isnan(length) else turning_criteria(runs, length),
        notes=setting.notes,
    )


def _figures(sign: float, length: float, course: Course, _: Run) -> list[Figure]:
    return turning_figures(course.to_side(sign), length)


def turn(helm: Helm, rudder: float, length: float) -> list[str]:
    """Holds a rudder angle until the heading has changed by 720 deg.

    Args:
        helm: helm of a ship on a straight course.
        rudder: rad, > 0 turns to starboard.
        length: ship length, which determines waiting times [m].
    """
    start = helm.state
    pause = seconds_a_length(helm, length)
    count = max(1, int(0.1 * pause / helm.step))
    helm.order(rudder=rudder)
    while abs(helm.state.heading - start.heading) < _WHOLE_TURN:
        if helm.state.time - start.time > _MOST_LENGTHS * pause:
            turned = math.degrees(helm.state.heading - start.heading)
            return [f"the heading changed by {turned:.3g} deg in {_MOST_LENGTHS * pause:.4g} s"]
        helm.advance(count)
    return []


def turning_figures(course: Course, length: float) -> list[Figure]:
    """Results of a turning circle to starboard, from the order of the rudder on.

    Steady values are means over the last 180 deg of a turn of at least 360 deg; the steady diameter
    is 2 U/r.

    Args:
        course: course to starboard; that of a turn to port mirrored.
        length: ship length [m]; NaN if unknown.
    """
    quarter, half, whole = 0.5 * math.pi, math.pi, 2.0 * math.pi
    speed, rate, drift = _steady(course)
    at = course.at
    loss = 1.0 - speed / course.approach_speed
    return [
        Figure("advance", at(course.advance, course.turned, quarter), "m", "ahead at 90 deg"),
        Figure("transfer", at(course.transfer, course.turned, quarter), "m", "aside at 90 deg"),
        Figure(
            "tactical_diameter", at(course.transfer, course.turned, half), "m", "aside at 180 deg"
        ),
        Figure(
            "steady_diameter", 2.0 * speed / rate if rate else math.nan, "m", "2 U/r at the end"
        ),
        Figure("time_to_90", at(course.time, course.turned, quarter), "s", "from the order"),
        Figure("time_to_180", at(course.time, course.turned, half), "s", "from the order"),
        Figure("time_to_360", at(course.time, course.turned, whole), "s", "from the order"),
        Figure("steady_speed", speed, "m/s", "at the end"),
        Figure("speed_loss", loss, "1", "of the approach speed"),
        Figure("steady_yaw_rate", rate, "rad/s", "at the end"),
        Figure("steady_drift", drift, "rad", "at the end, the bow inside"),
        Figure("turning_number", rate * length / course.approach_speed, "1", "r L/U0 at the end"),
    ]


def _steady(course: Course) -> tuple[float, float, float]:
    """Speed, rate of turn and drift angle over the last half turn; NaN before a whole turn."""
    if course.turned[-1] < 2.0 * math.pi:
        return math.nan, math.nan, math.nan
    last = course.turned >= course.turned[-1] - _STEADY_PART
    means = [np.mean(values[last]) for values in (course.speed, course.yaw_rate, course.drift)]
    return float(means[0]), float(means[1]), float(means[2])


def turning_criteria(runs: Sequence[Run], length: float) -> tuple[Criterion, ...]:
    """Turning ability: advance within 4.5 L, tactical diameter within 5 L, to either side.

    Args:
        runs: runs with the rudder at 35 deg, or at its limit.
        length: ship length [m].
    """
    return (
        Criterion("advance", worst(runs, "advance") / length, _MOST_ADVANCE, "L", f"{IMO} 5.3.1"),
        Criterion(
            "tactical diameter",
            worst(runs, "tactical_diameter") / length,
            _MOST_DIAMETER,
            "L",
            f"{IMO} 5.3.1",
        ),
    )
