"""Steps at the pace of the wall clock, for people and equipment in the loop."""

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
    """Statistics of the delay of steps relative to the wall clock.

    Attributes:
        tick_count: number of delays in the statistics.
        p50: median of the delays [s].
        p99: 99th percentile of the delays [s].
        maximum: largest delay [s].
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

    A step that ends at simulation time t is requested at the wall clock time start + (t - start) /
    factor. Steps shorter than 1/60 s of wall clock are requested together. A delay is made up as
    fast as the server computes; no simulation time is skipped. Results do not depend on the wall
    clock.
    """

    def __init__(self, factor: float = 1.0) -> None:
        """Sets the speed of the simulation.

        Args:
            factor: simulated seconds per second of wall clock, > 0.

        Raises:
            RaftupError: BAD_FIELD if the factor is not positive and finite.
        """
        if not (math.isfinite(factor) and factor > 0.0):
            raise bad_field("pace", f"must be finite and > 0, is {factor:g}")
        self.factor = factor
        self._lateness: list[float] = []

    def advance(self, exchange: Exchange, step_count: int) -> Iterator[Rows]:
        """Takes steps, each when its wall clock time has come, and yields their rows.

        Args:
            exchange: stream of the controller.
            step_count: number of steps, >= 1.
        """
        step = exchange.step_ns / NANOSECONDS / self.factor  # on the wall clock
        most = min(exchange.steps_per_message(), max(1, round(_TICK / step)))
        start, taken = time.perf_counter(), 0
        while taken < step_count and not exchange.ended:
            count = min(most, step_count - taken)
            taken += count
            due = start + taken * step
            time.sleep(max(0.0, due - time.perf_counter()))
            rows = exchange.advance(count)
            self._lateness.append(time.perf_counter() - due)
            yield rows

    def jitter(self) -> Jitter:
        """Statistics of the delays so far; all zero before the first step."""
        late = np.array(self._lateness or [0.0])
        p50, p99 = np.percentile(late, [50, 99])
        return Jitter(len(self._lateness), float(p50), float(p99), float(late.max()))
