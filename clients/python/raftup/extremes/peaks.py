"""Peaks of a record: the largest values between up-crossings of its mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray


@dataclass(frozen=True)
class Peaks:
    """Peaks of one quantity in records that differ only by chance.

    Attributes:
        heights: [n] of each record: heights of the peaks above its mean, > 0, in order of time, in
            the unit of the quantity; for minima the depths below the mean.
        duration: total duration of all records [s].
    """

    heights: tuple[FloatArray, ...]
    duration: float

    @property
    def all(self) -> FloatArray:
        """Peaks [n] of all records, one after another."""
        return np.concatenate([*self.heights, np.empty(0)])


def peak_heights(values: FloatArray, mean: float) -> FloatArray:
    """The largest value between each up-crossing of the mean and the next, minus the mean.

    Crests that are cut off by the beginning or the end of the record are left out.

    Args:
        values: [n] samples, or their local maxima and minima, in order of time.
        mean: mean of the record, in the same unit.
    """
    above = values > mean
    starts = np.flatnonzero(above[1:] & ~above[:-1]) + 1
    if len(starts) and above[starts[-1] :].all():
        last, starts = starts[-1], starts[:-1]
        values = values[:last]
    if not len(starts):
        return np.empty(0)
    return np.asarray(np.maximum.reduceat(values, starts) - mean)
