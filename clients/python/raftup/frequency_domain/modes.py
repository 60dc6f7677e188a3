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
        period: s.
        body: whose motion holds the most energy.
        dof: of that motion: surge ... yaw.
        shape: [6N] m and rad, its largest entry 1.
        damping_ratio: of critical: x^T B x / (2 omega x^T (M + A) x) at the mode's own frequency,
            radiation and linear damping.
    """

    period: float
    body: str
    dof: str
    shape: FloatArray
    damping_ratio: float


def natural_periods(
    linear: Linearisation, extra_damping: FloatArray | None = None
) -> list[NaturalPeriod]:
    """The undamped modes that a server has found, named and with their damping ratios.

    Args:
        linear: asked for with its modes.
        extra_damping: [6N, 6N] N s/m, counted in the damping ratios.

    Returns:
        Longest period first; motions without stiffness have none.
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
    """Body and dof of the motion that holds the most energy in a shape [6N]."""
    largest = int(np.argmax(np.abs(shape) * np.sqrt(np.diag(linear.mass))))
    return linear.body_names[largest // 6], DOFS[largest % 6]
