"""Natural periods, mode shapes and damping of a linear model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation import Linearisation


@dataclass(frozen=True)
class NaturalPeriod:
    """One undamped mode of a model.

    Attributes:
        period: natural period [s].
        body: body whose motion has the most energy.
        dof: dof with the most energy: surge to yaw.
        shape: [6N] m and rad; the largest entry is 1.
        damping_ratio: damping relative to critical damping, x^T B x / (2 omega x^T (M + A) x) at
            the natural frequency, with radiation and linear damping.
    """

    period: float
    body: str
    dof: str
    shape: FloatArray
    damping_ratio: float


def natural_periods(
    linear: Linearisation, extra_damping: FloatArray | None = None
) -> list[NaturalPeriod]:
    """Names the undamped modes of a server and computes their damping ratios.

    Args:
        linear: linear equations with modes.
        extra_damping: [6N, 6N] N s/m, additional damping in the damping ratios.

    Returns:
        Modes with the longest period first; motions without stiffness have no mode.
    """
    found = []
    for mode in linear.modes:
        damping = mode.modal_damping
        if extra_damping is not None:
            damping += float(mode.shape @ extra_damping @ mode.shape)
        body, dof = main_motion(linear, mode.shape)
        ratio = damping / (2.0 * mode.omega * mode.modal_mass)
        found.append(NaturalPeriod(2.0 * np.pi / mode.omega, body, dof, mode.shape, ratio))
    return found


def main_motion(linear: Linearisation, shape: FloatArray) -> tuple[str, str]:
    """Body and dof with the most energy in a mode shape [6N]."""
    largest = int(np.argmax(np.abs(shape) * np.sqrt(np.diag(linear.mass))))
    return linear.body_names[largest // 6], DOFS[largest % 6]
