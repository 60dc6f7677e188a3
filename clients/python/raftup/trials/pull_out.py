"""Pull-out test: whether a ship returns to a straight course when the rudder is put amidships."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup.remote.client import Client
from raftup.trials.bridge import Helm, reference_length, settle
from raftup.trials.figures import IMO_NOTES, Figure, Run, Trial
from raftup.trials.sailing import (
    DEFAULT,
    SIDES,
    Conditions,
    approach_speed,
    limited_rudder,
    sail,
    seconds_a_length,
    set_up,
)
from raftup.trials.ship import Needs
from raftup.trials.track import Course

RUDDER = math.radians(20.0)
"""Rudder angle of the turn before."""

_MOST_LENGTHS = 100.0  # of time, for the turn and for the way after it
_STEADY = 2e-4  # of the speed, and of U/L for the rate of turn, a length
_SAME = 0.02  # of U/L: residual rates of both sides that differ by less are the same


def pull_out(
    client: Client,
    model: Model,
    conditions: Conditions = DEFAULT,
    rudder: float = RUDDER,
) -> Trial:
    """Makes pull-out tests of a ship, to both sides.

    Args:
        client: client of any server.
        model: model with the ship.
        conditions: conditions of the trial.
        rudder: rudder angle of the turn before [rad], > 0.

    Raises:
        RaftupError: BAD_FIELD if the model lacks what the trial needs.
    """
    setting = set_up(model, Needs("a pull-out test", rudders=True), conditions)
    angle = abs(limited_rudder(setting, rudder))
    length = reference_length(setting.ship)
    runs = tuple(
        sail(
            client,
            setting,
            name,
            partial(pull, rudder=sign * angle, length=length),
            partial(_figures, sign),
        )
        for name, sign in SIDES.items()
    )
    speed = approach_speed(runs)
    return Trial(
        name="pull-out",
        title=f"Pull-out test, rudder {math.degrees(angle):g} deg before",
        body=setting.ship.body,
        length=setting.ship.length,
        speed=speed,
        runs=runs,
        notes=(*setting.notes, stability_text(runs, speed / length)),
        figures=(
            Figure(
                "residual_loop",
                residual_loop(runs),
                "rad/s",
                f"residual rate after starboard less that after port ({IMO_NOTES})",
            ),
        ),
    )


def pull(helm: Helm, rudder: float, length: float) -> list[str]:
    """Turns until the turn is steady, and puts the rudder amidships until the course is steady.

    Args:
        helm: helm of a ship on a straight course.
        rudder: rad, > 0 turns to starboard.
        length: ship length, which determines waiting times [m].
    """
    notes = []
    for angle, what in ((rudder, "the turn"), (0.0, "the rate of turn after it")):
        most = _MOST_LENGTHS * seconds_a_length(helm, length)
        helm.order(rudder=angle)
        if not settle(helm, length, most, _STEADY):
            notes.append(f"{what} was not steady after {most:.4g} s")
    return notes


def _figures(sign: float, course: Course, run: Run) -> list[Figure]:
    amidships = run.orders[-1].time - run.order_time
    return pull_out_figures(course.to_side(sign), amidships)


def pull_out_figures(course: Course, amidships: float) -> list[Figure]:
    """Results of a pull-out from a turn to starboard.

    Args:
        course: course from the order of the turn on; that of a turn to port mirrored.
        amidships: time at which the rudder was ordered amidships, since the first order [s].
    """
    place = int(np.argmin(np.abs(course.time - amidships)))
    steady, residual = float(course.yaw_rate[place]), float(course.yaw_rate[-1])
    after, rate = course.time[place:] - course.time[place], course.yaw_rate[place:]
    half = course.at(after, -rate, -0.5 * (steady + residual))
    return [
        Figure("steady_yaw_rate", steady, "rad/s", "in the turn before"),
        Figure("residual_yaw_rate", residual, "rad/s", "that stays, to the side of the turn"),
        Figure("residual_share", residual / steady if steady else math.nan, "1", "of that before"),
        Figure("time_to_half", half, "s", "until half of what goes has gone"),
        Figure(
            "change_of_heading", float(course.turned[-1] - course.turned[place]), "rad", "after"
        ),
    ]


def residual_loop(runs: Sequence[Run]) -> float:
    """Difference of the residual rates of turn after turns to starboard and to port, to starboard.

    It is 0 for a ship that is straight-line stable, whatever its propeller causes.

    Args:
        runs: run to starboard, then to port; the rates of the latter are positive to port.
    """
    starboard, port = (run.value("residual_yaw_rate") for run in runs)
    return starboard + port


def stability_text(runs: Sequence[Run], unit_rate: float) -> str:
    """A sentence on the stability on a straight course.

    Args:
        runs: runs as for residual_loop().
        unit_rate: U/L [rad/s].
    """
    loop = residual_loop(runs)
    if abs(loop) <= _SAME * unit_rate:
        return "straight-line stable: the same rate of turn stays after turns to either side"
    rate = math.degrees(loop)
    return f"not straight-line stable: rates of turn stay that differ by {rate:.3g} deg/s"
