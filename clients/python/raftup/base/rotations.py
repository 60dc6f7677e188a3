"""Turns in space."""

from __future__ import annotations

import numpy as np

from raftup.base.arrays import FloatArray


def rotation_matrix(quaternion: FloatArray) -> FloatArray:
    """[3, 3] of a unit quaternion w x y z, such as a body's orientation: body to world."""
    w, x, y, z = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
