"""Corrections for mean stress: ranges about zero mean that cause the same damage."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.fatigue.cycles import Cycles

MEAN_CORRECTIONS = ("none", "goodman", "gerber", "smith_watson_topper", "walker")
"""Names of the corrections for the mean of a cycle."""

NEED_ULTIMATE = ("goodman", "gerber")
"""Corrections that need an ultimate strength."""


def corrected_ranges(
    cycles: Cycles, method: str, ultimate: float = 0.0, walker_exponent: float = 0.0
) -> FloatArray:
    """Ranges [n] about zero mean that cause the same damage as the cycles.

    For a cycle of range S, amplitude S_a = S / 2, mean m, largest stress S_max = m + S_a they are

    | goodman | S / (1 - m / U), for tension and compression |
    | gerber | S / (1 - (m / U)^2) for m > 0, else S |
    | smith_watson_topper | 2 sqrt(S_max S_a) |
    | walker | 2 S_max^(1 - g) S_a^g |

    and 0 for the last two if S_max <= 0. The range is infinite if the mean reaches U, since the
    detail then breaks.

    Args:
        cycles: cycles of stress.
        method: one of MEAN_CORRECTIONS.
        ultimate: U > 0, for goodman and gerber.
        walker_exponent: g for walker, above 0 and up to 1; with 1 the mean has no influence.

    Source: Goodman (1899); Gerber (1874); Smith, Watson and Topper (1970); Walker (1970), in the
        forms of Dowling (2012) 9.7.
    """
    ranges, means = cycles.ranges, cycles.means
    if method == "none":
        return ranges
    if method in NEED_ULTIMATE:
        ratio = means / ultimate
        left = 1.0 - ratio if method == "goodman" else 1.0 - np.maximum(ratio, 0.0) ** 2
        safe = np.where(left > 0.0, left, 1.0)
        return np.asarray(np.where(left > 0.0, ranges / safe, np.inf))
    exponent = 0.5 if method == "smith_watson_topper" else walker_exponent
    amplitudes = 0.5 * ranges
    greatest = np.maximum(means + amplitudes, 0.0)
    return np.asarray(2.0 * greatest ** (1.0 - exponent) * amplitudes**exponent)
