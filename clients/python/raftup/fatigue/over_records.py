"""Mean fatigue of records that differ only by chance, and its confidence interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray


@dataclass(frozen=True)
class MeanAmount:
    """Mean of damages or of equivalent loads with its confidence interval; NaN if undefined."""

    value: float
    low: float
    high: float


def mean_amount(amounts: Sequence[float], exponent: float, confidence: float) -> MeanAmount:
    """Mean over records, (sum x^m / n)^(1 / m), with an interval by Student's distribution.

    The interval is that of the mean of x^m; its lower end is at least 0.

    Args:
        amounts: [n] damage or equivalent load of each record.
        exponent: m: 1 for damage, the slope for an equivalent load.
        confidence: probability of the interval, 0 to 1.
    """
    values = np.asarray(amounts, dtype=float) ** exponent
    mean = float(values.mean()) if len(values) else np.nan
    low, high = mean_interval(values, confidence)
    return MeanAmount(*(float(max(one, 0.0) ** (1.0 / exponent)) for one in (mean, low, high)))


def mean_interval(values: FloatArray, confidence: float) -> tuple[float, float]:
    """Confidence interval of the mean of independent values; NaN for fewer than two."""
    from scipy import stats

    count = len(values)
    if count < 2 or not np.isfinite(values).all():
        return np.nan, np.nan
    half = float(stats.t.ppf(0.5 + 0.5 * confidence, count - 1))
    half *= float(values.std(ddof=1)) / np.sqrt(count)
    return float(values.mean()) - half, float(values.mean()) + half
