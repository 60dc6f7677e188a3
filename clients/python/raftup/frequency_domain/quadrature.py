"""Integrals over frequency with adaptive refinement."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from raftup.base.arrays import FloatArray

Sums = Callable[[FloatArray, FloatArray], Sequence[FloatArray]]
"""Function of nodes [n] and their weights [n] that returns sums of weight times value.

It returns one array of sums for each kind of integrand.
"""

_MOST_LEVELS = 5  # of half the spacing each: 32 times as many nodes as at first


def refined_integrals(sums: Sums, nodes: FloatArray, tolerance: float) -> list[FloatArray]:
    """Integrals by the trapezoidal rule, whose intervals are halved until the results agree.

    The rule with half the spacing needs integrands only at the new nodes, since
    I(h / 2) = I(h) / 2 + (h / 2) * sum of the values in the middle of the intervals. For integrands
    with a continuous slope, or a slope that jumps at points, the error of the last rule is about a
    third of its change.

    Args:
        sums: function of type Sums; each of its arrays has the integrals of one kind, [..., k].
        nodes: [n >= 2] evenly spaced and ascending.
        tolerance: largest change of an integral by the last halving, relative to the largest
            integral of its column [..., k] and kind. There are at most 5 halvings.

    Returns:
        The integrals of each kind.
    """
    step = float(nodes[-1] - nodes[0]) / (len(nodes) - 1)
    weights = np.full(len(nodes), step)
    weights[[0, -1]] *= 0.5
    integrals = [np.asarray(part) for part in sums(nodes, weights)]
    for _ in range(_MOST_LEVELS):
        nodes = nodes[0] + 0.5 * step * np.arange(2 * len(nodes) - 1)
        step *= 0.5
        middles = nodes[1::2]
        added = sums(middles, np.full(len(middles), step))
        before = integrals
        integrals = [np.asarray(0.5 * old + new) for old, new in zip(before, added, strict=True)]
        if max(map(_change, before, integrals)) < tolerance:
            break
    return integrals


def _change(before: FloatArray, after: FloatArray) -> float:
    """The largest change relative to the largest value of its column; 0 for columns of zeros."""
    columns = after.reshape(-1, after.shape[-1])
    largest = np.abs(columns).max(axis=0, initial=0.0)
    changes = np.abs(columns - before.reshape(columns.shape)).max(axis=0, initial=0.0)
    moving = largest > 0.0
    return float((changes[moving] / largest[moving]).max(initial=0.0))


def cubic_between(nodes: FloatArray, values: FloatArray, where: FloatArray) -> FloatArray:
    """Interpolates a density between nodes by the cubic polynomial through the four nearest ones.

    The error is 3/128 h^4 times the fourth derivative; that of linear interpolation, h^2 / 8 times
    the second derivative, is 2.5e-3 at a peak seven intervals wide. Interpolation is linear in the
    first and the last interval. Negative results are set to 0; the density is 0 outside the nodes.

    Args:
        nodes: [n] evenly spaced and ascending.
        values: [n] >= 0 at the nodes.
        where: [k] places of the results, in the unit of the nodes.

    Returns:
        [k] in the unit of the values.
    """
    linear = np.interp(where, nodes, values, left=0.0, right=0.0)
    if len(nodes) < 4:
        return np.asarray(linear)
    place = (where - nodes[0]) / (nodes[-1] - nodes[0]) * (len(nodes) - 1)
    lower = np.clip(np.floor(place).astype(int), 1, len(nodes) - 3)
    t = place - lower
    cubic = (
        values[lower - 1] * (-t * (t - 1.0) * (t - 2.0) / 6.0)
        + values[lower] * ((t + 1.0) * (t - 1.0) * (t - 2.0) / 2.0)
        + values[lower + 1] * (-(t + 1.0) * t * (t - 2.0) / 2.0)
        + values[lower + 2] * ((t + 1.0) * t * (t - 1.0) / 6.0)
    )
    inside = (t >= 0.0) & (t <= 1.0)
    return np.asarray(np.where(inside, np.maximum(cubic, 0.0), linear))
