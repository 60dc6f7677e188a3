"""Peaks of a record: the greatest values between up-crossings of its mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray


@dataclass(frozen=True)
class Peaks:
    """Peaks of one quantity in records that differ by chance alone.

    Attributes:
        heights: [n] of each record, about its mean, > 0, in order of time and in the quantity's
            unit; of minima downwards.
        duration: of all records together [s].
    """

    heights: tuple[FloatArray, ...]
    duration: float

    @property
    def all(self) -> FloatArray:
        """Peaks [n] of all records, one after another."""
        return np.concatenate([*self.heights, np.empty(0)])


def peak_heights(values: FloatArray, mean: float) -> FloatArray:
    """The greatest value between each up-crossing of the mean and the next, less the mean.

    A crest that the beginning or the end of the record cuts off is left out.

    Args:
        values: [n] samples, or their local extremes, in order of time.
        mean: of the record, in their unit.
    """
    above = values > mean
    starts = np.flatnonzero(above[1:] & ~above[:-1]) + 1
    if len(starts) and above[starts[-1] :].all():
        last, starts = starts[-1], starts[:-1]
        values = values[:last]
    if not len(starts):
        return np.empty(0)
    return np.asarray(np.maximum.reduceat(values, starts) - mean)
