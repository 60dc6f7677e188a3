"""Steps that hold to the wall clock, for people and equipment in the loop."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from raftup.base.errors import bad_field
from raftup.remote.exchange import Exchange
from raftup.remote.rows import NANOSECONDS, Rows

_TICK = 1.0 / 60.0  # s of wall clock: how often steps are taken, as screens and controllers expect


@dataclass(frozen=True)
class Jitter:
    """How late the ends of steps were, against the wall clock.

    Attributes:
        tick_count: how many were looked at.
        p50: s, half of them were not later.
        p99: s, 99 of 100.
        maximum: s.
    """

    tick_count: int
    p50: float
    p99: float
    maximum: float

    def __str__(self) -> str:
        late = ", ".join(
            f"{name} {1e3 * value:.2f} ms"
            for name, value in (("p50", self.p50), ("p99", self.p99), ("max", self.maximum))
        )
        return f"{self.tick_count} ticks late by {late}"


class Pace:
    """Takes steps no sooner than the wall clock allows.

    A step that ends at simulation time t is asked for at wall clock start + (t - start) / factor.
    Steps that are shorter than a sixtieth of a second on the wall clock go together. Who falls
    behind catches up as fast as the server computes: no time is dropped. Nothing but when a step
    is asked for depends on the clock, so that results do not.
    """

    def __init__(self, factor: float = 1.0) -> None:
        """Says how fast.

        Args:
            factor: simulated seconds per second of wall clock, > 0.

        Raises:
            RaftupError: BAD_FIELD for another factor.
        """
        if not (math.isfinite(factor) and factor > 0.0):
            raise bad_field("pace", f"must be finite and > 0, is {factor:g}")
        self.factor = factor
        self._lateness: list[float] = []

    def advance(self, exchange: Exchange, step_count: int) -> Iterator[Rows]:
        """Takes steps in parts as Exchange.advance_in_parts() does, each when its time has come.

        Args:
            exchange: of the controller.
            step_count: >= 1.
        """
        step = exchange.step_ns / NANOSECONDS / self.factor  # on the wall clock
        most = min(exchange.steps_per_message(), max(1, round(_TICK / step)))
        start, taken = time.perf_counter(), 0
        while taken < step_count:
            count = min(most, step_count - taken)
            taken += count
            due = start + taken * step
            time.sleep(max(0.0, due - time.perf_counter()))
            rows = exchange.advance(count)
            self._lateness.append(time.perf_counter() - due)
            yield rows

    def jitter(self) -> Jitter:
        """How late steps were so far; all zero before the first."""
        late = np.array(self._lateness or [0.0])
        p50, p99 = np.percentile(late, [50, 99])
        return Jitter(len(self._lateness), float(p50), float(p99), float(late.max()))
