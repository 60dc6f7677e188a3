"""Direct spiral test: steady rate of turn over rudder angle, and the loop of an unstable ship."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.remote.client import Client
from raftup.trials.bridge import Helm, reference_length, settle
from raftup.trials.figures import (
    IMO_NOTES,
    Criterion,
    Figure,
    Order,
    Run,
    Trial,
    between,
    length_time,
)
from raftup.trials.sailing import (
    DEFAULT,
    Conditions,
    approach_speed,
    limited_rudder,
    sail,
    seconds_a_length,
    set_up,
)
from raftup.trials.ship import Needs
from raftup.trials.track import Course, Track

LARGEST, STEP = math.radians(20.0), math.radians(2.0)
"""Rudder angle at the ends of the spiral, and step between settings [rad]."""

_MOST_SETTINGS = 400
_MOST_LENGTHS = 60.0  # of time a setting
_STEADY = 2e-4  # of the speed, and of U/L for the rate of turn, a length
_PARALLEL = 0.02  # of the largest rate: branches that are nearer are one


def spiral(
    client: Client,
    model: Model,
    conditions: Conditions = DEFAULT,
    largest: float = LARGEST,
    step: float = STEP,
) -> Trial:
    """Makes a direct spiral test of a ship: from starboard to port and back.

    Args:
        client: client of any server.
        model: model with the ship.
        conditions: conditions of the trial.
        largest: rudder angle at the ends [rad], > 0.
        step: step between settings [rad], > 0.

    Raises:
        RaftupError: BAD_FIELD if the model lacks what the trial needs.
    """
    setting = set_up(model, Needs("a spiral test", rudders=True), conditions)
    limited_rudder(setting, largest)
    angles = settings_of(abs(largest), step)
    length = reference_length(setting.ship)
    run = sail(client, setting, "spiral", partial(wind, angles=angles, length=length), _no_figures)
    there, back = branches_of(run.track, run.orders, run.order_time)
    speed = approach_speed([run])
    figures = tuple(spiral_figures(there, back))
    ship_time = length_time(setting.ship.length, speed, conditions.scale)
    return Trial(
        name="spiral",
        title=f"Spiral test, rudder {math.degrees(abs(largest)):g} deg to either side",
        body=setting.ship.body,
        length=setting.ship.length,
        speed=speed,
        runs=(run,),
        criteria=spiral_criteria(figures[0].value, ship_time),
        notes=setting.notes,
        figures=figures,
    )


def _no_figures(_: Course, __: Run) -> list[Figure]:
    return []


def settings_of(largest: float, step: float) -> list[float]:
    """Rudder angles from starboard to port and back [rad].

    Args:
        largest: rad, > 0.
        step: rad, > 0.

    Raises:
        RaftupError: BAD_FIELD if a step is not positive, or there are too many steps.
    """
    if not (math.isfinite(step) and 0.0 < step <= largest):
        rule = f"must be > 0 and at most {math.degrees(largest):g}, is {math.degrees(step):g}"
        raise bad_field("--step", rule)
    count = round(largest / step)
    if 4 * count > _MOST_SETTINGS:
        rule = f"must leave {_MOST_SETTINGS} settings or fewer, {math.degrees(step):g} makes"
        raise bad_field("--step", f"{rule} {4 * count}")
    down = [largest * place / count for place in range(count, -count - 1, -1)]
    return [*down, *down[-2::-1]]


def wind(helm: Helm, angles: Sequence[float], length: float) -> list[str]:
    """Holds one rudder angle after another until the turn is steady.

    Args:
        helm: helm of a ship on a straight course.
        angles: rad.
        length: ship length, which determines waiting times [m].
    """
    notes = []
    for angle in angles:
        most = _MOST_LENGTHS * seconds_a_length(helm, length)
        helm.order(rudder=angle)
        if not settle(helm, length, most, _STEADY):
            notes.append(f"rudder {math.degrees(angle):.3g} deg: not steady after {most:.4g} s")
    return notes


def branches_of(
    track: Track, orders: Sequence[Order], start: float
) -> tuple[FloatArray, FloatArray]:
    """Rudder [rad] and steady rate of turn [rad/s], [n, 2], on the way there and back.

    Args:
        track: track of the whole spiral.
        orders: orders that were sent.
        start: time of the first setting [s].
    """
    times = [order.time for order in orders if order.time >= start]
    ends = [*times[1:], float(track.time[-1])]
    angles = [next(iter(order.values.values())) for order in orders if order.time >= start]
    rates = np.interp(ends, track.time, track.yaw_rate)
    table = np.column_stack([angles, rates])
    turn = len(table) // 2 + 1
    return table[:turn], table[turn - 1 :]


def spiral_figures(there: FloatArray, back: FloatArray) -> list[Figure]:
    """Width and height of the loop.

    The rate of turn changes its sign at one rudder angle on the way there and at another on the way
    back. The width is their difference, 0 for a stable ship. Each angle lies between two settings,
    so that its uncertainty is the step between them.

    Args:
        there: [n, 2] rudder [rad] from starboard to port, and steady rate of turn [rad/s].
        back: [n, 2] the same from port to starboard.
    """
    first, second = _change_of_side(there), _change_of_side(back)
    heights = [
        float(np.interp(0.0, *branch[np.argsort(branch[:, 0])].T)) for branch in (there, back)
    ]
    width, height = second - first, heights[0] - heights[1]
    largest = float(np.abs(np.vstack([there, back])[:, 1]).max())
    if abs(height) <= _PARALLEL * largest:
        width, height = 0.0, 0.0
    resolution = float(np.abs(np.diff(there[:, 0])).max())
    return [
        Figure("loop_width", max(width, 0.0), "rad", "rudder between the changes of side"),
        Figure("loop_height", max(height, 0.0), "rad/s", "between the branches, rudder amidships"),
        Figure("rudder_step", resolution, "rad", "to which the width is known"),
        Figure(
            "change_to_port", first, "rad", "rudder where the rate changes side, on the way there"
        ),
        Figure("change_to_starboard", second, "rad", "the same on the way back"),
    ]


def _change_of_side(branch: FloatArray) -> float:
    """Rudder angle at which the rate of turn changes its sign, by linear interpolation [rad]."""
    changes = np.flatnonzero(np.signbit(branch[1:, 1]) != np.signbit(branch[:-1, 1]))
    if not len(changes):
        return math.nan
    (angle, rate), (angle2, rate2) = branch[changes[0]], branch[changes[0] + 1]
    return float(angle + (angle2 - angle) * rate / (rate - rate2))


def spiral_criteria(width: float, ship_time: float) -> tuple[Criterion, ...]:
    """Permitted width of the loop: 0 below L/V 9 s, -3 deg + L/(3 V), 12 deg from 45 s.

    Args:
        width: rad.
        ship_time: L/V [s].
    """
    if math.isnan(ship_time):
        return ()
    limit = between(ship_time, (9.0, 0.0), (45.0, 12.0))
    return (Criterion("loop width", math.degrees(width), limit, "deg", IMO_NOTES),)
