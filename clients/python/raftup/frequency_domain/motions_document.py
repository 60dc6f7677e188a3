"""Natural modes and free motions as plain values and in words."""

from __future__ import annotations

from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.frequency_domain.modes import main_motion, natural_periods
from raftup.frequency_domain.stability import static_stability
from raftup.remote.coefficients import DOFS
from raftup.remote.linearisation import Linearisation

_SHOWN, _MOST = 0.1, 4  # of the largest motion, and how many: what the words say of a shape


def modes_document(linear: Linearisation) -> dict[str, Any]:
    """Modes, free motions at zero frequency and findings as plain values: s, rad/s, m, rad."""
    modes = [
        {
            "period": mode.period,
            "omega": 2.0 * np.pi / mode.period,
            "damping_ratio": mode.damping_ratio,
            "body": mode.body,
            "dof": mode.dof,
            "shape": _shape(linear, mode.shape),
        }
        for mode in natural_periods(linear)
    ]
    motions = []
    for motion in static_stability(linear):
        body, dof = main_motion(linear, motion.shape)
        motions.append(
            {
                "eigenvalue": motion.eigenvalue,
                "verdict": motion.verdict,
                "body": body,
                "dof": dof,
                "shape": _shape(linear, motion.shape),
            }
        )
    return {
        "modes": modes,
        "free_motions": motions,
        "findings": [finding.message for finding in linear.findings],
    }


def _shape(linear: Linearisation, shape: FloatArray) -> dict[str, list[float]]:
    return dict(zip(linear.body_names, shape.reshape(-1, len(DOFS)).tolist(), strict=True))


def shape_text(shape: dict[str, list[float]]) -> str:
    """Text such as `carrier heave 1, supply roll -0.2`, the largest first."""
    motions = [
        (value, f"{body} {dof}")
        for body, values in shape.items()
        for dof, value in zip(DOFS, values, strict=True)
        if abs(value) >= _SHOWN
    ]
    motions.sort(key=lambda motion: -abs(motion[0]))
    return ", ".join(f"{name} {value:.2g}" for value, name in motions[:_MOST])
