"""Estimates of the extreme values of a quantity by any of the methods."""

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
"""Default duration to which extreme values refer [s]."""

_OF_PEAKS: dict[str, Callable[[Peaks], Law]] = {
    "pot": fit_pareto,
    "weibull_tail": WeibullLaw.fit,
    "acer": fit_exceedance_rate,
}

METHODS_OF_MAXIMA = ("gev", "gumbel")
"""Methods that need many records, each of which contributes its largest value."""

METHODS = ("pot", "gev", "gumbel", "weibull_tail", "acer")
"""Names of all methods."""

SIDES = {"max": 1.0, "min": -1.0}
"""Largest and smallest values, with the sign that turns both into largest values."""

_SAME_DURATION = 0.01  # relative: records whose maxima are compared


@dataclass(frozen=True)
class Record:
    """Values of one quantity in one simulation.

    Attributes:
        values: [n] samples, or their local maxima and minima, in order of time.
        duration: duration of the record [s].
        mean: mean of the samples.
    """

    values: FloatArray
    duration: float
    mean: float


@dataclass(frozen=True)
class Question:
    """A question about an extreme: method, duration, probability, confidence.

    Attributes:
        method: one of METHODS.
        duration: duration to which the extreme refers [s].
        probability: probability that the largest value in the duration is below the answer; None =
            exp(-1), for the level that is exceeded once on average, the most probable largest
            value.
        confidence: probability of the interval.
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
        """Time in which the answer is exceeded once on average [s], duration / -ln P."""
        if self.probability is None:
            return self.duration
        return self.duration / -math.log(self.probability)


@dataclass(frozen=True)
class Estimate:
    """An extreme value; NaN if it cannot be estimated.

    Attributes:
        value: extreme value, in the unit of the records.
        low: lower end of the interval.
        high: upper end of the interval.
        reason: why it could not be estimated; else empty.
        law: distribution from which it follows; None without one.
        mean: mean of the records, from which peaks are measured; 0 for methods of maxima.
        sign: -1 for smallest values, whose distribution is that of heights below the mean.
        heights: [n] data to which the distribution was fitted; of peaks all heights above the mean.
        record_duration: total duration of all records [s].
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
        """The level that is exceeded once on average in a time [s], and its interval.

        Raises:
            TooFewError: if the level would lie below the fitted data.
        """
        if self.law is None:
            raise TooFewError(self.reason)
        level = self.law.level(duration)
        ends = self.law.interval(duration, confidence)
        low, high = sorted(self.mean + self.sign * end for end in ends)
        return self.mean + self.sign * level, low, high


def estimate_extreme(records: Sequence[Record], question: Question, side: str = "max") -> Estimate:
    """Estimates the largest or smallest value in a duration.

    Args:
        records: records of one quantity that differ only by chance; at least one.
        question: method, duration, probability and confidence.
        side: max or min.

    Raises:
        RaftupError: BAD_FIELD for a method of maxima if the records differ in duration.
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
