"""Rotations and inertia tensors of other programs in the forms of a model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from raftup.base.arrays import FloatArray


def axis_matrix(axis: int, angle: float) -> FloatArray:
    """Rotation matrix [3, 3] by an angle [rad] about the axis x, y or z (0, 1, 2)."""
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.eye(3)
    one, other = (axis + 1) % 3, (axis + 2) % 3
    matrix[one, one] = matrix[other, other] = c
    matrix[other, one], matrix[one, other] = s, -s
    return matrix


def xyz_matrix(angles: Sequence[float]) -> FloatArray:
    """Rotation matrix Rx Ry Rz: about x, then about the new y, then about the new z [rad]."""
    x, y, z = angles
    return axis_matrix(0, x) @ axis_matrix(1, y) @ axis_matrix(2, z)


def zyx_matrix(angles: Sequence[float]) -> FloatArray:
    """Rotation matrix Rz Ry Rx of roll, pitch, yaw [rad]."""
    x, y, z = angles
    return axis_matrix(2, z) @ axis_matrix(1, y) @ axis_matrix(0, x)


def turned_inertia(tensor: FloatArray) -> dict[str, float]:
    """A symmetric tensor [3, 3] as the fields of `inertia`; entries that are 0 are left out.

    Entries off the diagonal that rounding of a rotation leaves, below 1e-12 of the trace, are 0.
    """
    small = 1e-12 * float(np.trace(tensor))
    fields = {name: float(tensor[i, i]) for i, name in enumerate(("xx", "yy", "zz"))}
    for name, i, j in (("xy", 0, 1), ("xz", 0, 2), ("yz", 1, 2)):
        if abs(tensor[i, j]) > small:
            fields[name] = float(tensor[i, j])
    return fields
