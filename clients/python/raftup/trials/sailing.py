"""Trials of a ship under way: a straight approach, then orders, then figures."""

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
"""Lengths of the ship that an approach is waited for, at F_n .1, where nobody says another time."""


@dataclass(frozen=True)
class Conditions:
    """Under which a trial is made.

    Attributes:
        body: name of the ship; empty = the only one that can be ordered.
        length: m, instead of that of the load `manoeuvring`.
        weather: whether waves, current and wind of the model stay.
        approach: s, the longest straight course before the first order; None = 60 lengths at F_n
            .1.
        scale: of the ship over the model, for L/V of the criteria and the length of ships.
    """

    body: str = ""
    length: float | None = None
    weather: bool = False
    approach: float | None = None
    scale: float = 1.0


DEFAULT = Conditions()
"""Calm water, the only ship."""


@dataclass(frozen=True)
class Setting:
    """A model that is ready for a trial.

    Attributes:
        model: without weather, as the conditions say.
        ship: in it.
        needs: of the trial.
        conditions: of the trial.
        notes: what was changed, and what criteria are not of.
    """

    model: Model
    ship: Ship
    needs: Needs
    conditions: Conditions
    notes: tuple[str, ...]


def set_up(model: Model, needs: Needs, conditions: Conditions) -> Setting:
    """Prepares the model of a ship for a trial.

    Args:
        model: that keeps the rules of the schema.
        needs: of the trial.
        conditions: of the trial.

    Raises:
        RaftupError: BAD_FIELD where the model has not what the trial needs.
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
    """One run of a trial: approach, orders, figures.

    Args:
        client: of any server.
        setting: of the trial.
        label: of the run.
        drive: orders and steps from the end of the approach on; gives notes.
        judge: figures of what came of it.
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
    """An angle that the rudders can have.

    Args:
        setting: of the trial.
        angle: rad, > 0 turns to starboard.
        field: where it was given, for the message.

    Raises:
        RaftupError: BAD_FIELD where it is 0, not finite or beyond a limit.
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
    """The sides that a trial is made to.

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
    """Time in which the ship goes its length at its present speed [s]."""
    return length / max(helm.state.speed, 1e-3 * math.sqrt(9.81 * length))


def approach_speed(runs: Sequence[Run]) -> float:
    """Speed [m/s] at the first order of the first run."""
    return runs[0].track.since(runs[0].order_time).approach_speed


def worst(runs: Sequence[Run], name: str) -> float:
    """The largest figure of that name; NaN where a run has none."""
    values = [run.value(name) for run in runs]
    return math.nan if any(map(math.isnan, values)) or not values else max(values)
