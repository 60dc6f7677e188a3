"""One question about the largest values of a quantity, answered by any of the methods."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.extremes.acer import fit_exceedance_rate
from raftup.extremes.law import Law, TooFewError
from raftup.extremes.maxima import fit_maxima
from raftup.extremes.pareto import fit_pareto
from raftup.extremes.peaks import Peaks, peak_heights
from raftup.extremes.weibull_tail import WeibullLaw

THREE_HOURS = 10800.0
"""s, for which largest values are given where nothing else is asked for."""

_OF_PEAKS: dict[str, Callable[[Peaks], Law]] = {
    "pot": fit_pareto,
    "weibull_tail": WeibullLaw.fit,
    "acer": fit_exceedance_rate,
}

METHODS_OF_MAXIMA = ("gev", "gumbel")
"""Methods that need many records, of which each has one largest value."""

METHODS = ("pot", "gev", "gumbel", "weibull_tail", "acer")
"""All methods."""

SIDES = {"max": 1.0, "min": -1.0}
"""Largest and smallest values, and the sign by which both are largest ones."""

_SAME_DURATION = 0.01  # relative: records whose maxima are compared


@dataclass(frozen=True)
class Record:
    """One quantity of one simulation.

    Attributes:
        values: [n] samples, or their local extremes, in order of time.
        duration: s.
        mean: of the samples.
    """

    values: FloatArray
    duration: float
    mean: float


@dataclass(frozen=True)
class Question:
    """Which extreme is asked for: method, duration, probability, confidence.

    Attributes:
        method: of METHODS.
        duration: s.
        probability: that the largest value of the duration is below the answer; None = exp(-1), the
            level that is passed once in the mean, which is the most probable largest value.
        confidence: of the interval.
    """

    method: str = "pot"
    duration: float = THREE_HOURS
    probability: float | None = None
    confidence: float = 0.9

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise bad_field("method", f"must be one of {', '.join(METHODS)}, is {self.method!r}")
        if not (math.isfinite(self.duration) and self.duration > 0.0):
            raise bad_field("duration", f"must be > 0, is {self.duration:g}")
        for name in ("probability", "confidence"):
            value = getattr(self, name)
            if value is not None and not 0.0 < value < 1.0:
                raise bad_field(name, f"must be between 0 and 1, is {value:g}")

    @property
    def mean_duration(self) -> float:
        """s, in which the answer is passed once in the mean: duration / -ln P."""
        if self.probability is None:
            return self.duration
        return self.duration / -math.log(self.probability)


@dataclass(frozen=True)
class Estimate:
    """An answer; NaN where there is none.

    Attributes:
        value: in the unit of the records.
        low: end of the interval.
        high: end of the interval.
        reason: why there is none; else empty.
        law: from which it follows; None without one.
        mean: of the records, about which peaks were taken; 0 for methods of maxima.
        sign: -1 of smallest values, whose law is that of what lies below the mean.
        heights: [n] what the law was fitted to, of peaks all of them, from the mean.
        record_duration: of all records [s].
    """

    value: float
    low: float
    high: float
    reason: str
    law: Law | None
    mean: float
    sign: float
    heights: FloatArray
    record_duration: float

    def at(self, duration: float, confidence: float) -> tuple[float, float, float]:
        """The level that is passed once in the mean in a time [s], and its interval.

        Raises:
            TooFewError: where the law does not reach so low.
        """
        if self.law is None:
            raise TooFewError(self.reason)
        level = self.law.level(duration)
        ends = self.law.interval(duration, confidence)
        low, high = sorted(self.mean + self.sign * end for end in ends)
        return self.mean + self.sign * level, low, high


def estimate_extreme(records: Sequence[Record], question: Question, side: str = "max") -> Estimate:
    """The largest or smallest value to expect.

    Args:
        records: of one quantity, that differ by chance alone; one at least.
        question: what is wanted.
        side: max or min.

    Raises:
        RaftupError: BAD_FIELD where records differ in duration and their maxima are asked for.
    """
    sign = SIDES[side]
    duration = float(sum(record.duration for record in records))
    if question.method in METHODS_OF_MAXIMA:
        mean = 0.0
        heights = np.array([float((sign * record.values).max()) for record in records])

        def fit() -> Law:
            return fit_maxima(heights, _one_duration(records), question.method)

    else:
        mean = float(np.mean([record.mean for record in records]))
        parts = [peak_heights(sign * one.values, sign * one.mean) for one in records]
        peaks = Peaks(tuple(parts), duration)
        heights = peaks.all

        def fit() -> Law:
            return _OF_PEAKS[question.method](peaks)

    none = (math.nan, math.nan, math.nan)
    found = Estimate(*none, "", None, mean, sign, heights, duration)
    try:
        found = replace(found, law=fit())
        value, low, high = found.at(question.mean_duration, question.confidence)
    except TooFewError as error:
        return replace(found, law=None, reason=str(error))
    return replace(found, value=value, low=low, high=high)


def _one_duration(records: Sequence[Record]) -> float:
    durations = [record.duration for record in records]
    if max(durations) - min(durations) > _SAME_DURATION * max(durations):
        rule = "must have one duration for their maxima to be compared, have"
        raise bad_field("records", f"{rule} {min(durations):g} to {max(durations):g} s")
    return float(np.mean(durations))
