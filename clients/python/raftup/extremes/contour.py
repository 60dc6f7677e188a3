"""Environmental contours: sea states with a given return period, by the inverse FORM.

The significant wave height has a Weibull distribution with three parameters; the period for a given
height has a lognormal distribution:

  P(H < h) = 1 - exp(-((h - loc) / scale)^shape),
  ln T ~ N(mu(h), sigma(h)),   mu = a0 + a1 h^a2,   sigma = b0 + b1 exp(b2 h).

Sea states have the duration t_s. Of the n = R 8766 h / t_s sea states of R years, the share 1 / n
lies beyond a line that touches the circle of radius beta = -Phi^-1(1 / n) in the space of two
independent standard normal variables u. The contour is this circle: with u = beta (sin q, cos q)

  h = loc + scale (-ln(1 - Phi(u_1)))^(1 / shape),   T = exp(mu(h) + sigma(h) u_2).

Source: Winterstein et al. (1993); Haver and Winterstein (2009); Vanem and Bitner-Gregersen (2012).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray

YEAR = 8766.0 * 3600.0
"""Duration of a year [s]."""


@dataclass(frozen=True)
class JointSea:
    """Joint distribution of the significant wave height and a wave period.

    Attributes:
        shape: shape of the distribution of the height.
        scale: scale of the distribution of the height [m].
        location: lower bound of the height [m].
        mu: a0, a1, a2 of the mean of ln T, with T in s and h in m.
        sigma: b0, b1, b2 of the standard deviation of ln T.
    """

    shape: float
    scale: float
    location: float
    mu: tuple[float, float, float]
    sigma: tuple[float, float, float]

    def log_mean(self, height: FloatArray) -> FloatArray:
        """Mean mu(h) [n] of ln T at heights h."""
        a0, a1, a2 = self.mu
        return np.asarray(a0 + a1 * height**a2)

    def log_deviation(self, height: FloatArray) -> FloatArray:
        """Standard deviation sigma(h) [n] of ln T at heights h."""
        b0, b1, b2 = self.sigma
        return np.asarray(b0 + b1 * np.exp(b2 * height))


@dataclass(frozen=True)
class Contour:
    """Sea states with a given return period.

    Attributes:
        beta: radius of the circle in the space of standard normal variables.
        height: [n] significant wave heights [m].
        period: [n] wave periods [s].
    """

    beta: float
    height: FloatArray
    period: FloatArray


def reliability(return_period: float, state_duration: float) -> float:
    """The radius beta = -Phi^-1(t_s / (8766 h R)) of a contour.

    Args:
        return_period: R [years].
        state_duration: t_s [s], less than half of R.
    """
    from scipy import stats

    return float(stats.norm.isf(state_duration / (YEAR * return_period)))


def iform_contour(
    law: JointSea, return_period: float, state_duration: float, angles: Sequence[float] | FloatArray
) -> Contour:
    """Computes the contour of a return period.

    Args:
        law: joint distribution of the sea states.
        return_period: R [years].
        state_duration: t_s [s].
        angles: [n] angles q [rad] on the circle: pi / 2 has the largest height, 0 the largest
            period at the median height.
    """
    from scipy import stats

    beta = reliability(return_period, state_duration)
    first, second = beta * np.sin(angles), beta * np.cos(angles)
    height = law.location + law.scale * (-stats.norm.logsf(first)) ** (1.0 / law.shape)
    period = np.exp(law.log_mean(height) + law.log_deviation(height) * second)
    return Contour(beta, np.asarray(height), np.asarray(period))


def even_angles(count: int) -> FloatArray:
    """Evenly spaced angles [count] rad around the circle, from the largest height on."""
    return np.asarray(0.5 * math.pi - 2.0 * math.pi * np.arange(count) / count)
