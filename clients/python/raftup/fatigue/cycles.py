"""Cycles of a record by rainflow counting."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray


@dataclass(frozen=True)
class Cycles:
    """Cycles of one record, [n] each.

    Attributes:
        ranges: of each, in the unit of the record.
        means: halfway between its ends.
        counts: 1, or .5 of what does not close.
    """

    ranges: FloatArray
    means: FloatArray
    counts: FloatArray

    def scaled(self, factor: float) -> Cycles:
        """The same of a quantity that is so many times as large."""
        return Cycles(abs(factor) * self.ranges, factor * self.means, self.counts)


def rainflow_cycles(values: FloatArray) -> Cycles:
    """Cycles of samples, or of their local extremes, in order of time.

    What is left at the end, the residue, counts as half cycles.

    Args:
        values: [n].

    Source: ASTM E1049-85, 5.4.4.
    """
    import rainflow

    found = [entry[:3] for entry in rainflow.extract_cycles(values.tolist()) if entry[0] > 0.0]
    table = np.array(found, dtype=float).reshape(-1, 3)
    return Cycles(*table.T)
