"""Cycles of a record by rainflow counting."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray


@dataclass(frozen=True)
class Cycles:
    """Cycles of one record, arrays [n].

    Attributes:
        ranges: range of each cycle, in the unit of the record.
        means: mean of both ends of each cycle.
        counts: 1 for a closed cycle, .5 for a half cycle.
    """

    ranges: FloatArray
    means: FloatArray
    counts: FloatArray

    def scaled(self, factor: float) -> Cycles:
        """The cycles of a quantity that is larger by a factor."""
        return Cycles(abs(factor) * self.ranges, factor * self.means, self.counts)


def rainflow_cycles(values: FloatArray) -> Cycles:
    """Rainflow cycles of samples, or of their local maxima and minima, in order of time.

    The remaining turning points at the end (residue) count as half cycles.

    Args:
        values: [n].

    Source: ASTM E1049-85, 5.4.4.
    """
    import rainflow

    found = [entry[:3] for entry in rainflow.extract_cycles(values.tolist()) if entry[0] > 0.0]
    table = np.array(found, dtype=float).reshape(-1, 3)
    return Cycles(*table.T)
