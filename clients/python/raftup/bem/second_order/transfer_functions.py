"""Quadratic transfer functions (QTF) of pairs of waves, and what all of them are computed from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import ComplexArray, FloatArray
from raftup.bem.potential import FrequencyResult
from raftup.bem.second_order.floating_hulls import FloatingHulls
from raftup.bem.second_order.quadratic_force import Wave


@dataclass(frozen=True)
class QuadraticTransferFunction:
    """T or P of pairs of waves: F = Re sum (T_12 z_1 z_2* + P_12 z_1 z_2), over all ordered pairs.

    The time factor is exp(+i omega t). Moments are about the moving center of mass, in axes at
    rest; phases of waves are at the origin.

    Attributes:
        omega: [n] rad/s.
        directions: [d, 2] rad, directions of the first and of the second wave.
        values: [d, 6N, n, n] N/m2, N/m; 0 for pairs that are not computed.
    """

    omega: FloatArray
    directions: FloatArray
    values: ComplexArray


def pairs_of_directions(count: int, *, between: bool) -> npt.NDArray[np.int64]:
    """Indices of the directions of both waves, [d, 2]: of equal directions first.

    Args:
        count: number of wave directions.
        between: whether waves of two directions are paired as well, in both orders.
    """
    equal = [(i, i) for i in range(count)]
    others = [(i, j) for i in range(count) for j in range(count) if between and i != j]
    return np.array(equal + others)


def reversed_pairs(of_directions: npt.NDArray[np.int64]) -> list[int]:
    """The places [d] of the same pairs of directions in reversed order.

    Args:
        of_directions: [d, 2] indices of the directions; with a pair also its reverse.
    """
    own, other = of_directions.T
    return [int(np.flatnonzero((own == j) & (other == i))[0]) for i, j in of_directions]


def waves_of(hulls: FloatingHulls, result: FrequencyResult) -> tuple[Wave, ...]:
    """First-order quantities at each hull, of a result that contains the waves at the hulls."""
    assert result.waves is not None
    return hulls.waves(result.omega, result.added_mass, result.waves)


def in_directions(waves: tuple[Wave, ...], directions: npt.NDArray[np.int64]) -> tuple[Wave, ...]:
    """The waves of chosen directions, in their order."""
    return tuple(wave.of_directions(directions) for wave in waves)
