"""Peaks over a threshold: a generalized Pareto distribution of a power of their heights.

With y = x^p of peaks x about the mean, and n of them above the threshold u in a time T_0,

  P(y > u + z | y > u) = (1 + xi z / s)^(-1 / xi),   s > 0, exp(-z / s) for xi = 0,

and the level that is exceeded once on average in a time T is

  y_T = u + s / xi ((lambda T)^xi - 1),   lambda = n / T_0,   x_T = y_T^(1 / p).

High crests of a normal process have a Rayleigh distribution. Their squares (p = 2) therefore have
an exponential tail, xi = 0, so that a fit to the squares needs no curvature.

Source: Pickands (1975); Davison and Smith (1990); Coles (2001) 4.3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.extremes.law import TooFewError, profile_interval
from raftup.extremes.peaks import Peaks

LEAST_PEAKS = 30
"""Least total number of peaks in all records for a fit."""

_SHARE = 0.2  # of the peaks above the threshold, measured: of plain peaks fewer hold less often
_LEAST_ABOVE = 60
_SHAPES = np.linspace(-0.5, 1.0, 121)  # below -.5 the likelihood has no maximum that tells


@dataclass(frozen=True)
class ParetoTail:
    """A generalized Pareto distribution of powers of peaks.

    Attributes:
        excesses: [n] y - u > 0 of the peaks above the threshold.
        threshold: u.
        shape: xi.
        scale: s, in the unit of y.
        power: p.
        duration: T_0 [s].
    """

    excesses: FloatArray
    threshold: float
    shape: float
    scale: float
    power: float
    duration: float

    @property
    def parameters(self) -> dict[str, float]:
        """Threshold and scale in the unit of the peaks to the power p; also the shape."""
        return {
            "threshold": self.threshold,
            "shape": self.shape,
            "scale": self.scale,
            "power": self.power,
            "peaks_above": float(len(self.excesses)),
        }

    def level(self, duration: float) -> float:
        """The level x_T that is exceeded once on average in a time T [s], see Law."""
        returns = self._returns(duration)
        grown = growth(np.array([self.shape]), returns)[0]
        return self._height(self.threshold + self.scale * grown)

    def interval(self, duration: float, confidence: float) -> tuple[float, float]:
        """Confidence interval by the profile of the likelihood, see Law."""
        from scipy import stats

        returns = self._returns(duration)
        grown = growth(_SHAPES, returns)
        best = self.scale * growth(np.array([self.shape]), returns)[0]
        low, high = profile_interval(
            lambda excess: self._profile(excess, grown),
            best,
            0.05 * best,
            float(stats.chi2.ppf(confidence, 1)),
            lowest=1e-9 * best,
        )
        return self._height(self.threshold + low), self._height(self.threshold + high)

    def _returns(self, duration: float) -> float:
        """The number lambda T of exceedances of the threshold in a time T [s], > 1."""
        returns = len(self.excesses) / self.duration * duration
        if not returns > 1.0:
            least = self.duration / len(self.excesses)
            raise TooFewError(f"needs a duration above {least:.4g} s, is {duration:.4g} s")
        return float(returns)

    def _height(self, power: float) -> float:
        return float(max(power, 0.0) ** (1.0 / self.power))

    def _profile(self, excess: float, grown: FloatArray) -> float:
        """Largest log-likelihood over all shapes for which y_T - u is `excess`."""
        likelihood = pareto_likelihood(self.excesses, _SHAPES, excess / grown)
        return top_of(likelihood)


def growth(shape: FloatArray, returns: float) -> FloatArray:
    """The function (returns^xi - 1) / xi of the shapes xi; ln(returns) for xi = 0."""
    logarithm = np.log(returns)
    product = shape * logarithm
    small = np.abs(product) < 1e-9
    safe = np.where(small, 1.0, shape)
    return np.asarray(np.where(small, logarithm, np.expm1(product) / safe))


def pareto_likelihood(excesses: FloatArray, shape: FloatArray, scale: FloatArray) -> FloatArray:
    """Log-likelihood [k] of pairs of shape and scale; -inf if a peak exceeds the largest value."""
    ratio = np.multiply.outer(1.0 / scale, excesses)
    inner = shape[:, None] * ratio
    small = np.abs(shape) < 1e-9
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.where(inner > -1.0, np.log1p(inner), np.nan).sum(axis=1)
        bent = (1.0 + 1.0 / np.where(small, 1.0, shape)) * total
    sums = np.where(small, ratio.sum(axis=1), bent)
    likelihood = -len(excesses) * np.log(scale) - sums
    return np.asarray(np.where(np.isnan(likelihood), -np.inf, likelihood))


def top_of(values: FloatArray) -> float:
    """Maximum of the parabola through the largest of evenly spaced values and its neighbors."""
    at = int(np.argmax(values))
    if at in (0, len(values) - 1) or not np.isfinite(values[at - 1 : at + 2]).all():
        return float(values[at])
    before, middle, after = values[at - 1 : at + 2]
    bend = before - 2.0 * middle + after
    return float(middle - (after - before) ** 2 / (8.0 * bend)) if bend < 0.0 else float(middle)


def fit_excesses(excesses: FloatArray) -> tuple[float, float]:
    """Shape and scale of maximum likelihood, with the shape from -.5 to 1.

    Args:
        excesses: [n] > 0, not all equal.
    """
    from scipy.optimize import minimize

    unit = float(excesses.mean())
    scaled = excesses / unit

    def surprise(at: FloatArray) -> float:
        if not _SHAPES[0] <= at[0] <= _SHAPES[-1]:
            return np.inf
        return -float(pareto_likelihood(scaled, at[:1], np.exp(at[1:]))[0])

    simplex = np.array([[0.0, 0.0], [0.1, -0.1], [0.1, 0.1]])
    options = {"xatol": 1e-9, "fatol": 1e-10, "initial_simplex": simplex}
    found = minimize(surprise, simplex[0], method="Nelder-Mead", options=options)
    return float(found.x[0]), unit * float(np.exp(found.x[1]))


def fit_pareto(
    peaks: Peaks, *, power: float = 2.0, share: float = _SHARE, least: int = _LEAST_ABOVE
) -> ParetoTail:
    """Fits the distribution to the highest peaks of all records.

    Args:
        peaks: at least 30 peaks.
        power: p > 0.
        share: share of the peaks that are above the threshold.
        least: least number of peaks above it, or all if there are fewer.

    Raises:
        TooFewError: if there are fewer than 30 peaks, or those above the threshold are equal.
    """
    heights = peaks.all
    require_peaks(len(heights))
    ordered = np.sort(heights) ** power
    wanted = max(round(share * len(ordered)), least)
    threshold = float(ordered[-wanted - 1]) if wanted < len(ordered) else 0.0
    excesses = ordered[ordered > threshold] - threshold
    if len(excesses) < 2 or not np.ptp(excesses) > 1e-12 * excesses.max():
        raise TooFewError("needs peaks that differ, all of the highest are the same")
    shape, scale = fit_excesses(excesses)
    return ParetoTail(excesses, threshold, shape, scale, power, peaks.duration)


def require_peaks(count: int) -> None:
    """Refuses a number of peaks that is too small for a fit.

    Raises:
        TooFewError: if there are fewer than 30 peaks.
    """
    if count < LEAST_PEAKS:
        raise TooFewError(f"needs {LEAST_PEAKS} peaks, has {count}")
