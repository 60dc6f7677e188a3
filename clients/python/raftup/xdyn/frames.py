"""States of a ship in the axes of xdyn: north, east, down, and a body frame with z down.

Axes of a session are converted to those of xdyn by half a turn about x, R = diag(1, -1, -1), both
in the world and in the body: x remains, y and z change sign, also in quaternions.

Source: xdyn's documentation of its interfaces, "Co-Simulation", and its cosimulation.proto.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import FloatArray
from raftup.base.rotations import angles_of, rotation_matrix

STATES = ("t", "x", "y", "z", "u", "v", "w", "p", "q", "r", "qr", "qi", "qj", "qk")
"""Names of the state: time [s]; position [m]; velocity of the body frame's origin [m/s] and angular
velocity [rad/s] in body axes; unit quaternion.
"""

ANGLES = ("phi", "theta", "psi")
"""Names of the angles [rad] that rotate NED to body axes, about z, y, x: [psi, theta', phi'']."""

_FLIP: FloatArray = np.array([1.0, -1.0, -1.0])
_QUATERNION_FLIP: FloatArray = np.array([1.0, 1.0, -1.0, -1.0])


def row_of(time: float, motion: dict[str, FloatArray], center_of_mass: FloatArray) -> FloatArray:
    """Converts time and motion of the ship to a row of xdyn's results.

    Args:
        time: s.
        motion: position, orientation, linear_velocity and angular_velocity, as outputs of a
            session.
        center_of_mass: [3] m, in the model frame.
    """
    axes = rotation_matrix(motion["orientation"])
    turning = motion["angular_velocity"]
    at_origin = motion["linear_velocity"] - np.cross(turning, axes @ center_of_mass)
    row: list[FloatArray] = [
        np.array([time]),
        _FLIP * motion["position"],
        _FLIP * (axes.T @ at_origin),
    ]
    row += [_FLIP * (axes.T @ turning), _QUATERNION_FLIP * motion["orientation"]]
    return np.concatenate(row)


def start_of(row: npt.ArrayLike, center_of_mass: FloatArray) -> dict[str, Any]:
    """Initial values of a body in a model for a row; the inverse of row_of().

    The quaternion need not be normalized.
    """
    _, *numbers = np.asarray(row, dtype=float)
    position, velocity, turning = (_FLIP * numbers[i : i + 3] for i in (0, 3, 6))
    quaternion = np.array(numbers[9:]) * _QUATERNION_FLIP
    quaternion /= np.linalg.norm(quaternion)
    axes = rotation_matrix(quaternion)
    turning = axes @ turning
    return {
        "position": position.tolist(),
        "attitude_deg": np.degrees(angles_of(quaternion)).tolist(),
        "linear_velocity": (axes @ velocity + np.cross(turning, axes @ center_of_mass)).tolist(),
        "angular_velocity": turning.tolist(),
    }


def quaternion_of(angles: npt.ArrayLike) -> FloatArray:
    """The unit quaternion w x y z of roll, pitch, yaw [rad]."""
    halves = np.asarray(angles, dtype=float) / 2.0
    (cr, cp, cy), (sr, sp, sy) = np.cos(halves), np.sin(halves)
    return np.array(
        [
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        ]
    )
