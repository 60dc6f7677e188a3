"""Linearised loads: 6 x 6 blocks of stiffness and damping about the rest pose, in world axes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import FloatArray


@dataclass(frozen=True)
class RestBody:
    """Where a body rests.

    Attributes:
        center_of_mass: [3] m, world.
        model_origin: [3] m, world: the point that a model's coordinates count from.
        axes: [3, 3] rotation from body to world.
    """

    center_of_mass: FloatArray
    model_origin: FloatArray
    axes: FloatArray

    def arm(self, point: FloatArray) -> FloatArray:
        """From the centre of mass to a point of the model frame, world axes [m]."""
        return self.model_origin + self.axes @ point - self.center_of_mass


def cross_matrix(vector: FloatArray) -> FloatArray:
    """[v]x with [v]x w = v x w."""
    x, y, z = vector
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def matrix_of(values: FloatArray) -> FloatArray:
    """The 6 x 6 matrix that a list means: none, its diagonal [6] or all of it, row-major [36]."""
    if len(values) == 0:
        return np.zeros((6, 6))
    if len(values) == 6:
        return np.diag(values)
    return np.asarray(values, dtype=float).reshape(6, 6)


@dataclass(frozen=True)
class LinearSpring:
    """A point spring about rest.

    Attributes:
        stiffness: C, [12, 12]: force on [body 1; body 2] = -C x.
        damping: B, [12, 12].
    """

    stiffness: FloatArray
    damping: FloatArray


def linearise_spring(
    spring: model_pb2.PointSpring, body1: RestBody, body2: RestBody | None
) -> LinearSpring:
    """A point spring about rest, tension included.

    With the unit vector n from point 1 to point 2, length L, tension T = k (L - L0):
    a relative displacement u of point 2 changes the pull on point 1 by
      k_e u,  k_e = k n n^T + (T / L)(I - n n^T),
    and a rotation theta of body i turns the arm r_i of its own force F_i, by (theta x r_i) x F_i.

    Args:
        spring: as in the model; `rest_length` omitted = no tension at rest.
        body1: the body of point1.
        body2: the body of point2; None = the world.
    """
    point2 = np.array(list(spring.point2) or [0.0] * 3)
    arm1 = body1.arm(np.array(list(spring.point1) or [0.0] * 3))
    arm2 = np.zeros(3) if body2 is None else body2.arm(point2)
    end2 = point2 if body2 is None else body2.center_of_mass + arm2
    span = end2 - (body1.center_of_mass + arm1)
    length = float(np.linalg.norm(span))
    normal = span / length
    rest_length = spring.rest_length if spring.HasField("rest_length") else length
    tension = spring.stiffness * (length - rest_length)
    if spring.tension_only:
        tension = max(tension, 0.0)
    along = np.outer(normal, normal)
    element = spring.stiffness * along + tension / length * (np.eye(3) - along)

    # u = G x: velocity of point 2 relative to point 1 from both bodies' six dofs.
    moving = 0.0 if body2 is None else 1.0
    relative = np.hstack(
        [-np.eye(3), cross_matrix(arm1), moving * np.eye(3), -moving * cross_matrix(arm2)]
    )
    stiffness = relative.T @ element @ relative
    pull = tension * normal
    stiffness[3:6, 3:6] -= cross_matrix(pull) @ cross_matrix(arm1)
    stiffness[9:12, 9:12] -= cross_matrix(-pull) @ cross_matrix(arm2)
    return LinearSpring(stiffness, relative.T @ (spring.damping * along) @ relative)
