"""The bridge of a ship in a session: orders go down, what the ship does comes up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from raftup._generated.finding_pb2 import Finding, Severity
from raftup._generated.model_pb2 import Model
from raftup.base.errors import RaftupError
from raftup.remote.client import Client
from raftup.remote.exchange import Exchange
from raftup.remote.rows import NANOSECONDS, Rows
from raftup.trials.calm import manned, watched
from raftup.trials.figures import Order
from raftup.trials.ship import Ship
from raftup.trials.track import Track, track_of

_GRAVITY_FOR_SLOW = 9.81  # m/s2: a ship below F_n .1 is looked at as often as at .1
_SLOW = 0.1


@dataclass(frozen=True)
class State:
    """Position, speed, heading and rate of turn that a helmsman sees.

    Attributes:
        time: s.
        heading: rad, to starboard, without jumps.
        yaw_rate: rad/s, to starboard.
        ahead: m/s.
        speed: m/s.
    """

    time: float
    heading: float
    yaw_rate: float
    ahead: float
    speed: float


class Helm(Protocol):
    """How a trial steers a ship: reads its state, gives orders, lets time pass."""

    @property
    def step(self) -> float:
        """The least time between two looks [s]."""

    @property
    def state(self) -> State:
        """Of now."""

    def order(self, *, rudder: float | None = None, propeller: float | None = None) -> None:
        """Orders from now on.

        Args:
            rudder: rad, of all rudders.
            propeller: share of the speed that each propeller of the model has.
        """

    def advance(self, step_count: int) -> None:
        """Lets steps go by."""


class Bridge:
    """A Helm of a ship in a session of its own.

    Attributes:
        model: that runs.
        ship: of it.
        orders: what was sent, without repetitions.
    """

    def __init__(
        self, exchange: Exchange, first: Rows, model: Model, ship: Ship, inputs: _Inputs
    ) -> None:
        self.model = model
        self.ship = ship
        self.orders: list[Order] = []
        self._exchange = exchange
        self._inputs = inputs
        self._rows = [first]
        self._last = self._state_of(first)
        self._command: dict[str, float] = {}

    @property
    def step(self) -> float:
        """Of the session [s]."""
        return self._exchange.step_ns / NANOSECONDS

    @property
    def state(self) -> State:
        """At the end of the last step."""
        return self._last

    def order(self, *, rudder: float | None = None, propeller: float | None = None) -> None:
        """See Helm.order()."""
        before = dict(self._command)
        if rudder is not None:
            self._command |= dict.fromkeys(self._inputs.rudders.values(), rudder)
        if propeller is not None:
            speeds = zip(self.ship.propellers, self.ship.propeller_speeds, strict=True)
            self._command |= {
                self._inputs.propellers[name]: propeller * speed
                for name, speed in speeds
                if name in self._inputs.propellers
            }
        if self._command != before:
            if self.orders and self.orders[-1].time == self._last.time:
                self.orders.pop()
            self.orders.append(Order(self._last.time, dict(self._command)))

    def advance(self, step_count: int) -> None:
        """See Helm.advance()."""
        start = self._exchange.time_ns
        if self._command:
            end = (start + step_count * self._exchange.step_ns) / NANOSECONDS
            self._exchange.command(start / NANOSECONDS, self._command, until=end)
        rows = self._exchange.advance(step_count)
        self._rows.append(rows)
        self._last = self._state_of(rows, self._last.heading)

    def _state_of(self, rows: Rows, before: float = 0.0) -> State:
        track = track_of(rows.part(len(rows) - 1, len(rows)), self._inputs.observer, self.ship)
        heading = float(track.heading[0])
        heading = before + math.remainder(heading - before, 2.0 * math.pi)
        return State(
            time=float(track.time[0]),
            heading=heading,
            yaw_rate=float(track.yaw_rate[0]),
            ahead=float(track.ahead[0]),
            speed=float(track.speed[0]),
        )

    @property
    def warnings(self) -> list[str]:
        """Warnings of the server about the model."""
        return self._inputs.warnings

    def last_rows(self) -> Rows:
        """Rows of the last advance."""
        return self._rows[-1]

    def track(self) -> Track:
        """The track of the ship so far."""
        return track_of(Rows.concatenate(self._rows), self._inputs.observer, self.ship)


@dataclass(frozen=True)
class _Inputs:
    """Names in the session's model: inputs by load, the observer at midship; its warnings."""

    rudders: Mapping[str, str]
    propellers: Mapping[str, str]
    observer: str
    warnings: list[str]


def warnings_of(findings: Iterable[Finding]) -> list[str]:
    """What is more than information, a sentence each."""
    return [
        f"warning: {finding.message}"
        for finding in findings
        if finding.severity != Severity.SEVERITY_INFO
    ]


@contextmanager
def bridge(
    client: Client,
    model: Model,
    ship: Ship,
    *,
    rudders: bool = False,
    propellers: bool = False,
    extra: Sequence[str] = (),
) -> Iterator[Bridge]:
    """A ship in a new session, for the length of the block.

    Args:
        client: of any server.
        model: that has the ship; its controllers are taken off, and inputs are added.
        ship: in it.
        rudders: whether rudders are ordered.
        propellers: whether propellers are ordered.
        extra: names of further outputs.
    """
    own = Model()
    own.CopyFrom(model)
    by_rudder, by_propeller = manned(own, ship, rudders=rudders, propellers=propellers)
    observer = watched(own, ship)
    own.outputs.extend(extra)
    names = [*by_rudder.values(), *by_propeller.values()]
    with client.create_session(own, durability="none") as session:
        session.initialise()
        inputs = _Inputs(by_rudder, by_propeller, observer, warnings_of(session.findings))
        outputs = list(own.outputs)
        with session.exchange(inputs=names, outputs=outputs, output_stride=1) as exchange:
            yield Bridge(exchange, session.read(outputs), own, ship, inputs)


def settle(helm: Helm, length: float, most: float, tolerance: float = 1e-3) -> bool:
    """Lets a ship go on until speed and rate of turn stay what they are; whether they do.

    Looked at each time it has gone its length: the speed changes by less than `tolerance` of
    itself, the rate of turn by less than that times U/L.

    Args:
        helm: of the ship.
        length: m.
        most: s, after which it ends anyway.
        tolerance: 1.
    """
    end = helm.state.time + most
    slow = _SLOW * math.sqrt(_GRAVITY_FOR_SLOW * length)
    calm = 0
    while calm < 2 and helm.state.time < end:
        before = helm.state
        pause = length / max(before.speed, slow)
        helm.advance(max(1, math.ceil(min(pause, end - before.time) / helm.step)))
        after = helm.state
        speed = max(after.speed, slow)
        held = abs(after.speed - before.speed) <= tolerance * speed
        held &= abs(after.yaw_rate - before.yaw_rate) <= tolerance * speed / length
        calm = calm + 1 if held else 0
    return calm >= 2


def approach(helm: Helm, ship: Ship, most: float) -> list[str]:
    """A straight course with the rudders amidships until the speed is steady; what is to be said.

    Args:
        helm: of the ship, at t = 0.
        ship: that it steers.
        most: s; 0 = the model starts as it shall be.

    Raises:
        RaftupError: FAILED_PRECONDITION where the ship does not go ahead.
    """
    steady = most == 0.0 or settle(helm, reference_length(ship), most)
    state = helm.state
    if state.ahead <= 0.0 or not np.isfinite(state.ahead):
        rule = f"{ship.body} does not go ahead: {state.ahead:.3g} m/s after {state.time:g} s"
        message = f"{rule}; give its propellers a speed, or the body a linear_velocity"
        raise RaftupError(message, code="FAILED_PRECONDITION")
    if steady:
        return []
    return [f"the speed was not steady after {state.time:g} s of approach, {state.speed:.4g} m/s"]


def reference_length(ship: Ship) -> float:
    """Length of the ship, else 100 m, by which trials know how long to wait [m]."""
    return 100.0 if math.isnan(ship.length) else ship.length
