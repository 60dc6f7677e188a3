"""What every law of extremes can say, and how a profile of its likelihood becomes an interval."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np

_DOUBLINGS = 60  # of the distance in which the end of an interval is looked for


class TooFewError(Exception):
    """The data are too few for a law; the message says what is needed and what there is."""


class Law(Protocol):
    """A law that was fitted to the largest values of a quantity.

    Levels are in the unit of the quantity, from the mean about which its peaks were taken.
    """

    @property
    def parameters(self) -> dict[str, float]:
        """By name, in the quantity's unit to a power that the law says."""

    def level(self, duration: float) -> float:
        """The level that is passed once in the mean in a time.

        Args:
            duration: s.

        Raises:
            TooFewError: where the time is so short that the level lies below what was fitted.
        """

    def interval(self, duration: float, confidence: float) -> tuple[float, float]:
        """Where that level lies with a confidence from 0 to 1.

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
    """The two levels where the profile of the likelihood has dropped by so much.

    {x: 2 (max l - l_p(x)) <= allowed}, l_p(x) the largest log-likelihood of all laws whose level is
    x: the set that a likelihood-ratio test does not reject.

    Args:
        profile: l_p, with one maximum.
        best: where it is.
        step: > 0, a distance of levels that matters; the ends are looked for from it on.
        allowed: a quantile of chi-square, or of F, with one degree of freedom.
        lowest: no level is below it; the interval ends there where the drop is less.

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
