"""Trials of a moving ship: a straight approach, then orders, then results."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from raftup._generated.model_pb2 import Model
from raftup.base.errors import bad_field
from raftup.remote.client import Client
from raftup.trials.bridge import Bridge, Helm, approach, bridge, reference_length
from raftup.trials.calm import calm
from raftup.trials.figures import Figure, Run, standards_note
from raftup.trials.ship import Needs, Ship, find_ship
from raftup.trials.track import Course

MOST_APPROACH = 60.0
"""Longest approach in ship lengths, converted to time at a Froude number of .1."""


@dataclass(frozen=True)
class Conditions:
    """Conditions of a trial.

    Attributes:
        body: name of the ship; empty = the only one that can be steered.
        length: ship length [m]; None = that of the load `manoeuvring`.
        weather: whether waves, current and wind of the model are kept.
        approach: longest straight course before the first order [s]; None = 60 lengths at a Froude
            number of .1.
        scale: length of the ship over that of the model, for L/V in criteria and the ship length.
    """

    body: str = ""
    length: float | None = None
    weather: bool = False
    approach: float | None = None
    scale: float = 1.0


DEFAULT = Conditions()
"""Default conditions: calm water, the only ship."""


@dataclass(frozen=True)
class Setting:
    """A model that is prepared for a trial.

    Attributes:
        model: model, without weather if the conditions require it.
        ship: ship in the model.
        needs: requirements of the trial.
        conditions: conditions of the trial.
        notes: notes on changes, and on criteria that do not apply.
    """

    model: Model
    ship: Ship
    needs: Needs
    conditions: Conditions
    notes: tuple[str, ...]


def set_up(model: Model, needs: Needs, conditions: Conditions) -> Setting:
    """Prepares the model of a ship for a trial.

    Args:
        model: model that breaks no rule of the schema.
        needs: requirements of the trial.
        conditions: conditions of the trial.

    Raises:
        RaftupError: BAD_FIELD if the model lacks what the trial needs.
    """
    if not (math.isfinite(conditions.scale) and conditions.scale > 0.0):
        raise bad_field("--scale", f"must be > 0, is {conditions.scale:g}")
    most = conditions.approach
    if most is not None and not (math.isfinite(most) and most >= 0.0):
        raise bad_field("--approach", f"must be >= 0, is {most:g}")
    ship = find_ship(model, needs, conditions.body, conditions.length)
    own, dropped = calm(model, weather=conditions.weather)
    notes = []
    if dropped:
        notes.append(f"calm water: without {', '.join(dropped)} of the model; --weather keeps them")
    if ship.controllers:
        notes.append(f"off: {', '.join(ship.controllers)}")
    if needs.sails:
        notes += standards_note(ship.length, conditions.scale)
    return Setting(own, ship, needs, conditions, tuple(notes))


def sail(
    client: Client,
    setting: Setting,
    label: str,
    drive: Callable[[Helm], Sequence[str]],
    judge: Callable[[Course, Run], Sequence[Figure]],
) -> Run:
    """Makes one run of a trial: approach, orders, results.

    Args:
        client: client of any server.
        setting: prepared model.
        label: label of the run.
        drive: function that gives orders and takes steps after the approach; returns notes.
        judge: function that computes results from the course.
    """
    ship = setting.ship
    with bridge(
        client,
        setting.model,
        ship,
        rudders=bool(ship.rudders),
        propellers=setting.needs.propellers,
    ) as helm:
        helm.order(
            rudder=0.0 if ship.rudders else None,
            propeller=1.0 if setting.needs.propellers else None,
        )
        notes = [*helm.warnings, *approach(helm, ship, _longest_approach(setting))]
        order_time = helm.state.time
        notes += drive(helm)
        return _judged(helm, label, order_time, tuple(notes), judge)


def _judged(
    helm: Bridge,
    label: str,
    order_time: float,
    notes: tuple[str, ...],
    judge: Callable[[Course, Run], Sequence[Figure]],
) -> Run:
    track = helm.track()
    model = Model()
    model.CopyFrom(helm.model)
    model.integration.duration = float(track.time[-1])
    run = Run(label, track, order_time, (), tuple(helm.orders), model, notes)
    figures = tuple(judge(track.since(order_time), run))
    return Run(label, track, order_time, figures, run.orders, model, notes)


def _longest_approach(setting: Setting) -> float:
    if setting.conditions.approach is not None:
        return setting.conditions.approach
    length = reference_length(setting.ship)
    return MOST_APPROACH * length / (0.1 * math.sqrt(9.81 * length))


def limited_rudder(setting: Setting, angle: float, field: str = "--rudder") -> float:
    """Checks that the rudders can reach an angle, and returns it.

    Args:
        setting: prepared model.
        angle: rad, > 0 turns to starboard.
        field: option with the angle, for the message.

    Raises:
        RaftupError: BAD_FIELD if it is 0, not finite or beyond a limit.
    """
    limit = setting.ship.rudder_limit
    if not math.isfinite(angle):
        raise bad_field(field, f"must be a finite number, is {math.degrees(angle):g}")
    if angle == 0.0:
        raise bad_field(field, f"must not be 0, is {math.degrees(angle):g}")
    if abs(angle) > limit * (1.0 + 1e-9):
        rule = f"must be within {math.degrees(limit):g} deg, the smallest max_angle_deg of "
        rule += f"{', '.join(setting.ship.rudders)}, is {math.degrees(angle):g}"
        raise bad_field(field, rule)
    return angle


SIDES = {"starboard": 1.0, "port": -1.0}
"""Sign of the first order by its side."""


def sides_of(side: str) -> dict[str, float]:
    """The sides to which a trial is made, with their signs.

    Args:
        side: starboard, port or both.

    Raises:
        RaftupError: BAD_FIELD for another word.
    """
    if side == "both":
        return SIDES
    if side not in SIDES:
        raise bad_field("--side", f"must be starboard, port or both, is {side!r}")
    return {side: SIDES[side]}


def seconds_a_length(helm: Helm, length: float) -> float:
    """Time in which the ship moves by its length at its present speed [s]."""
    return length / max(helm.state.speed, 1e-3 * math.sqrt(9.81 * length))


def approach_speed(runs: Sequence[Run]) -> float:
    """Speed [m/s] at the first order of the first run."""
    return runs[0].track.since(runs[0].order_time).approach_speed


def worst(runs: Sequence[Run], name: str) -> float:
    """The largest result with a name of all runs; NaN if a run has none."""
    values = [run.value(name) for run in runs]
    return math.nan if any(map(math.isnan, values)) or not values else max(values)
