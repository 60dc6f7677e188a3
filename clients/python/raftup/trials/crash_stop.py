"""Stopping test: full astern from full ahead until the ship has stopped."""

from __future__ import annotations

import math
from functools import partial

from raftup._generated.model_pb2 import Model
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.remote.client import Client
from raftup.trials.bridge import Helm, reference_length
from raftup.trials.figures import IMO, Criterion, Figure, Run, Trial
from raftup.trials.sailing import (
    DEFAULT,
    Conditions,
    Setting,
    approach_speed,
    sail,
    seconds_a_length,
    set_up,
)
from raftup.trials.ship import Needs
from raftup.trials.track import Course

ASTERN = 1.0
"""Propeller speed astern as a share of the speed ahead."""

_MOST_LENGTHS = 300.0  # of time at the approach speed
_MOST_TRACK, _MOST_TRACK_LARGE = 15.0, 20.0  # L


def crash_stop(
    client: Client,
    model: Model,
    conditions: Conditions = DEFAULT,
    astern: float = ASTERN,
) -> Trial:
    """Stops a ship by its propellers, with the rudders amidships.

    Args:
        client: client of any server.
        model: model with the ship.
        conditions: conditions of the trial.
        astern: > 0: propeller speed astern over that ahead.

    Raises:
        RaftupError: BAD_FIELD if the model lacks what the trial needs.
    """
    setting = set_up(model, Needs("a stopping test", propellers=True), conditions)
    if not (math.isfinite(astern) and astern > 0.0):
        raise bad_field("--astern", f"must be > 0, is {astern:g}")
    _check_speeds(setting, astern)
    length = setting.ship.length
    run = sail(
        client,
        setting,
        "full astern",
        partial(stop, astern=astern, length=reference_length(setting.ship)),
        _figures,
    )
    reach = run.value("track_reach")
    sources = {_MOST_TRACK: "", _MOST_TRACK_LARGE: ", very large ships"}
    criteria = tuple(
        Criterion("track reach", reach / length, limit, "L", f"{IMO} 5.3.4{of}")
        for limit, of in sources.items()
    )
    return Trial(
        name="crash-stop",
        title=f"Stopping test, propellers astern at {astern:g} of their speed ahead",
        body=setting.ship.body,
        length=length,
        speed=approach_speed([run]),
        runs=(run,),
        criteria=() if math.isnan(length) else criteria,
        notes=(*setting.notes, *_astern_notes(model, setting)),
    )


def _check_speeds(setting: Setting, astern: float) -> None:
    ship = setting.ship
    for name, speed, limit in zip(
        ship.propellers, ship.propeller_speeds, ship.propeller_limits, strict=True
    ):
        if speed <= 0.0:
            raise bad_field(f"loads.{name}.speed", f"must be > 0 for a stop, is {speed:g} 1/s")
        if astern * speed > limit:
            rule = f"must be at most {limit / speed:.4g}: max_speed of {name} is {limit:g} 1/s"
            raise bad_field("--astern", f"{rule}, is {astern:g}")


def _astern_notes(model: Model, setting: Setting) -> list[str]:
    """Notes on propellers outside the range of their data."""
    return [
        f"{load.name} has no four_quadrants: astern it has the thrust of J = 0, whatever the speed"
        for load in model.loads
        if load.name in setting.ship.propellers and not load.propeller.HasField("four_quadrants")
    ]


def stop(helm: Helm, astern: float, length: float) -> list[str]:
    """Orders the propellers astern until the ship has no speed ahead.

    Args:
        helm: helm of a ship on a straight course.
        astern: propeller speed astern over that ahead.
        length: ship length, which determines waiting times [m].
    """
    start = helm.state
    pause = seconds_a_length(helm, length)
    count = max(1, int(0.02 * pause / helm.step))
    helm.order(propeller=-astern)
    while helm.state.ahead > 0.0:
        if helm.state.time - start.time > _MOST_LENGTHS * pause:
            return [f"still {helm.state.ahead:.3g} m/s ahead after {_MOST_LENGTHS * pause:.4g} s"]
        helm.advance(count)
    return []


def _figures(course: Course, _: Run) -> list[Figure]:
    return stopping_figures(course)


def stopping_figures(course: Course) -> list[Figure]:
    """Results of a stop, from the order astern until the speed ahead is 0.

    Args:
        course: course from the order on.
    """

    def at(values: FloatArray) -> float:
        return course.at(values, -course.ahead, 0.0)

    return [
        Figure("track_reach", at(course.distance), "m", "along the track"),
        Figure("head_reach", at(course.advance), "m", "along the course at the order"),
        Figure("lateral_deviation", at(course.transfer), "m", "to starboard of it"),
        Figure("stopping_time", at(course.time), "s", "from the order"),
        Figure("change_of_heading", at(course.turned), "rad", "to starboard"),
    ]
