"""Stability of a mean position, by the stiffness of its free motions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.remote.linearisation import Linearisation

_NEUTRAL = 1e-9  # of the largest eigenvalue: round-off of the stiffness


@dataclass(frozen=True)
class FreeMotion:
    """A motion at zero frequency that the joints permit.

    Attributes:
        eigenvalue: lambda [1/s2] of C x = lambda M x: > 0 the body returns, 0 it stays where it is
            moved, < 0 it moves away.
        verdict: stable, neutral or unstable.
        shape: [6N] m and rad; the largest entry is 1.
    """

    eigenvalue: float
    verdict: str
    shape: FloatArray


def static_stability(linear: Linearisation) -> list[FreeMotion]:
    """The free motions by their stiffness, smallest first.

    Only the symmetric part of C is used, which determines the work. M is without added mass, which
    does not change the sign of an eigenvalue. A motion is neutral if its eigenvalue is within 1e-9
    of the largest one.

    Args:
        linear: linear equations about the mean position.
    """
    free = linear.free_basis
    if not free.shape[1]:
        return []
    inertia = np.linalg.cholesky(free.T @ linear.mass @ free)
    stiffness = free.T @ (0.5 * (linear.restoring + linear.restoring.T)) @ free
    half = np.linalg.solve(inertia, stiffness)
    values, vectors = np.linalg.eigh(np.linalg.solve(inertia, half.T))
    shapes = free @ np.linalg.solve(inertia.T, vectors)
    neutral = _NEUTRAL * float(np.abs(values).max())
    return [
        FreeMotion(float(value), _verdict(float(value), neutral), shape / _largest(shape))
        for value, shape in zip(values, shapes.T, strict=True)
    ]


def _verdict(value: float, neutral: float) -> str:
    if abs(value) <= neutral:
        return "neutral"
    return "stable" if value > 0.0 else "unstable"


def _largest(shape: FloatArray) -> float:
    return float(shape[int(np.argmax(np.abs(shape)))])
