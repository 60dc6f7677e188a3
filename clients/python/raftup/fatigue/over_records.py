"""Fatigue of records that differ by chance alone: their mean, and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray


@dataclass(frozen=True)
class MeanAmount:
    """The mean of damages, or of equivalent loads, with its interval; NaN where there is none."""

    value: float
    low: float
    high: float


def mean_amount(amounts: Sequence[float], exponent: float, confidence: float) -> MeanAmount:
    """Mean of a number of each record, by Student's distribution of the mean of its power.

    (sum x^m / n)^(1 / m); the interval is that of the mean of x^m, its lower end not below 0.

    Args:
        amounts: [n] of records; a damage, or an equivalent load.
        exponent: m: 1 of a damage, the slope of an equivalent load.
        confidence: 0 to 1.
    """
    values = np.asarray(amounts, dtype=float) ** exponent
    mean = float(values.mean()) if len(values) else np.nan
    low, high = mean_interval(values, confidence)
    return MeanAmount(*(float(max(one, 0.0) ** (1.0 / exponent)) for one in (mean, low, high)))


def mean_interval(values: FloatArray, confidence: float) -> tuple[float, float]:
    """Of the mean of independent values, by Student's distribution; NaN of fewer than two."""
    from scipy import stats

    count = len(values)
    if count < 2 or not np.isfinite(values).all():
        return np.nan, np.nan
    half = float(stats.t.ppf(0.5 + 0.5 * confidence, count - 1))
    half *= float(values.std(ddof=1)) / np.sqrt(count)
    return float(values.mean()) - half, float(values.mean()) + half
