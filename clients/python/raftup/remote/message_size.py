"""Number of steps that a client orders with one message."""

from __future__ import annotations

import math
import time

_GROWTH = 8  # from one message to the next: the first of a run may be faster than those that follow


class MessageSize:
    """Number of steps of the next message, adapted to a duration by the speed of earlier messages.

    Rows arrive at the end of a message. With few steps per message, little is lost if the run is
    ended; with many steps, messages cost little compared with steps.

    Attributes:
        steps: number of steps of the next message.
    """

    def __init__(self, output_stride: int, limit: int, duration: float) -> None:
        """Begins with one row per message, or with the limit if the duration is unlimited.

        Args:
            output_stride: number of steps between rows; a message has whole rows.
            limit: largest number of steps of a message.
            duration: s of wall clock that a message should take at most.
        """
        self._stride = output_stride
        self._limit = limit
        self._duration = duration
        self._start = time.perf_counter()
        self.steps = limit if math.isinf(duration) else min(output_stride, limit)

    def learn(self, step_count: int) -> None:
        """Adapts the number of steps after the answer to a message of `step_count` steps."""
        now = time.perf_counter()
        pace = step_count / max(now - self._start, 1e-6)  # steps a second
        self._start = now
        if step_count < 1 or math.isinf(self._duration):
            return
        rows = int(min(self._duration * pace, _GROWTH * self.steps, self._limit)) // self._stride
        self.steps = min(max(1, rows) * self._stride, self._limit)
