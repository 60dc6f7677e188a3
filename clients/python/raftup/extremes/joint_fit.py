"""Fit of the joint distribution of wave height and period to sea states, by maximum likelihood."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.extremes.contour import JointSea

LEAST_STATES = 30
"""Least number of sea states with different heights for a fit."""

_LEAST_DEVIATION = 1e-3  # of ln T: below it the likelihood has no bound


def fit_joint_sea(height: FloatArray, period: FloatArray, weight: FloatArray) -> JointSea:
    """Fits the joint distribution; the shape of the height's distribution is at least 1.

    Args:
        height: [n] significant wave heights [m], > 0.
        period: [n] wave periods [s], > 0.
        weight: [n] number of occurrences of each sea state.

    Raises:
        ValueError: if there are fewer than 30 different heights.
    """
    different = len(np.unique(height[weight > 0.0]))
    if different < LEAST_STATES:
        raise ValueError(f"must have {LEAST_STATES} different heights, has {different}")
    share = weight / weight.sum()
    shape, scale, location = _fit_height(height, share)
    return JointSea(shape, scale, location, *_fit_period(height, np.log(period), share))


def _fit_height(height: FloatArray, share: FloatArray) -> tuple[float, float, float]:
    """Fits shape, scale and location of the Weibull distribution of the height."""
    mean = float(share @ height)
    deviation = float(np.sqrt(share @ (height - mean) ** 2))
    least = float(height[share > 0.0].min())

    def parts(at: FloatArray) -> tuple[float, float, float]:
        shape = 1.0 + np.exp(at[0])
        return shape, deviation * np.exp(at[1]), least - deviation * np.exp(at[2])

    def surprise(at: FloatArray) -> float:
        shape, scale, location = parts(at)
        x = (height - location) / scale
        with np.errstate(over="ignore"):
            each = np.log(shape / scale) + (shape - 1.0) * np.log(x) - x**shape
        return -float(share @ each)

    shape, scale, location = parts(_minimum(surprise, [-0.7, 0.5, -2.0]))
    return float(shape), float(scale), float(location)


def _fit_period(
    height: FloatArray, logarithm: FloatArray, share: FloatArray
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Fits the parameters of the mean mu and deviation sigma of ln T as functions of the height."""

    def surprise(at: FloatArray) -> float:
        law = _period_law(at)
        deviation = law.log_deviation(height)
        if deviation.min() < _LEAST_DEVIATION:
            return np.inf
        distance = (logarithm - law.log_mean(height)) / deviation
        return float(share @ (np.log(deviation) + 0.5 * distance**2))

    slope, start = np.polyfit(height**0.3, logarithm, 1, w=np.sqrt(share))
    left = logarithm - start - slope * height**0.3
    spread = max(float(np.sqrt(share @ left**2)), 10.0 * _LEAST_DEVIATION)
    first = [start, slope, np.log(0.3), np.log(0.5 * spread), np.log(spread), np.log(0.3)]
    law = _period_law(_minimum(surprise, first))
    return law.mu, law.sigma


def _period_law(at: FloatArray) -> JointSea:
    """A joint distribution from unconstrained numbers, with a2 > 0, b0 > 0, b1 > 0 and b2 < 0."""
    a0, a1, *logarithms = map(float, at)
    a2, b0, b1, b2 = np.exp(logarithms)
    return JointSea(1.0, 1.0, 0.0, (a0, a1, float(a2)), (float(b0), float(b1), -float(b2)))


def _minimum(function: object, start: list[float]) -> FloatArray:
    """Minimizes a function by repeated simplex searches, each from the result of the one before."""
    from scipy.optimize import minimize

    at = np.array(start, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(6):
            options = {"xatol": 1e-7, "fatol": 1e-12, "maxiter": 4000, "maxfev": 4000}
            at = np.asarray(minimize(function, at, method="Nelder-Mead", options=options).x)
    return at
