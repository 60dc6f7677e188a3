"""Base class of distributions of extremes, and confidence intervals from likelihood profiles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

_DOUBLINGS = 60  # of the distance in which the end of an interval is looked for


class TooFewError(Exception):
    """Error: the data are too few for a fit; the message has the required and given number."""


class Law(Protocol):
    """A distribution that was fitted to the largest values of a quantity.

    Levels are in the unit of the quantity, measured from the mean about which its peaks were taken.
    """

    @property
    def parameters(self) -> dict[str, float]:
        """Parameters by name, in the quantity's unit to a power that is specific to the law."""

    def level(self, duration: float) -> float:
        """The level that is exceeded once on average in a time.

        Args:
            duration: time [s].

        Raises:
            TooFewError: if the time is so short that the level lies below the fitted data.
        """

    def interval(self, duration: float, confidence: float) -> tuple[float, float]:
        """Confidence interval of that level; `confidence` is a probability from 0 to 1.

        Raises:
            TooFewError: as level().
        """


def profile_interval(
    profile: Callable[[float], float],
    best: float,
    step: float,
    allowed: float,
    lowest: float = -np.inf,
) -> tuple[float, float]:
    """The two levels at which the profile of the log-likelihood has fallen by a given amount.

    The interval is {x: 2 (max l - l_p(x)) <= allowed}, where l_p(x) is the largest log-likelihood
    of all distributions whose level is x. A likelihood-ratio test does not reject these levels.

    Args:
        profile: function l_p, with one maximum.
        best: level of the maximum.
        step: > 0, initial step of the search for the ends.
        allowed: quantile of the chi-square or F distribution with one degree of freedom.
        lowest: lower bound of levels, at which the interval ends if the profile has not fallen
            enough.

    Source: Venzon and Moolgavkar (1988); Coles (2001) 2.6.6.
    """
    from scipy.optimize import brentq

    top = profile(best)

    def excess(level: float) -> float:
        drop = 2.0 * (top - profile(level)) - allowed
        return float(drop) if np.isfinite(drop) else 1e30

    ends = []
    for sign in (-1.0, 1.0):
        near, far = best, best
        for doubling in range(_DOUBLINGS):
            far = best + sign * step * 2.0**doubling
            if sign < 0.0 and far <= lowest:
                far = lowest
            if excess(far) > 0.0 or far == lowest:
                break
            near = far
        inside = excess(far) <= 0.0
        ends.append(far if inside else float(brentq(excess, near, far, xtol=1e-7 * step)))
    return ends[0], ends[1]
