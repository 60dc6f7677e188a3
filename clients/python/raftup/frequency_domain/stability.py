"""Whether a mean position is stable, by the stiffness of its free motions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.remote.linearisation import Linearisation

_NEUTRAL = 1e-9  # of the largest eigenvalue: round-off of the stiffness


@dataclass(frozen=True)
class FreeMotion:
    """A motion that joints leave free, at zero frequency.

    Attributes:
        eigenvalue: lambda [1/s2] of C x = lambda M x: above 0 it comes back, at 0 it stays where it
            is put, below 0 it goes away.
        verdict: stable, neutral or unstable.
        shape: [6N] m and rad, its largest entry 1.
    """

    eigenvalue: float
    verdict: str
    shape: FloatArray


def static_stability(linear: Linearisation) -> list[FreeMotion]:
    """The free motions by their stiffness, softest first.

    By the symmetric part of C, which does the work; without the water's inertia, which does not
    change a sign. Neutral = within 1e-9 of the largest eigenvalue.

    Args:
        linear: about the position whose stability is wanted.
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
