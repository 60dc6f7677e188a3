"""Where bodies are and how they move, in batches, by operations that a complex step passes through.

The tangent of a law f at x in the direction e is Im f(x + i h e) / h, exact to round-off for a tiny
h: no difference is taken. Every function here and in the laws built on it is therefore analytic in
its arguments (no abs, no arctan2, no conjugate); branches look at real parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from raftup.coefficients import FloatArray

NumberArray: TypeAlias = npt.NDArray[Any]
"""Real numbers, or complex ones on the way to a derivative."""

COMPLEX_STEP = 1e-30
"""h of the complex step: its square vanishes against every number here."""


@dataclass(frozen=True)
class BodyStates:
    """Centres of mass, axes and velocities of N bodies.

    Attributes:
        center: [..., N, 3] m, world: of mass.
        axes: [..., N, 3, 3] rotation from body to world.
        velocity: [..., N, 6] m/s of the centre of mass and rad/s, world axes.
    """

    center: NumberArray
    axes: NumberArray
    velocity: NumberArray

    @property
    def count(self) -> int:
        """N."""
        return int(self.center.shape[-2])

    def moved(self, displacement: FloatArray) -> BodyStates:
        """After a displacement [6N]: of the centres [m] and by rotation vectors [rad], world."""
        steps = displacement.reshape(-1, 6)
        turned = np.array([rotation_of(step[3:]) for step in steps]) @ self.axes
        return BodyStates(self.center + steps[:, :3], turned, self.velocity)

    def displaced_each(self) -> BodyStates:
        """A batch of 6N: displaced by i h in one dof after the other, world axes."""
        steps = 1j * COMPLEX_STEP * np.eye(6 * self.count).reshape(-1, self.count, 6)
        turned = self.axes + cross_matrix(steps[..., 3:]) @ self.axes
        return BodyStates(self.center + steps[..., :3], turned, self.velocity + 0.0 * steps)

    def sped_up_each(self) -> BodyStates:
        """A batch of 6N: with i h more velocity in one dof after the other, world axes."""
        steps = 1j * COMPLEX_STEP * np.eye(6 * self.count).reshape(-1, self.count, 6)
        center = self.center + 0.0 * steps[..., :3]
        return BodyStates(center, self.axes + np.zeros((*center.shape, 3)), self.velocity + steps)


def derivative(values: NumberArray) -> FloatArray:
    """What a law gave for displaced_each() or sped_up_each(), as its Jacobian [values, 6N]."""
    rows: FloatArray = values.reshape(len(values), -1).imag.T / COMPLEX_STEP
    return rows


def cross(a: NumberArray, b: NumberArray) -> NumberArray:
    """The product a x b along the last axis."""
    return np.stack(
        [
            a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1],
            a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2],
            a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0],
        ],
        axis=-1,
    )


def dot(a: NumberArray, b: NumberArray) -> NumberArray:
    """Sum of a b along the last axis, without conjugation."""
    return np.asarray((a * b).sum(axis=-1))


def cross_matrix(vector: NumberArray) -> NumberArray:
    """[v]x with [v]x w = v x w, [..., 3, 3]."""
    x, y, z = np.moveaxis(vector, -1, 0)
    zero = np.zeros_like(x)
    rows = [[zero, -z, y], [z, zero, -x], [-y, x, zero]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def rotation_of(vector: FloatArray) -> FloatArray:
    """The rotation by a rotation vector [rad], Rodrigues' formula."""
    angle = float(np.linalg.norm(vector))
    matrix = cross_matrix(vector)
    sine = np.sinc(angle / np.pi)
    cosine = 0.5 * np.sinc(0.5 * angle / np.pi) ** 2
    rotation: FloatArray = np.eye(3) + sine * matrix + cosine * (matrix @ matrix)
    return rotation


def rotation_vector(rotation: NumberArray) -> NumberArray:
    """The vector of a rotation by less than half a turn [rad], [..., 3]."""
    skew = 0.5 * (rotation - np.swapaxes(rotation, -1, -2))
    sine_axis = np.stack([skew[..., 2, 1], skew[..., 0, 2], skew[..., 1, 0]], axis=-1)
    sine_squared = dot(sine_axis, sine_axis)
    cosine = 0.5 * (np.trace(rotation, axis1=-2, axis2=-1) - 1.0)
    small = np.abs(sine_squared) < 1e-12
    sine = np.sqrt(np.where(small, 1.0, sine_squared))
    scale = np.where(small, 1.0 + sine_squared / 6.0, 2.0 * np.arctan(sine / (1.0 + cosine)) / sine)
    return np.asarray(scale[..., None] * sine_axis)


def rotation_z(angle: float) -> FloatArray:
    """Rotation about z by an angle [rad]."""
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def heading_axes(axes: NumberArray) -> NumberArray:
    """The rotation about z that a body's x axis has seen from above, [..., 3, 3]."""
    x, y = axes[..., 0, 0], axes[..., 1, 0]
    length = np.sqrt(x * x + y * y)
    c, s = x / length, y / length
    zero, one = np.zeros_like(c), np.ones_like(c)
    rows = [[c, -s, zero], [s, c, zero], [zero, zero, one]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def apply(matrix: NumberArray, vector: NumberArray) -> NumberArray:
    """The product matrix @ vector for batches of either."""
    return np.asarray((matrix @ vector[..., None])[..., 0])


def transposed(matrix: NumberArray) -> NumberArray:
    """Of each matrix of a batch."""
    return np.swapaxes(matrix, -1, -2)
