"""Damage of a narrow-banded normal process, which follows from the moments of its spectrum.

The ranges of a process with the standard deviation sigma have a Rayleigh distribution. With
b = sqrt(8) sigma its density is 2 S / b^2 exp(-(S / b)^2); the damage in a time T at nu cycles per
second is

  D = nu T [b^m1 / a1 Gamma(1 + m1 / 2, z) + b^m2 / a2 gamma(1 + m2 / 2, z)],   z = (S_q / b)^2,

where S_q is the range at which the slopes of the curve meet, and Gamma(., z) and gamma(., z) are
the upper and lower incomplete gamma functions. For one slope, D = nu T b^m / a Gamma(1 + m / 2).

Source: DNV-RP-C203 (2021) F.12; Wirsching, Paez and Ortiz (1995).
"""

from __future__ import annotations

import math

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.fatigue.detail import EquivalentLoad, FatigueDetail, StressCurve


def narrow_band_sum(
    detail: FatigueDetail, deviation: FloatArray, rate: FloatArray, duration: float
) -> FloatArray:
    """Damage, or (equivalent load)^m, of processes of an output; 0 for a constant output.

    Args:
        detail: detail without correction for mean stress, since a spectrum contains no mean.
        deviation: [n] standard deviations sigma of the output, in its unit.
        rate: [n] up-crossings nu per second; NaN for a constant output.
        duration: T [s].
    """
    b = math.sqrt(8.0) * abs(detail.scale) * deviation
    cycles = np.where(b > 0.0, np.nan_to_num(rate), 0.0) * duration
    law = detail.law
    if isinstance(law, StressCurve):
        return np.asarray(cycles * _mean_damage(law, b))
    slope = law.slope
    moment = b**slope * math.gamma(1.0 + 0.5 * slope)
    if isinstance(law, EquivalentLoad):
        return np.asarray(cycles * moment / law.equivalent_cycles)
    return np.asarray(cycles * moment / (law.factors[0] * law.breaking_load**slope))


def _mean_damage(curve: StressCurve, b: FloatArray) -> FloatArray:
    """Mean damage of one cycle [n]."""
    from scipy import special

    raised = curve.thickness_factor * b
    first, second = 1.0 + 0.5 * curve.slope, 1.0 + 0.5 * curve.second_slope
    one = raised**curve.slope / curve.intercept * math.gamma(first)
    if not curve.second_slope > 0.0:
        return np.asarray(one)
    z = (curve.knee / np.where(b > 0.0, b, 1.0)) ** 2
    two = raised**curve.second_slope / curve.second_intercept * math.gamma(second)
    return np.asarray(one * special.gammaincc(first, z) + two * special.gammainc(second, z))
