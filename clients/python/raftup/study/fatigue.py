"""Fatigue by rainflow counting."""

from __future__ import annotations

from raftup.base.arrays import FloatArray
from raftup.fatigue import FatigueDetail, StressCurve, rainflow_cycles


def fatigue_damage(turning_points: FloatArray, slope: float, intercept: float) -> float:
    """Miner's sum over rainflow cycles: sum over cycles of count range^slope / intercept.

    A cycle that does not close counts half.

    Args:
        turning_points: [n] local maxima and minima in order.
        slope: m of N = intercept / range^m.
        intercept: cycles to failure at range 1, in the unit of the turning points to the power m.

    Source: ASTM E1049-85; Palmgren (1924), Miner (1945).
    """
    detail = FatigueDetail("", "", 0, StressCurve(slope, intercept))
    return detail.amount(rainflow_cycles(turning_points), 0.0)
