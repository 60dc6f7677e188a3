"""Bollard pull test: pull of the propellers at zero ship speed, over propeller speed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from raftup._generated.model_pb2 import Model
from raftup.base.errors import bad_field
from raftup.remote.client import Client
from raftup.remote.rows import Rows
from raftup.trials.bridge import Bridge, bridge
from raftup.trials.figures import Figure, Order, Run, Trial
from raftup.trials.sailing import DEFAULT, Conditions, Setting, set_up
from raftup.trials.ship import Needs, Ship

COUNT = 10
"""Default number of propeller speeds, in equal steps."""

_MOST_SPEEDS = 200
_HOLD = 60.0  # s, the longest a speed is waited for
_SAME = 1e-6  # of the largest pull: a step that changes it by less is steady


def bollard(
    client: Client,
    model: Model,
    conditions: Conditions = DEFAULT,
    shares: Sequence[float] = (),
) -> Trial:
    """Holds a ship and measures its pull at several propeller speeds.

    The pull is the sum along the bow of the forces of propellers and rudders on the hull, whose six
    dofs are held; it includes the thrust deduction.

    Args:
        client: client of any server.
        model: model with the ship.
        conditions: conditions of the trial.
        shares: speeds as shares of the speed of each propeller in the model, or of its max_speed if
            that speed is 0; empty = .1 to 1.

    Raises:
        RaftupError: BAD_FIELD if the model lacks what the trial needs.
    """
    needs = Needs("a bollard pull", propellers=True, sails=False)
    setting = _full_speeds(set_up(model, needs, conditions))
    chosen = _checked(shares or [place / COUNT for place in range(1, COUNT + 1)], setting.ship)
    _hold(setting.model, setting.ship.body)
    own = setting.model
    ship = setting.ship
    with bridge(
        client, own, ship, rudders=bool(ship.rudders), propellers=True, extra=_force_outputs(ship)
    ) as helm:
        helm.order(rudder=0.0 if ship.rudders else None)
        runs = [_measured(helm, ship, share) for share in chosen]
        notes = (*setting.notes, *helm.warnings)
    return Trial(
        name="bollard",
        title="Bollard pull",
        body=ship.body,
        length=ship.length,
        speed=math.nan,
        runs=tuple(runs),
        notes=(*notes, *_silent_shafts(own, ship)),
        figures=_best(runs),
        sails=False,
    )


def _full_speeds(setting: Setting) -> Setting:
    """Sets propellers with speed 0 in the model to their max_speed."""
    ship = setting.ship
    speeds = []
    for name, speed, limit in zip(
        ship.propellers, ship.propeller_speeds, ship.propeller_limits, strict=True
    ):
        if speed == 0.0 and math.isinf(limit):
            rule = "must be given, or max_speed: a bollard pull is measured at shares of it"
            raise bad_field(f"loads.{name}.speed", rule)
        speeds.append(speed or limit)
    return replace(setting, ship=replace(ship, propeller_speeds=tuple(speeds)))


def _checked(shares: Sequence[float], ship: Ship) -> list[float]:
    if len(shares) > _MOST_SPEEDS:
        raise bad_field("--shares", f"must be at most {_MOST_SPEEDS}, are {len(shares)}")
    for share in shares:
        if not math.isfinite(share):
            raise bad_field("--shares", f"must be finite, got {share:g}")
        for name, speed, limit in zip(
            ship.propellers, ship.propeller_speeds, ship.propeller_limits, strict=True
        ):
            if abs(share * speed) > limit * (1.0 + 1e-12):
                rule = f"must be within {limit / abs(speed):.4g}, max_speed of {name}"
                raise bad_field("--shares", f"{rule} is {limit:g} 1/s, got {share:g}")
    return list(shares)


def _hold(model: Model, name: str) -> None:
    """Holds all dofs of a body at zero velocity."""
    body = next(one for one in model.bodies if one.name == name)
    body.free[:] = [False] * 6
    body.ClearField("linear_velocity")
    body.ClearField("angular_velocity")


def _force_outputs(ship: Ship) -> list[str]:
    return [
        *(f"{name}.force" for name in (*ship.propellers, *ship.rudders)),
        *(f"{name}.shaft_power" for name in ship.propellers),
    ]


def _measured(helm: Bridge, ship: Ship, share: float) -> Run:
    """Measures the pull at one propeller speed, when it is steady."""
    start = helm.state.time
    helm.order(propeller=share)
    before = math.nan
    pause = max(1, math.ceil(1.0 / helm.step))
    while helm.state.time - start < _HOLD:
        helm.advance(pause)
        pull = pull_of(helm.last_rows(), ship)
        if abs(pull - before) <= _SAME * max(abs(pull), 1e-9):
            break
        before = pull
    rows = helm.last_rows()
    thrust = sum(float(rows[f"{name}.thrust"][-1, 0]) for name in ship.propellers)
    power = sum(float(rows[f"{name}.shaft_power"][-1, 0]) for name in ship.propellers)
    speed = float(np.mean([rows[f"{name}.speed"][-1, 0] for name in ship.propellers]))
    pull = pull_of(rows, ship)
    figures = (
        Figure("propeller_speed", speed, "1/s", "mean of all propellers"),
        Figure("pull", pull, "N", "ahead, thrust deduction taken off"),
        Figure("thrust", thrust, "N", "of all propellers"),
        Figure("shaft_power", power, "W", "of all propellers"),
        Figure("pull_per_power", pull / power if power else math.nan, "N/W", "of them"),
    )
    model = Model()
    model.CopyFrom(helm.model)
    model.integration.duration = helm.state.time
    order = Order(start, dict(helm.orders[-1].values))
    return Run(f"{share:g}", helm.track(), start, figures, (order,), model)


def pull_of(rows: Rows, ship: Ship) -> float:
    """Force [N] of propellers and rudders along the bow in the last row.

    Args:
        rows: rows with forces in world axes and the heading.
        ship: ship of the forces.
    """
    w, x, y, z = next(
        rows[name][-1] for name in rows.columns.names if name.endswith(".orientation")
    )
    bow = np.array([1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z)])
    bow /= np.linalg.norm(bow)
    force = sum(rows[f"{name}.force"][-1, :2] for name in (*ship.propellers, *ship.rudders))
    return float(np.dot(np.asarray(force), bow))


def _silent_shafts(model: Model, ship: Ship) -> list[str]:
    """Notes on propellers whose data contain no torque."""
    return [
        f"{load.name} has a polynomial without torque: its power is told as 0"
        for load in model.loads
        if load.name in ship.propellers
        and load.propeller.HasField("polynomial")
        and not any(load.propeller.polynomial.torque)
    ]


def _best(runs: Sequence[Run]) -> tuple[Figure, ...]:
    best = max(runs, key=lambda run: run.value("pull"))
    speed = best.value("propeller_speed")
    return (
        Figure("largest_pull", best.value("pull"), "N", f"at {speed:.4g} 1/s"),
        Figure("power_there", best.value("shaft_power"), "W", "of all propellers"),
    )
