"""Environmental contours: the sea states that come once in some years, by the inverse FORM.

The significant wave height has a Weibull law of three parameters and the period, given the height,
a lognormal one:

  P(H < h) = 1 - exp(-((h - loc) / scale)^shape),
  ln T ~ N(mu(h), sigma(h)),   mu = a0 + a1 h^a2,   sigma = b0 + b1 exp(b2 h).

States last t_s; of those of R years the share 1 / n, n = R 8766 h / t_s, lies beyond a plane that
touches the circle of radius beta = -Phi^-1(1 / n) in the space of two independent standard normal
numbers u. The contour is that circle: with u = beta (sin q, cos q)

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
"""s."""


@dataclass(frozen=True)
class JointSea:
    """Joint law of the significant wave height and a period.

    Attributes:
        shape: of the height.
        scale: of the height [m].
        location: of the height, below which none is [m].
        mu: a0, a1, a2 of the mean of ln T, T in s and h in m.
        sigma: b0, b1, b2 of its standard deviation.
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
    """Sea states that come once in some years.

    Attributes:
        beta: radius of the circle in the space of standard normal numbers.
        height: [n] significant wave height [m].
        period: [n] s.
    """

    beta: float
    height: FloatArray
    period: FloatArray


def reliability(return_period: float, state_duration: float) -> float:
    """The radius beta = -Phi^-1(t_s / (8766 h R)) of a contour.

    Args:
        return_period: R [years].
        state_duration: t_s [s], below half of R.
    """
    from scipy import stats

    return float(stats.norm.isf(state_duration / (YEAR * return_period)))


def iform_contour(
    law: JointSea, return_period: float, state_duration: float, angles: Sequence[float] | FloatArray
) -> Contour:
    """The contour of a return period.

    Args:
        law: of the sea states.
        return_period: R [years].
        state_duration: t_s [s].
        angles: [n] q [rad]: pi / 2 is the greatest height, 0 the greatest period of the median one.
    """
    from scipy import stats

    beta = reliability(return_period, state_duration)
    first, second = beta * np.sin(angles), beta * np.cos(angles)
    height = law.location + law.scale * (-stats.norm.logsf(first)) ** (1.0 / law.shape)
    period = np.exp(law.log_mean(height) + law.log_deviation(height) * second)
    return Contour(beta, np.asarray(height), np.asarray(period))


def even_angles(count: int) -> FloatArray:
    """[count] rad around the circle, from the greatest height on."""
    return np.asarray(0.5 * math.pi - 2.0 * math.pi * np.arange(count) / count)
