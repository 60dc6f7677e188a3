"""Samples that a stream has sent and that the session has not passed yet."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator

from raftup._generated import session_pb2
from raftup.remote.samples import complete_until, is_past


class SentSamples:
    """Messages of samples in the order of sending, kept so that they can be sent again.

    Attributes:
        next_sequence: number of the next message, as counted by the server.
    """

    def __init__(self) -> None:
        self.next_sequence = 0
        self._unconfirmed: deque[session_pb2.Inputs] = deque()

    def add(self, inputs: session_pb2.Inputs) -> None:
        """Numbers a message that is being sent, and keeps it until the session has passed it."""
        inputs.sequence = self.next_sequence
        self.next_sequence += 1
        self._unconfirmed.append(inputs)

    def forget_before(self, time_ns: int) -> None:
        """Drops the messages that the session must have received to reach this time."""
        while self._unconfirmed and is_past(self._unconfirmed[0], time_ns):
            self._unconfirmed.popleft()

    def clear(self) -> None:
        """Drops all messages."""
        self._unconfirmed.clear()

    def resent(self, known_until_ns: int | None, width: int) -> Iterator[session_pb2.Inputs]:
        """Yields the messages that a resumed stream must send again, with their new numbers.

        A restarted server counts messages from the beginning: samples that it has are left out.

        Args:
            known_until_ns: time up to which the server has all samples; None = it has none.
            width: number of columns of the inputs.
        """
        unconfirmed, self._unconfirmed = self._unconfirmed, deque()
        for inputs in unconfirmed:
            if inputs.sequence < self.next_sequence:
                continue
            times = inputs.sample_time_ns
            known = 0 if known_until_ns is None else bisect_right(times, known_until_ns)
            if known == len(times) > 0:
                continue
            del inputs.values[: known * width]
            del times[:known]
            self.add(inputs)
            yield inputs

    def answers(self, need: session_pb2.Need) -> bool:
        """Whether the samples that the server asks for were sent before its message arrived.

        If the server also waits for other participants, its message contains the latest time
        needed.
        """
        newest = self._unconfirmed[-1] if self._unconfirmed else session_pb2.Inputs()
        others = len(need.participant_ids) > 1 and bool(self._unconfirmed)
        return others or complete_until(newest) >= need.until_time_ns
