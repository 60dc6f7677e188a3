"""Expected largest values of recorded motions and forces, and environmental contours of seas.

| method | data | law |
|---|---|---|
| `pot` | the highest fifth of the peaks | generalised Pareto, of the squares of peaks |
| `weibull_tail` | the highest third of the peaks | Weibull without its lower part |
| `acer` | all peaks | mean rate of exceedance, extrapolated |
| `gev` | the largest value of each record | generalised extreme values |
| `gumbel` | the largest value of each record | Gumbel |

Every law gives the level that is exceeded once on average in a given time, with its confidence
interval. The level that the largest value in a duration D does not exceed with the probability P is
that of the time D / (-ln P). The extra `raftup[study]` is needed.
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
