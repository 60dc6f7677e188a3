"""Control of a ship in a session: orders to rudder and propellers, and its measured state."""

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
    """Speed, heading and rate of turn of a ship, as seen by a helmsman.

    Attributes:
        time: s.
        heading: rad, to starboard, without jumps.
        yaw_rate: rad/s, to starboard.
        ahead: velocity along the bow [m/s].
        speed: speed over ground [m/s].
    """

    time: float
    heading: float
    yaw_rate: float
    ahead: float
    speed: float


class Helm(Protocol):
    """Interface by which a trial steers a ship: reads its state, gives orders, advances time."""

    @property
    def step(self) -> float:
        """Shortest time between two states [s]."""

    @property
    def state(self) -> State:
        """The present state."""

    def order(self, *, rudder: float | None = None, propeller: float | None = None) -> None:
        """Gives orders that apply from now on.

        Args:
            rudder: angle of all rudders [rad].
            propeller: share of the speed that each propeller has in the model.
        """

    def advance(self, step_count: int) -> None:
        """Takes a number of steps."""


class Bridge:
    """A Helm for a ship in its own session.

    Attributes:
        model: model of the session.
        ship: ship in the model.
        orders: orders that were sent, without repetitions.
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
        """Duration of a step of the session [s]."""
        return self._exchange.step_ns / NANOSECONDS

    @property
    def state(self) -> State:
        """State at the end of the last step."""
        return self._last

    def order(self, *, rudder: float | None = None, propeller: float | None = None) -> None:
        """Gives orders, see Helm.order()."""
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
        """Takes a number of steps, see Helm.advance()."""
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
        """Rows of the last advance()."""
        return self._rows[-1]

    def track(self) -> Track:
        """The track of the ship from t = 0 to now."""
        return track_of(Rows.concatenate(self._rows), self._inputs.observer, self.ship)


@dataclass(frozen=True)
class _Inputs:
    """Names in the session's model: inputs by load, the observer at midship; also its warnings."""

    rudders: Mapping[str, str]
    propellers: Mapping[str, str]
    observer: str
    warnings: list[str]


def warnings_of(findings: Iterable[Finding]) -> list[str]:
    """Messages of the findings of severity warning or error."""
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
    """A ship in a new session, for the duration of the block.

    Args:
        client: client of any server.
        model: model with the ship; its controllers are removed, and inputs are added.
        ship: ship in the model.
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
    """Advances until speed and rate of turn are steady; returns whether they are.

    They are checked each time the ship has moved its length: the speed must change by less than
    `tolerance` of itself, the rate of turn by less than `tolerance` times U/L.

    Args:
        helm: helm of the ship.
        length: m.
        most: longest time [s].
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
    """Keeps a straight course with the rudders amidships until the speed is steady.

    Args:
        helm: helm of the ship, at t = 0.
        ship: ship of the helm.
        most: longest time [s]; 0 = the model already starts in the desired state.

    Returns:
        Notes, a sentence each.

    Raises:
        RaftupError: FAILED_PRECONDITION if the ship does not move ahead.
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
    """Length of the ship, or 100 m if unknown, which determines waiting times of trials [m]."""
    return 100.0 if math.isnan(ship.length) else ship.length
