"""Distributions of the largest values of records: generalized extreme values, and Gumbel's.

The largest value m of a record of duration D, in its unit, has

  P(m < x) = exp(-(1 + xi (x - u) / s)^(-1 / xi)),   exp(-exp(-(x - u) / s)) for xi = 0 (Gumbel),

fitted by maximum likelihood. The level that is exceeded once on average in a time T is

  x_T = u + s / xi ((T / D)^xi - 1).

Source: Gumbel (1958); Jenkinson (1955); Coles (2001) 3.3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.extremes.law import TooFewError, profile_interval
from raftup.extremes.pareto import growth

LEAST_MAXIMA = {"gumbel": 5, "gev": 10}
"""Least number of records for a fit, by method."""

_SHAPES = (-0.5, 1.0)  # of a fit: below, the likelihood has no maximum that tells
_EULER = 0.5772156649015329


@dataclass(frozen=True)
class MaximaLaw:
    """A distribution of the largest values of records.

    Attributes:
        maxima: [n] largest values, in the unit of the quantity.
        duration: duration D of each record [s].
        location: u.
        scale: s.
        shape: xi.
        is_bent: whether the shape was fitted; otherwise it is 0.
    """

    maxima: FloatArray
    duration: float
    location: float
    scale: float
    shape: float
    is_bent: bool

    @property
    def parameters(self) -> dict[str, float]:
        """Location and scale in the unit of the maxima; also the shape if it was fitted."""
        return {
            "location": self.location,
            "scale": self.scale,
            "shape": self.shape,
            "maxima": float(len(self.maxima)),
        }

    def level(self, duration: float) -> float:
        """The level x_T that is exceeded once on average in a time T [s], see Law."""
        return float(self.location + self.scale * _grown(self.shape, duration / self.duration))

    def interval(self, duration: float, confidence: float) -> tuple[float, float]:
        """Confidence interval by the likelihood profile and, since data are few, by F; see Law."""
        from scipy import stats

        freedoms = max(len(self.maxima) - (3 if self.is_bent else 2), 1)
        allowed = float(stats.f.ppf(confidence, 1, freedoms))
        best, ratio = self.level(duration), duration / self.duration
        start = np.array([np.log(self.scale), self.shape][: 2 if self.is_bent else 1])

        def profile(level: float) -> float:
            def surprise(at: FloatArray) -> float:
                shape = float(at[1]) if self.is_bent else 0.0
                scale = float(np.exp(at[0]))
                location = level - scale * _grown(shape, ratio)
                return _surprise(self.maxima, location, scale, shape)

            return -float(_minimum(surprise, start)[1])

        step = 0.2 * self.scale
        return profile_interval(profile, best, step, allowed)


def _grown(shape: float, ratio: float) -> float:
    return float(growth(np.array([shape]), ratio)[0])


def _surprise(maxima: FloatArray, location: float, scale: float, shape: float) -> float:
    """Negative log-likelihood; infinite if a maximum is beyond the end of the distribution."""
    ratio = (maxima - location) / scale
    if not _SHAPES[0] <= shape <= _SHAPES[1]:
        return np.inf
    if abs(shape) < 1e-9:
        power = ratio
    else:
        inner = 1.0 + shape * ratio
        if inner.min() <= 0.0:
            return np.inf
        power = np.log(inner) / shape
    with np.errstate(over="ignore"):
        exceeded = np.exp(-power)
    return float(len(maxima) * np.log(scale) + ((1.0 + shape) * power + exceeded).sum())


def _minimum(function: object, start: FloatArray) -> tuple[FloatArray, float]:
    from scipy.optimize import minimize

    simplex = np.vstack([start, start + 0.2 * np.eye(len(start))])
    options = {"xatol": 1e-9, "fatol": 1e-10, "initial_simplex": simplex, "maxiter": 2000}
    found = minimize(function, start, method="Nelder-Mead", options=options)
    return np.asarray(found.x), float(found.fun)


def fit_maxima(maxima: FloatArray, duration: float, method: str) -> MaximaLaw:
    """Fits the distribution by maximum likelihood.

    Args:
        maxima: [n] largest values of records of equal duration, in the unit of the quantity.
        duration: duration D of each record [s].
        method: gev or gumbel.

    Raises:
        TooFewError: if there are fewer than 10 records (5 for gumbel), or all maxima are equal.
    """
    least = LEAST_MAXIMA[method]
    if len(maxima) < least:
        raise TooFewError(f"needs {least} records, has {len(maxima)}")
    unit, middle = float(maxima.std()), float(maxima.mean())
    if not np.ptp(maxima) > 1e-12 * np.abs(maxima).max():
        raise TooFewError("needs maxima that differ, all are the same")
    scaled = (maxima - middle) / unit
    scale = np.sqrt(6.0) / np.pi  # of Gumbel's law by its moments
    start = np.array([-_EULER * scale, np.log(scale), 0.0])
    is_bent = method == "gev"

    def surprise(at: FloatArray) -> float:
        shape = float(at[2]) if is_bent else 0.0
        return _surprise(scaled, float(at[0]), float(np.exp(at[1])), shape)

    at, _ = _minimum(surprise, start[: 3 if is_bent else 2])
    shape = float(at[2]) if is_bent else 0.0
    return MaximaLaw(
        maxima,
        duration,
        middle + unit * float(at[0]),
        unit * float(np.exp(at[1])),
        shape,
        is_bent,
    )
