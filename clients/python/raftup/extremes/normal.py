"""Extremes of a stationary normal process, which follow from the moments of its spectrum."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class NormalProcess:
    """A normal process, defined by its moments m_n = integral of omega^n S(omega), S one-sided.

    Attributes:
        m0: variance, in the unit squared.
        m2: variance of the rate of change, in the unit squared per s2.
        m4: variance of the second derivative, in the unit squared per s4.

    Source: Cartwright and Longuet-Higgins (1956); Davenport (1964).
    """

    m0: float
    m2: float
    m4: float = math.nan

    @property
    def crossing_rate(self) -> float:
        """Number of up-crossings of the mean per second, sqrt(m2 / m0) / 2 pi."""
        return math.sqrt(self.m2 / self.m0) / (2.0 * math.pi)

    @property
    def peak_rate(self) -> float:
        """Number of local maxima per second, sqrt(m4 / m2) / 2 pi."""
        return math.sqrt(self.m4 / self.m2) / (2.0 * math.pi)

    def count(self, duration: float) -> float:
        """Number N of up-crossings, and thus of crests, in a time [s]."""
        return self.crossing_rate * duration

    def most_probable(self, duration: float) -> float:
        """sqrt(2 m0 ln N), the level that is exceeded once on average in a time [s]; N > 1."""
        return math.sqrt(2.0 * self.m0 * math.log(max(self.count(duration), 1.0)))

    def quantile(self, duration: float, probability: float) -> float:
        """sqrt(2 m0 ln(N / -ln P)), below which the largest value stays with probability P."""
        return self.most_probable(duration / -math.log(probability))
