"""Extremes of a stationary normal process, of which the moments of the spectrum say everything."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class NormalProcess:
    """A normal process by its moments m_n = integral of omega^n S(omega), S one-sided.

    Attributes:
        m0: variance, square of the unit.
        m2: of the rate, square of the unit per s2.
        m4: of the rate of the rate, square of the unit per s4.

    Source: Cartwright and Longuet-Higgins (1956); Davenport (1964).
    """

    m0: float
    m2: float
    m4: float = math.nan

    @property
    def crossing_rate(self) -> float:
        """Up-crossings of the mean a second, sqrt(m2 / m0) / 2 pi."""
        return math.sqrt(self.m2 / self.m0) / (2.0 * math.pi)

    @property
    def peak_rate(self) -> float:
        """Local maxima a second, sqrt(m4 / m2) / 2 pi."""
        return math.sqrt(self.m4 / self.m2) / (2.0 * math.pi)

    def count(self, duration: float) -> float:
        """Crests N in a time [s]: up-crossings."""
        return self.crossing_rate * duration

    def most_probable(self, duration: float) -> float:
        """sqrt(2 m0 ln N), the level that is passed once in the mean in a time [s]; N > 1."""
        return math.sqrt(2.0 * self.m0 * math.log(max(self.count(duration), 1.0)))

    def quantile(self, duration: float, probability: float) -> float:
        """The level that the largest value stays below: sqrt(2 m0 ln(N / -ln P))."""
        return self.most_probable(duration / -math.log(probability))
