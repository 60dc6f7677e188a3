"""Rotations in space."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import FloatArray


def rotation_matrix(quaternion: FloatArray) -> FloatArray:
    """Rotation matrix [3, 3] of a unit quaternion w x y z, which rotates body to world axes."""
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def angles_of_matrix(axes: FloatArray) -> FloatArray:
    """Roll, pitch, yaw [3] rad of a rotation matrix [3, 3]; applied as yaw, pitch, roll."""
    pitch = np.arcsin(np.clip(-axes[2, 0], -1.0, 1.0))
    return np.array([np.arctan2(axes[2, 1], axes[2, 2]), pitch, np.arctan2(axes[1, 0], axes[0, 0])])


def angles_of(quaternion: npt.ArrayLike) -> FloatArray:
    """Roll, pitch, yaw [3] rad of a unit quaternion w x y z; applied as yaw, pitch, roll."""
    return angles_of_matrix(rotation_matrix(np.asarray(quaternion, dtype=float)))
