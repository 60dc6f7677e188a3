"""Values of variables over time, as received from a session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import session_pb2
from raftup.base.arrays import FloatArray, IntegerArray

NANOSECONDS = 1_000_000_000
"""Nanoseconds per second; simulation time is counted in whole nanoseconds."""


@dataclass(frozen=True)
class Columns:
    """Assignment of the columns of an array to variables.

    Attributes:
        variables: descriptions of the variables by the server, in the order of their columns.
        slices: columns of each variable, by its name.
        width: number of columns.
    """

    variables: tuple[session_pb2.Variable, ...]
    slices: Mapping[str, slice]
    width: int

    @classmethod
    def of(cls, variables: Iterable[session_pb2.Variable]) -> Columns:
        """Assigns columns to variables, one variable after another."""
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
    """Values of several variables at several times.

    Attributes:
        time_ns: [rows] simulation times in ns.
        values: [rows, columns].
        columns: assignment of the columns to variables.
    """

    time_ns: IntegerArray
    values: FloatArray
    columns: Columns

    @property
    def time(self) -> FloatArray:
        """Simulation times of the rows [rows] s."""
        return self.time_ns / NANOSECONDS

    def __len__(self) -> int:
        return len(self.time_ns)

    def __getitem__(self, name: str) -> FloatArray:
        """Values [rows, size] of the variable of this name, as a view."""
        return self.values[:, self.columns.slices[name]]

    def part(self, first: int, end: int) -> Rows:
        """The rows with indices from `first` to before `end`, as a view."""
        return Rows(self.time_ns[first:end], self.values[first:end], self.columns)

    def since(self, time_ns: int) -> Rows:
        """The rows at and after a simulation time in ns, as a view."""
        return self.part(int(np.searchsorted(self.time_ns, time_ns)), len(self))

    @classmethod
    def from_frame(cls, frame: session_pb2.Frame, columns: Columns) -> Rows:
        """Makes rows from a frame; with an empty `row_time_ns`, one row at the frame's time."""
        count = len(frame.values) // columns.width if columns.width else len(frame.row_time_ns)
        times = frame.row_time_ns if frame.row_time_ns else [frame.time_ns] * count
        values = np.array(frame.values, dtype=float).reshape(count, columns.width)
        return cls(np.array(times, dtype=np.int64), values, columns)

    @classmethod
    def none(cls, columns: Columns) -> Rows:
        """Makes an object without rows, with the given columns."""
        return cls(np.empty(0, dtype=np.int64), np.empty((0, columns.width)), columns)

    @classmethod
    def concatenate(cls, parts: Sequence[Rows]) -> Rows:
        """Appends several sets of rows to one; at least one set must be given."""
        if len(parts) == 1:
            return parts[0]
        return cls(
            np.concatenate([part.time_ns for part in parts]),
            np.concatenate([part.values for part in parts]),
            parts[0].columns,
        )
