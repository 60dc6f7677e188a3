"""How many steps a client asks for at a time."""

from __future__ import annotations

import math
import time

_GROWTH = 8  # from one message to the next: the first of a run may be faster than those that follow


class MessageSize:
    """As many steps as a message may take of the wall clock, by the pace so far.

    Rows come with the end of a message. Few steps a message lose little where something ends a run,
    many cost little beside the steps.

    Attributes:
        steps: of the next message.
    """

    def __init__(self, output_stride: int, limit: int, duration: float) -> None:
        """Begins with one row a message, or with the limit where the duration has no bound.

        Args:
            output_stride: steps from row to row; a message has whole rows.
            limit: the most steps of a message.
            duration: s that a message should take at most.
        """
        self._stride = output_stride
        self._limit = limit
        self._duration = duration
        self._start = time.perf_counter()
        self.steps = limit if math.isinf(duration) else min(output_stride, limit)

    def learn(self, step_count: int) -> None:
        """Notes that a message with so many steps has come."""
        now = time.perf_counter()
        pace = step_count / max(now - self._start, 1e-6)  # steps a second
        self._start = now
        if step_count < 1 or math.isinf(self._duration):
            return
        rows = int(min(self._duration * pace, _GROWTH * self.steps, self._limit)) // self._stride
        self.steps = min(max(1, rows) * self._stride, self._limit)
