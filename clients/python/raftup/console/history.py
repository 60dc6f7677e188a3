"""Earlier rows of a watch, for tabs that join later."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raftup._generated.console_pb2 import History
from raftup._generated.exchange_pb2 import Frame
from raftup.base.arrays import FloatArray

BYTE_LIMIT = 64 << 20
ROW_LIMIT = 2000
_BLOCK_ROWS = 4096

Times = npt.NDArray[np.int64]


@dataclass
class _Block:
    """A block of rows, of which the first `count` are filled."""

    times: Times
    values: FloatArray
    count: int = 0


class Ring:
    """The newest rows of a watch; when time goes back, later rows are dropped.

    Args:
        width: number of values of a row.
    """

    def __init__(self, width: int) -> None:
        self._width = width
        block_bytes = _BLOCK_ROWS * 8 * (width + 1)
        self._blocks: deque[_Block] = deque(maxlen=max(2, BYTE_LIMIT // block_bytes))

    @property
    def byte_count(self) -> int:
        """Number of bytes in use."""
        return sum(block.times.nbytes + block.values.nbytes for block in self._blocks)

    def add(self, frame: Frame) -> None:
        """Adds the rows of a frame to the history."""
        if not self._width or not frame.values:
            return
        values = np.array(frame.values).reshape(-1, self._width)
        times = np.array(frame.row_time_ns or [frame.time_ns], dtype=np.int64)
        self._forget_from(int(times[0]))
        for start in range(0, len(times), _BLOCK_ROWS):
            self._append(times[start : start + _BLOCK_ROWS], values[start : start + _BLOCK_ROWS])

    def _append(self, times: Times, values: FloatArray) -> None:
        while len(times):
            if not self._blocks or self._blocks[-1].count == _BLOCK_ROWS:
                self._blocks.append(
                    _Block(np.empty(_BLOCK_ROWS, np.int64), np.empty((_BLOCK_ROWS, self._width)))
                )
            block = self._blocks[-1]
            fits = min(len(times), _BLOCK_ROWS - block.count)
            block.times[block.count : block.count + fits] = times[:fits]
            block.values[block.count : block.count + fits] = values[:fits]
            block.count += fits
            times, values = times[fits:], values[fits:]

    def _forget_from(self, time_ns: int) -> None:
        while self._blocks and self._blocks[-1].times[self._blocks[-1].count - 1] >= time_ns:
            block = self._blocks[-1]
            block.count = int(np.searchsorted(block.times[: block.count], time_ns))
            if block.count == 0:
                self._blocks.pop()

    def since(self, duration_ns: int) -> History:
        """Rows of the last `duration_ns`, reduced to ROW_LIMIT by smallest and largest values."""
        if not self._blocks or duration_ns <= 0:
            return History()
        times = np.concatenate([block.times[: block.count] for block in self._blocks])
        values = np.concatenate([block.values[: block.count] for block in self._blocks])
        first = int(np.searchsorted(times, times[-1] - duration_ns))
        times, values = thinned(times[first:], values[first:])
        return History(row_time_ns=times, values=values.ravel())


def thinned(times: Times, values: FloatArray) -> tuple[Times, FloatArray]:
    """At most ROW_LIMIT rows: smallest and largest values of equal parts, at each part's ends."""
    count = len(times)
    if count <= ROW_LIMIT:
        return times, values
    starts = np.linspace(0, count, ROW_LIMIT // 2, endpoint=False).astype(int)
    ends = np.append(starts[1:], count) - 1
    least = np.minimum.reduceat(values, starts, axis=0)
    largest = np.maximum.reduceat(values, starts, axis=0)
    thin_times = np.column_stack([times[starts], times[ends]]).ravel()
    return thin_times, np.stack([least, largest], axis=1).reshape(-1, values.shape[1])
