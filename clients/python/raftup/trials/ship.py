"""The ship of a model for trials: its rudders, propellers and length."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from raftup._generated.body_pb2 import Motion
from raftup._generated.model_pb2 import Body, Load, Model
from raftup.base.errors import bad_field
from raftup.base.names import suggestion

_PLANE = {0: "surge", 1: "sway", 5: "yaw"}
_CONTROLLERS = ("autopilot", "dynamic_positioning")


@dataclass(frozen=True)
class Ship:
    """A body with rudders and propellers that can be ordered.

    Attributes:
        body: name of the body.
        length: ship length, the unit of distances [m]; NaN if unknown.
        midship: [3] m, model frame: point whose track is recorded.
        rudders: names of its rudders.
        propellers: names of its propellers.
        rudder_limit: rad, the smallest limit of its rudders.
        propeller_speeds: speed of each propeller at t = 0 [1/s].
        propeller_limits: largest speed of each propeller [1/s], >= 0; inf without a limit.
        controllers: names of loads that command rudders or propellers, which are off in a trial.
    """

    body: str
    length: float
    midship: tuple[float, float, float]
    rudders: tuple[str, ...]
    propellers: tuple[str, ...]
    rudder_limit: float
    propeller_speeds: tuple[float, ...]
    propeller_limits: tuple[float, ...]
    controllers: tuple[str, ...]


@dataclass(frozen=True)
class Needs:
    """Requirements of a trial: what it orders, and which motions of the ship must be free.

    Attributes:
        purpose: name for messages: `a turning circle`.
        rudders: whether rudders are ordered.
        propellers: whether propellers are ordered.
        sails: whether the ship moves in the horizontal plane.
    """

    purpose: str
    rudders: bool = False
    propellers: bool = False
    sails: bool = True


def find_ship(model: Model, needs: Needs, body: str = "", length: float | None = None) -> Ship:
    """Finds the ship of a model: body, hull load, rudders, propellers.

    Args:
        model: model that breaks no rule of the schema.
        needs: requirements of the trial.
        body: name of the body; default: the only one that has what is ordered.
        length: ship length [m]; default: that of its load `manoeuvring`.

    Raises:
        RaftupError: BAD_FIELD with the field that is missing or unsuitable, and advice.
    """
    name = body or _only_owner(model, needs)
    ship = find_body(model, name, needs.purpose, needs.sails)
    rudders = _loads_of(model, "rudder", ship.name)
    propellers = _loads_of(model, "propeller", ship.name)
    for kind, needed, found in (
        ("rudder", needs.rudders, rudders),
        ("propeller", needs.propellers, propellers),
    ):
        if needed and not found:
            rule = f"must have a {kind} of body {ship.name}, which {needs.purpose} orders"
            raise bad_field("loads", f"{rule}: add a load with the kind {kind}")
    hulls = _loads_of(model, "manoeuvring", ship.name)
    if length is not None and not (math.isfinite(length) and length > 0.0):
        raise bad_field("--length", f"must be > 0, is {length:g}")
    hull = hulls[0].manoeuvring if hulls else None
    midship = list(hull.point) if hull and hull.point else [0.0, 0.0, 0.0]
    return Ship(
        body=ship.name,
        length=length or (hull.length if hull else math.nan),
        midship=(midship[0], midship[1], midship[2]),
        rudders=tuple(load.name for load in rudders),
        propellers=tuple(load.name for load in propellers),
        rudder_limit=math.radians(min((_limit_deg(load) for load in rudders), default=0.0)),
        propeller_speeds=tuple(load.propeller.speed for load in propellers),
        propeller_limits=tuple(map(_speed_limit, propellers)),
        controllers=tuple(_controllers(model, ship.name)),
    )


def find_body(model: Model, name: str, purpose: str, sails: bool = False) -> Body:
    """Finds a body that is moved by forces.

    Args:
        model: model with the body.
        name: name of the body; empty = the only one that is moved by forces.
        purpose: name of the trial, for messages.
        sails: whether surge, sway and yaw must be free.

    Raises:
        RaftupError: BAD_FIELD if there is no suitable body.
    """
    names = [body.name for body in model.bodies]
    if not name:
        moving = [body.name for body in model.bodies if _is_dynamic(body)]
        if len(moving) != 1:
            rule = f"must say which body {purpose} is of, one of {', '.join(moving or names)}"
            raise bad_field("--body", rule)
        name = moving[0]
    if name not in names:
        raise bad_field(
            "--body", f"must be a body of the model{suggestion(name, names)}, is {name!r}"
        )
    place = names.index(name)
    body = model.bodies[place]
    if not _is_dynamic(body):
        kind = Motion.Name(body.motion).removeprefix("MOTION_").lower()
        rule = f"must be dynamic for {purpose}, is {kind}: no force moves {name}"
        raise bad_field(f"bodies[{place}].motion", rule)
    held = [dof for index, dof in _PLANE.items() if body.free and not body.free[index]]
    if sails and held:
        rule = f"must leave surge, sway and yaw free for {purpose}, holds {', '.join(held)}"
        raise bad_field(f"bodies[{place}].free", rule)
    return body


def _is_dynamic(body: Body) -> bool:
    return body.motion in (Motion.MOTION_UNSPECIFIED, Motion.MOTION_DYNAMIC)


def _only_owner(model: Model, needs: Needs) -> str:
    kind = "rudder" if needs.rudders else "propeller"
    loads = [load for load in model.loads if load.WhichOneof("kind") == kind]
    owners = list(dict.fromkeys(str(getattr(load, kind).body) for load in loads))
    if len(owners) == 1:
        return owners[0]
    if owners:
        rule = f"must say which ship {needs.purpose} is of, one of {', '.join(owners)}"
        raise bad_field("--body", rule)
    rule = f"must have a {kind}, which {needs.purpose} orders; the model has none"
    raise bad_field("loads", f"{rule}: add a load with the kind {kind}")


def _loads_of(model: Model, kind: str, body: str) -> list[Load]:
    return [
        load
        for load in model.loads
        if load.WhichOneof("kind") == kind and getattr(load, kind).body == body
    ]


def _limit_deg(load: Load) -> float:
    return load.rudder.max_angle_deg if load.rudder.HasField("max_angle_deg") else 35.0


def _speed_limit(load: Load) -> float:
    return load.propeller.max_speed if load.propeller.HasField("max_speed") else math.inf


def _controllers(model: Model, body: str) -> list[str]:
    """Names of the autopilots and dynamic positioning loads of a body."""
    found = []
    for load in model.loads:
        kind = load.WhichOneof("kind")
        if kind in _CONTROLLERS and getattr(load, kind).body == body:
            found.append(load.name)
    return found


def names_in_use(model: Model) -> set[str]:
    """All names in a model that must be unique."""
    parts: Sequence[Iterable[object]] = (
        model.bodies,
        model.joints,
        model.loads,
        model.observers,
        model.inputs,
        model.contact_readers,
        model.distance_readers,
    )
    return {str(getattr(part, "name", "")) for group in parts for part in group}
