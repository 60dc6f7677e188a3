"""Distribution of the highest peaks of a case, and their most probable largest value.

With n peaks of heights x above a threshold u,

  P(x > y | x > u) = exp(-((y / a)^k - (u / a)^k)),

which is a Weibull distribution without its lower part: only high crests of waves and motions follow
it, since a broad spectrum has many small peaks as well. The most probable largest value y is
exceeded once on average: (y / a)^k = (u / a)^k + ln n.

Source: Cohen (1965), truncated; DNV-RP-C205 (2021) 3.5; White (1982) and Newey and West (1987) for
the variance of peaks that come in groups.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.extremes.law import TooFewError
from raftup.extremes.pareto import require_peaks
from raftup.extremes.peaks import Peaks

_SHARE = 1.0 / 3.0  # of the peaks, above the threshold: the narrower half bends, see decision 0041
_LEAST = 10  # peaks above it
_SHAPES = np.geomspace(0.1, 500.0, 120)
_LEVELS = np.geomspace(0.3, 20.0, 160)  # of the most probable largest value
_PEAKS_A_FREEDOM = 5.0  # of Student's distribution: the variance is estimated, too


@dataclass(frozen=True)
class PeakTail:
    """A fit to the peaks above a threshold; heights are divided by the largest one.

    Attributes:
        heights: [n] heights of all peaks in order of time.
        threshold: u.
        shape: k.
        power: a^k.
        unit: the height by which heights are divided.
        repeats: duration of the question divided by that of the record.
    """

    heights: FloatArray
    threshold: float
    shape: float
    power: float
    unit: float
    repeats: float = 1.0

    @property
    def upper(self) -> FloatArray:
        """Heights of the peaks above the threshold."""
        return self.heights[self.heights > self.threshold]

    @property
    def scale(self) -> float:
        """The scale a, in the unit of the heights."""
        return float(self.power ** (1.0 / self.shape))

    @property
    def count(self) -> float:
        """Number of peaks above the threshold in the duration of the question."""
        return self.repeats * len(self.upper)

    def most_probable_largest(self) -> float:
        """The most probable largest value y, in the unit of the peaks."""
        level = self.threshold**self.shape + self.power * np.log(self.count)
        return float(self.unit * level ** (1.0 / self.shape))

    def interval(self, confidence: float) -> tuple[float, float]:
        """Confidence interval of the most probable largest value, from the likelihood profile.

        The permitted fall of the profile is that for independent peaks and Student's distribution,
        times grouping(), since high waves occur in groups.
        """
        from scipy import stats

        freedoms = max(len(self.upper) / _PEAKS_A_FREEDOM, 2.0)
        allowed = float(stats.f.ppf(confidence, 1, freedoms)) * self.grouping()
        best = self.most_probable_largest() / self.unit
        levels = best * _LEVELS[best * _LEVELS > self.threshold]
        top = self._profile(np.array([best]))
        root = np.sqrt(np.maximum(2.0 * (top - self._profile(levels)), 0.0))  # nearly linear
        middle = int(np.searchsorted(levels, best))
        low = np.interp(-np.sqrt(allowed), -root[:middle], levels[:middle])
        high = np.interp(np.sqrt(allowed), root[middle:], levels[middle:])
        return float(self.unit * low), float(self.unit * high)

    def _profile(self, levels: FloatArray) -> FloatArray:
        """Largest log-likelihood if the most probable largest value has each of the levels."""
        upper, k = self.upper, _SHAPES
        threshold = np.log(max(self.threshold, np.finfo(float).tiny))
        below = np.exp(np.multiply.outer(threshold - np.log(levels), k))
        power = k * np.log(levels)[:, None] + np.log1p(-below) - np.log(np.log(self.count))
        logarithms = np.log(upper)
        excess = np.log(_mean_excess(logarithms, self.threshold, k))
        each = (
            np.log(k)
            - power
            + (k - 1.0) * logarithms.mean()
            - np.exp(np.minimum(excess - power, 700.0))
        )
        return np.asarray(len(upper) * each.max(axis=1))

    def grouping(self) -> float:
        """Variance of the most probable largest value, divided by that for independent peaks; >= 1.

        It is estimated from the scores of the fit of all peaks, including the correlation of each
        peak with the following ones.
        """
        x, u, k, power = self.heights, self.threshold, self.shape, self.power
        is_upper = x > u
        upper, count = x[is_upper], int(is_upper.sum())
        logarithm = np.log(upper)
        u_power, u_slope = (u**k, u**k * np.log(u)) if u > 0.0 else (0.0, 0.0)
        rise, excess = upper**k * logarithm - u_slope, upper**k - u_power
        scores = np.zeros((len(x), 3))  # by shape, by power, of the number above the threshold
        scores[is_upper, 0] = 1.0 / k + logarithm - rise / power
        scores[is_upper, 1] = excess / power**2 - 1.0 / power
        scores[:, 2] = is_upper - count / len(x)
        curve = upper**k * logarithm**2 - (u_slope * np.log(u) if u > 0.0 else 0.0)
        both = -rise.sum() / power**2
        information = np.array(
            [
                [count / k**2 + curve.sum() / power, both],
                [both, 2.0 * excess.sum() / power**3 - count / power**2],
            ]
        )
        inverse = np.zeros((3, 3))
        inverse[:2, :2] = np.linalg.inv(information)
        inverse[2, 2] = 1.0 / count
        level = u_power + power * np.log(self.count)
        by_level = level ** (1.0 / k) / (k * level)
        by_shape = by_level * (u_slope - level * np.log(level) / k)
        slopes = np.array([by_shape, by_level * np.log(self.count), by_level * power])
        grouped = slopes @ inverse @ _long_run_covariance(scores) @ inverse.T @ slopes
        single = slopes[:2] @ inverse[:2, :2] @ slopes[:2]
        return float(max(grouped / single, 1.0))


@dataclass(frozen=True)
class WeibullLaw:
    """The distribution of the highest peaks of all records as a Law.

    Attributes:
        tail: fit to their peaks, one record after another.
        duration: total duration of all records [s].
    """

    tail: PeakTail
    duration: float

    @classmethod
    def fit(cls, peaks: Peaks) -> WeibullLaw:
        """Fits the distribution to the highest third of the peaks.

        Raises:
            TooFewError: if there are fewer than 30 peaks, or the highest are equal.
        """
        heights = peaks.all
        require_peaks(len(heights))
        tail = fit_peak_tail(heights)
        if tail is None:
            raise TooFewError("needs peaks that differ, all of the highest are the same")
        return cls(tail, peaks.duration)

    @property
    def parameters(self) -> dict[str, float]:
        """Threshold u and scale a in the unit of the peaks, shape k."""
        return {
            "threshold": self.tail.unit * self.tail.threshold,
            "shape": self.tail.shape,
            "scale": self.tail.unit * self.tail.scale,
            "peaks_above": float(len(self.tail.upper)),
        }

    def level(self, duration: float) -> float:
        """The level that is exceeded once on average in a time [s], see Law."""
        return self._within(duration).most_probable_largest()

    def interval(self, duration: float, confidence: float) -> tuple[float, float]:
        """Confidence interval by the likelihood profile, see PeakTail and Law."""
        return self._within(duration).interval(confidence)

    def _within(self, duration: float) -> PeakTail:
        tail = replace(self.tail, repeats=duration / self.duration)
        if not tail.count > 1.0:
            least = self.duration / len(tail.upper)
            raise TooFewError(f"needs a duration above {least:.4g} s, is {duration:.4g} s")
        return tail


def fit_peak_tail(heights: FloatArray) -> PeakTail | None:
    """Fits the upper third of the peaks, at least 10; None if that is impossible.

    Args:
        heights: [n] x > 0, in order of time.
    """
    wanted = max(round(_SHARE * len(heights)), _LEAST)
    if len(heights) < wanted:
        return None
    ordered = np.sort(heights)
    threshold = float(ordered[-wanted - 1]) if wanted < len(heights) else 0.0
    upper = ordered[ordered > threshold]
    if len(upper) < _LEAST or not np.ptp(upper) > 0.0:
        return None
    unit = float(ordered[-1])
    shape, scale = fit_weibull_above(upper, threshold)
    return PeakTail(heights / unit, threshold / unit, shape, (scale / unit) ** shape, unit)


def fit_weibull_above(heights: FloatArray, threshold: float = 0.0) -> tuple[float, float]:
    """Shape k and scale a of P(x > y) = exp((u / a)^k - (y / a)^k), y > u, by maximum likelihood.

    a^k = mean(x^k) - u^k; the shape k of the largest likelihood is searched from .1 to 500.

    Args:
        heights: [n] x > u, not all equal.
        threshold: u >= 0, in the same unit.
    """
    from scipy.optimize import minimize_scalar

    unit = float(heights.max())  # so that no power is beyond all numbers
    logarithms = np.log(np.maximum(heights / unit, np.finfo(float).tiny))

    def surprise(logarithm: FloatArray) -> FloatArray:
        k = np.exp(logarithm)
        excess = np.log(_mean_excess(logarithms, threshold / unit, k))
        return np.asarray(excess - logarithm - (k - 1.0) * logarithms.mean())

    grid = np.log(_SHAPES)
    best = int(np.argmin(surprise(grid)))
    bounds = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    found = minimize_scalar(
        lambda value: float(surprise(np.array([value]))[0]),
        bounds=bounds,
        method="bounded",
        options={"xatol": 1e-9},
    )
    shape = float(np.exp(found.x))
    power = float(_mean_excess(logarithms, threshold / unit, np.array([shape]))[0])
    return shape, unit * power ** (1.0 / shape)


def _mean_excess(logarithms: FloatArray, threshold: float, shapes: FloatArray) -> FloatArray:
    """The mean excess mean(x^k) - u^k > 0 for each shape k, from ln x."""
    powers = np.exp(np.multiply.outer(shapes, logarithms)).mean(axis=1)
    return np.asarray(np.maximum(powers - threshold**shapes, np.finfo(float).tiny))


def _long_run_covariance(scores: FloatArray) -> FloatArray:
    """Covariance of the sum of correlated rows, with weights that fall to 0 at the largest lag."""
    covariance = scores.T @ scores
    last = round(6.0 * (len(scores) / 100.0) ** (2.0 / 9.0))
    for lag in range(1, min(last, len(scores) - 1) + 1):
        product = scores[lag:].T @ scores[:-lag]
        covariance += (1.0 - lag / (last + 1.0)) * (product + product.T)
    return np.asarray(covariance)
