"""Values of variables over time, as they come from a session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import session_pb2
from raftup.base.arrays import FloatArray, IntegerArray

NANOSECONDS = 1_000_000_000
"""Per second: simulation time is counted in whole nanoseconds."""


@dataclass(frozen=True)
class Columns:
    """Which columns hold which variable.

    Attributes:
        variables: as the server describes them, in the order of their columns.
        slices: columns of each by name.
        width: number of columns.
    """

    variables: tuple[session_pb2.Variable, ...]
    slices: Mapping[str, slice]
    width: int

    @classmethod
    def of(cls, variables: Iterable[session_pb2.Variable]) -> Columns:
        """Columns of variables that stand one after another."""
        variables = tuple(variables)
        ends = np.cumsum([0, *(variable.size for variable in variables)])
        slices = {
            variable.name: slice(int(start), int(start) + variable.size)
            for variable, start in zip(variables, ends, strict=False)
        }
        return cls(variables, slices, int(ends[-1]))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables, in the order of their columns."""
        return tuple(variable.name for variable in self.variables)


@dataclass(frozen=True)
class Rows:
    """Values of some variables at some times.

    Attributes:
        time_ns: [rows] ns.
        values: [rows, columns].
        columns: which columns hold which variable.
    """

    time_ns: IntegerArray
    values: FloatArray
    columns: Columns

    @property
    def time(self) -> FloatArray:
        """Times of the rows [rows] s."""
        return self.time_ns / NANOSECONDS

    def __len__(self) -> int:
        return len(self.time_ns)

    def __getitem__(self, name: str) -> FloatArray:
        """[rows, size] of one variable; a view."""
        return self.values[:, self.columns.slices[name]]

    def part(self, first: int, end: int) -> Rows:
        """Some of the rows, as a view."""
        return Rows(self.time_ns[first:end], self.values[first:end], self.columns)

    @classmethod
    def from_frame(cls, frame: session_pb2.Frame, columns: Columns) -> Rows:
        """The rows of one message; `row_time_ns` is empty where one row is at the frame's time."""
        count = len(frame.values) // columns.width if columns.width else len(frame.row_time_ns)
        times = frame.row_time_ns if frame.row_time_ns else [frame.time_ns] * count
        values = np.array(frame.values, dtype=float).reshape(count, columns.width)
        return cls(np.array(times, dtype=np.int64), values, columns)

    @classmethod
    def none(cls, columns: Columns) -> Rows:
        """No rows of some columns."""
        return cls(np.empty(0, dtype=np.int64), np.empty((0, columns.width)), columns)

    @classmethod
    def concatenate(cls, parts: Sequence[Rows]) -> Rows:
        """Rows one after another; at least one part."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.time_ns for part in parts]),
            np.concatenate([part.values for part in parts]),
            parts[0].columns,
        )
