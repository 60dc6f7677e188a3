"""Largest values to expect of recorded motions and forces, and seas that come once in some years.

| method | of what | law |
|---|---|---|
| `pot` | the highest fifth of the peaks | generalised Pareto, of the squares of peaks |
| `weibull_tail` | the highest third of the peaks | Weibull without its lower part |
| `acer` | all peaks | mean rate of exceedance, extrapolated |
| `gev` | the largest value of each record | generalised extreme values |
| `gumbel` | the largest value of each record | Gumbel |

Every law gives the level that is passed once in the mean in a time, and its interval. The level
that the largest value of a duration D stays below with probability P is that of D / (-ln P). The
extra `raftup[study]` is needed.
"""

from raftup.extremes.estimate import (
    METHODS,
    METHODS_OF_MAXIMA,
    Estimate,
    Question,
    Record,
    estimate_extreme,
)
from raftup.extremes.normal import NormalProcess

__all__ = [
    "METHODS",
    "METHODS_OF_MAXIMA",
    "Estimate",
    "NormalProcess",
    "Question",
    "Record",
    "estimate_extreme",
]
