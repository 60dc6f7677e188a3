"""Largest values to expect: of one case by its peaks, of many by their maxima."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from raftup.base.arrays import FloatArray

if TYPE_CHECKING:
    import xarray as xr

_LEAST_PEAKS = 10  # below which a fit of two parameters says nothing
LEAST_MAXIMA = 5
"""Below which a fit to maxima says nothing."""


@dataclass(frozen=True)
class Extreme:
    """A most probable maximum with its confidence interval, in the unit of the values; or NaN."""

    value: float
    low: float
    high: float


_UNKNOWN = Extreme(np.nan, np.nan, np.nan)


def peaks(turning_points: FloatArray, level: float) -> FloatArray:
    """The largest value between each rise through a level and the next fall through it.

    Args:
        turning_points: [n] local maxima and minima in order.
        level: in their unit.
    """
    above = turning_points > level
    starts = np.flatnonzero(above & ~np.concatenate([[False], above[:-1]]))
    if not len(starts):
        return np.empty(0)
    largest: FloatArray = np.maximum.reduceat(np.where(above, turning_points, level), starts)
    return largest


def weibull_maximum(turning_points: FloatArray, level: float, confidence: float) -> Extreme:
    """Most probable largest of the n peaks of a case, which follow a Weibull distribution.

    With peak heights x above the level, P(x > y) = exp(-(y / a)^k) fitted by maximum likelihood, it
    is level + a (ln n)^(1/k). The interval follows from the information matrix of the fit; peaks
    count as independent, which makes it too narrow in a narrow-banded sea.

    Args:
        turning_points: [m] local maxima and minima in order.
        level: mean of the values.
        confidence: of the interval, 0 to 1.

    Returns:
        NaN where there are fewer than 10 peaks.

    Source: Cohen (1965); DNV-RP-C205 (2021) 3.5.
    """
    heights = peaks(turning_points, level) - level
    if len(heights) < _LEAST_PEAKS or not np.ptp(heights) > 0.0:
        return _UNKNOWN
    scale, shape = fit_weibull(heights)
    count = len(heights)
    reduced = np.log(count) ** (1.0 / shape)
    # inverse of Fisher's information, times n: scale, shape and both
    variances = 1.1087 * (scale / shape) ** 2, 0.6079 * shape**2, 0.2570 * scale
    slopes = reduced, -scale * reduced * np.log(np.log(count)) / shape**2
    return _interval(level + scale * reduced, slopes, variances, count, confidence)


def fit_weibull(heights: FloatArray) -> tuple[float, float]:
    """Scale a, in the unit of x, and shape k of P(x > y) = exp(-(y / a)^k), by maximum likelihood.

    k is the only root of sum(x^k ln x) / sum(x^k) - 1 / k - mean(ln x), which grows with k, and
    a^k = mean(x^k).

    Args:
        heights: [n] x > 0, not all the same.

    Source: Cohen (1965).
    """
    from scipy.optimize import brentq

    largest = float(heights.max())  # as the unit, so that no power is beyond all numbers
    logarithms = np.log(np.maximum(heights / largest, np.finfo(float).tiny))
    mean = logarithms.mean()

    def slope(shape: float) -> float:
        weights = np.exp(shape * logarithms)
        return float((weights * logarithms).sum() / weights.sum() - 1.0 / shape - mean)

    low = high = float(np.pi / np.sqrt(6.0) / logarithms.std())  # by the deviation of ln x
    while slope(low) > 0.0:
        low /= 2.0
    while slope(high) < 0.0:
        high *= 2.0
    shape = float(brentq(slope, low, high))
    return largest * float(np.exp(shape * logarithms).mean()) ** (1.0 / shape), shape


def gumbel_maximum(maxima: FloatArray, confidence: float) -> Extreme:
    """Most probable maximum of a case, from the maxima of cases that differ by their seed.

    P(x < y) = exp(-exp(-(y - u) / b)) fitted by maximum likelihood; the answer is u, its interval
    follows from the information matrix.

    Args:
        maxima: [n]; NaN is left out.
        confidence: of the interval, 0 to 1.

    Returns:
        NaN where there are fewer than 5 maxima.

    Source: Gumbel (1958); Kimball (1946) for the covariance.
    """
    known = maxima[np.isfinite(maxima)]
    if len(known) < LEAST_MAXIMA or not np.ptp(known) > 0.0:
        return _UNKNOWN
    location, scale = fit_gumbel(known)
    variances = 1.1087 * scale**2, 0.0, 0.0
    return _interval(location, (1.0, 0.0), variances, len(known), confidence)


def fit_gumbel(maxima: FloatArray) -> tuple[float, float]:
    """Location u and scale b of P(x < y) = exp(-exp(-(y - u) / b)), by maximum likelihood.

    Args:
        maxima: [n] finite, not all the same.
    """
    from scipy import stats

    unit, middle = float(maxima.std()), float(maxima.mean())
    location, scale = stats.gumbel_r.fit((maxima - middle) / unit)
    return middle + unit * float(location), unit * float(scale)


def _interval(
    value: float,
    slopes: tuple[float, float],
    variances: tuple[float, float, float],
    count: int,
    confidence: float,
) -> Extreme:
    """Value -+ z sqrt(slopes' covariance slopes / n), both parameters normally distributed."""
    from scipy import stats

    first, second, both = variances
    variance = slopes[0] ** 2 * first + slopes[1] ** 2 * second + 2 * slopes[0] * slopes[1] * both
    half = float(stats.norm.ppf(0.5 + 0.5 * confidence)) * np.sqrt(max(variance, 0.0) / count)
    return Extreme(float(value), float(value - half), float(value + half))


def gumbel_over(maxima: xr.DataArray, dimension: str, confidence: float = 0.9) -> xr.DataArray:
    """gumbel_maximum() along one dimension of a study, such as `seed`.

    Args:
        maxima: a variable of the study, such as displacement_max.
        dimension: of the cases that differ by chance alone.
        confidence: of the interval, 0 to 1.

    Returns:
        The other dimensions, then `extreme`: value, low and high.
    """
    import xarray as xr

    def fit(values: FloatArray) -> FloatArray:
        extreme = gumbel_maximum(values, confidence)
        return np.array([extreme.value, extreme.low, extreme.high])

    found: xr.DataArray = xr.apply_ufunc(
        fit,
        maxima,
        input_core_dims=[[dimension]],
        output_core_dims=[["extreme"]],
        vectorize=True,
        keep_attrs=True,
    )
    return found.assign_coords(extreme=["value", "low", "high"])
