"""Expected largest values: of one case from its peaks, of several cases from their maxima."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.extremes.weibull_tail import fit_peak_tail

if TYPE_CHECKING:
    import xarray as xr

LEAST_MAXIMA = 5
"""Least number of maxima for a fit."""


@dataclass(frozen=True)
class Extreme:
    """A most probable maximum with its confidence interval, in the values' unit; may be NaN."""

    value: float
    low: float
    high: float


_UNKNOWN = Extreme(np.nan, np.nan, np.nan)


def peaks(turning_points: FloatArray, level: float) -> FloatArray:
    """The largest value between each up-crossing of a level and the next down-crossing.

    Args:
        turning_points: [n] local maxima and minima in order.
        level: level in the same unit.
    """
    above = turning_points > level
    starts = np.flatnonzero(above & ~np.concatenate([[False], above[:-1]]))
    if not len(starts):
        return np.empty(0)
    largest: FloatArray = np.maximum.reduceat(np.where(above, turning_points, level), starts)
    return largest


def weibull_maximum(turning_points: FloatArray, level: float, confidence: float) -> Extreme:
    """Most probable maximum of the peaks of a case, by a Weibull fit to their upper third.

    The peaks above a threshold that a third of them exceed, at least 10, are fitted; see PeakTail.
    The confidence interval accounts for high peaks that come in groups: the interval of 90 %
    contains the value of the Rayleigh distribution in 88 to 90 of 100 seas of 20 min to 3 h.

    Args:
        turning_points: [m] local maxima and minima in order.
        level: mean of the values.
        confidence: probability of the interval, 0 to 1.

    Returns:
        The maximum with its interval; NaN if there are fewer than 10 peaks.
    """
    tail = fit_peak_tail(peaks(turning_points, level) - level)
    if tail is None:
        return _UNKNOWN
    low, high = tail.interval(confidence)
    return Extreme(level + tail.most_probable_largest(), level + low, level + high)


def gumbel_maximum(maxima: FloatArray, confidence: float) -> Extreme:
    """Most probable maximum of a case, from the maxima of cases that differ only by their seed.

    P(x < y) = exp(-exp(-(y - u) / b)) is fitted by maximum likelihood. The result is u; its
    confidence interval follows from the information matrix.

    Args:
        maxima: [n] maxima of the cases; NaN is left out.
        confidence: probability of the interval, 0 to 1.

    Returns:
        The maximum with its interval; NaN if there are fewer than 5 maxima.

    Source: Gumbel (1958); Kimball (1946) for the covariance.
    """
    from scipy import stats

    known = maxima[np.isfinite(maxima)]
    if len(known) < LEAST_MAXIMA or not np.ptp(known) > 0.0:
        return _UNKNOWN
    location, scale = fit_gumbel(known)
    deviation = np.sqrt(1.1087 / len(known)) * scale
    half = float(stats.norm.ppf(0.5 + 0.5 * confidence)) * deviation
    return Extreme(location, location - half, location + half)


def fit_gumbel(maxima: FloatArray) -> tuple[float, float]:
    """Location u and scale b of P(x < y) = exp(-exp(-(y - u) / b)), by maximum likelihood.

    Args:
        maxima: [n] finite, not all equal.
    """
    from scipy import stats

    unit, middle = float(maxima.std()), float(maxima.mean())
    location, scale = stats.gumbel_r.fit((maxima - middle) / unit)
    return middle + unit * float(location), unit * float(scale)


def gumbel_over(maxima: xr.DataArray, dimension: str, confidence: float = 0.9) -> xr.DataArray:
    """Applies gumbel_maximum() along one dimension of a study, such as `seed`.

    Args:
        maxima: variable of the study, such as displacement_max.
        dimension: dimension along which the cases differ only by chance.
        confidence: probability of the interval, 0 to 1.

    Returns:
        An array with the other dimensions, then `extreme`: value, low and high.
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
