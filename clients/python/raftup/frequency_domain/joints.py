"""Joints as rows g(states) = 0 with their Jacobians, and the forces of their drives.

Rows as in the simulation (solver/joints): body 1 is measured relative to body 2, in axes that turn
with body 2; frames stand where the joint is at t = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import FloatArray
from raftup.frequency_domain.body_states import BodyStates, NumberArray, cross, dot
from raftup.frequency_domain.loads import Law, attached, body_axes, wrench_on
from raftup.frequency_domain.placement import Placement

_X, _Y, _Z = 0, 1, 2
_ACROSS = 0.9  # cosine: an axis nearer to the world's x than this is along it
_DEFAULT_DAMPING_STEPS = 2.0

_HELD = {
    model_pb2.JOINT_TYPE_LOCK: (0, 1, 2, 3, 4, 5),
    model_pb2.JOINT_TYPE_HINGE: (0, 1, 2, 3, 4),
    model_pb2.JOINT_TYPE_PRISMATIC: (0, 1, 3, 4, 5),
    model_pb2.JOINT_TYPE_CYLINDRICAL: (0, 1, 3, 4),
    model_pb2.JOINT_TYPE_BALL: (0, 1, 2),
    model_pb2.JOINT_TYPE_UNIVERSAL: (0, 1, 2, 4),
    model_pb2.JOINT_TYPE_PLANAR: (2, 3, 4),
}
_FREE = {
    model_pb2.JOINT_TYPE_HINGE: ((5, 1),),
    model_pb2.JOINT_TYPE_PRISMATIC: ((2, 1),),
    model_pb2.JOINT_TYPE_CYLINDRICAL: ((5, 1), (2, 1)),
    model_pb2.JOINT_TYPE_UNIVERSAL: ((5, 0), (3, 1)),
    model_pb2.JOINT_TYPE_PLANAR: ((0, 1), (1, 1), (5, 1)),
}
"""Dofs left free: axis of the joint's frame, and the side (0 = body 1) that carries it."""

# A turn by a small angle about x moves z_1 to -y_2, about y to x_2; about z x_1 to y_2.
_RIGHT_ANGLES = {3: (_Z, _Y, -1.0), 4: (_Z, _X, 1.0), 5: (_X, _Y, 1.0)}


@dataclass(frozen=True)
class Row:
    """One measured quantity of a joint in some states.

    Attributes:
        value: [...] m or rad.
        jacobian1: [..., 6] by the displacement of body 1 at its centre of mass, world axes.
        jacobian2: [..., 6] of body 2.
    """

    value: NumberArray
    jacobian1: NumberArray
    jacobian2: NumberArray


class JointFrames:
    """The two frames of a joint, one in each body or in the world."""

    def __init__(self, joint: model_pb2.Joint, placement: Placement) -> None:
        start = placement.states(placement.initial)
        position2 = joint.position2 or joint.position
        axes = joint_axes(joint)
        self.points = (
            attached(placement, joint.body1, joint.position, start),
            attached(placement, joint.body2, position2, start),
        )
        self._local = tuple(body_axes(point.body, start).T @ axes for point in self.points)

    def axes(self, side: int, at: BodyStates) -> NumberArray:
        """Of a side, [..., 3, 3]."""
        return np.asarray(body_axes(self.points[side].body, at) @ self._local[side])

    def offset(self, at: BodyStates) -> NumberArray:
        """From the point of body 2 to that of body 1 [..., 3] m."""
        return np.asarray(self.points[0].position(at) - self.points[1].position(at))

    def translation(self, axis: int, at: BodyStates) -> Row:
        """How far body 1 is along an axis of body 2."""
        a = self.axes(1, at)[..., :, axis]
        offset = self.offset(at)
        arm1, arm2 = (point.arm(at) for point in self.points)
        a = a + 0.0 * offset
        jacobian1 = np.concatenate([a, cross(arm1 + 0.0 * a, a)], axis=-1)
        jacobian2 = -np.concatenate([a, cross(arm2 + offset, a)], axis=-1)
        return Row(dot(a, offset), jacobian1, jacobian2)

    def right_angle(self, dof: int, at: BodyStates) -> Row:
        """How far an axis of body 1 is from being perpendicular to one of body 2."""
        of_1, of_2, sign = _RIGHT_ANGLES[dof]
        u, w = self.axes(0, at)[..., :, of_1], sign * self.axes(1, at)[..., :, of_2]
        return _turning(dot(u, w), cross(u + 0.0 * w, w + 0.0 * u))

    def angle(self, axis: int, carrier: int, at: BodyStates) -> Row:
        """By how much body 1 is turned from body 2 about an axis that one of them carries."""
        marker = _X if axis == _Z else _Z
        z, x = (self.axes(carrier, at)[..., :, column] for column in (axis, marker))
        m = self.axes(1 - carrier, at)[..., :, marker] + 0.0 * z
        sign = 1.0 if carrier == 1 else -1.0
        along = dot(m, z)[..., None]
        gradient = (z - along * m) / (1.0 - along * along)
        sine, cosine = dot(m, cross(z, x)), dot(m, x)
        length = np.sqrt(sine * sine + cosine * cosine)
        return _turning(sign * 2.0 * np.arctan(sine / (length + cosine)), gradient + 0.0 * m)

    def distance(self, length: float, at: BodyStates) -> Row:
        """How much farther apart the points are than `length`."""
        offset = self.offset(at)
        apart = np.sqrt(dot(offset, offset))
        n = offset / apart[..., None]
        arm1, arm2 = (point.arm(at) + 0.0 * n for point in self.points)
        return Row(
            apart - length,
            np.concatenate([n, cross(arm1, n)], axis=-1),
            -np.concatenate([n, cross(arm2, n)], axis=-1),
        )

    def speed(self, row: Row, at: BodyStates) -> NumberArray:
        """d(value)/dt [...] m/s or rad/s."""
        rate: NumberArray = np.zeros(())
        for point, jacobian in zip(self.points, (row.jacobian1, row.jacobian2), strict=True):
            if point.body is not None:
                rate = rate + dot(jacobian, at.velocity[..., point.body, :])
        return rate

    def wrench(self, row: Row, force: NumberArray, at: BodyStates) -> NumberArray:
        """Wrenches [..., N, 6] of a generalised force along a row."""
        first, second = self.points
        scale = force[..., None]
        return wrench_on(first.body, scale * row.jacobian1, at) + wrench_on(
            second.body, scale * row.jacobian2, at
        )


def _turning(value: NumberArray, gradient: NumberArray) -> Row:
    still = np.zeros_like(gradient)
    jacobian = np.concatenate([still, gradient], axis=-1)
    return Row(value, jacobian, -jacobian)


def joint_axes(joint: model_pb2.Joint) -> FloatArray:
    """The joint's frame at t = 0, world: z along its axis, x along axis2 where given."""
    z = np.array(list(joint.axis) or [0.0, 0.0, 1.0])
    z = z / np.linalg.norm(z)
    across = np.eye(3)[_X if abs(z[0]) < _ACROSS else _Y]
    near_x = np.array(list(joint.axis2)) if joint.axis2 else across
    x = near_x - (z @ near_x) * z
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


@dataclass(frozen=True)
class HeldRow:
    """A row that a joint or one of its drives keeps at a value.

    Attributes:
        frames: of the joint.
        kind: translation, right_angle, angle or distance.
        axis: of the kind; the length of a distance [m].
        carrier: of an angle.
        target: what it is kept at [m, rad].
    """

    frames: JointFrames
    kind: str
    axis: int
    carrier: int = 1
    target: float = 0.0

    def at(self, states: BodyStates) -> Row:
        """Value less the target, with the Jacobians."""
        if self.kind == "translation":
            row = self.frames.translation(self.axis, states)
        elif self.kind == "right_angle":
            row = self.frames.right_angle(self.axis, states)
        elif self.kind == "angle":
            row = self.frames.angle(self.axis, self.carrier, states)
        else:
            return self.frames.distance(self.target, states)
        return Row(row.value - self.target, row.jacobian1, row.jacobian2)

    def wrench(self, force: float, states: BodyStates) -> NumberArray:
        """Wrenches of its reaction [N, N m]."""
        return self.frames.wrench(self.at(states), np.asarray(force), states)


@dataclass(frozen=True)
class LinearJoint:
    """What a joint is to a linear model.

    Attributes:
        rows: that it holds exactly.
        laws: forces: of springs and dampers, and of its own compliance.
        limits: what of it a linear model leaves out, a sentence each.
    """

    rows: tuple[HeldRow, ...]
    laws: tuple[Law, ...]
    limits: tuple[str, ...]


def linear_joint(joint: model_pb2.Joint, placement: Placement, step: float) -> LinearJoint:
    """The rows, forces and limits of a joint.

    Args:
        joint: of the model.
        placement: of its bodies.
        step: of the integration [s]: a compliant joint's default damping time is two of them.
    """
    if joint.HasField("enabled") and not joint.enabled:
        return LinearJoint((), (), (f"joint {joint.name} is switched off and left out",))
    frames = JointFrames(joint, placement)
    held = _held_rows(joint, frames, placement)
    rows: list[HeldRow] = []
    laws: list[Law] = []
    if joint.compliance > 0.0:
        given = joint.HasField("damping_time")
        time = joint.damping_time if given else _DEFAULT_DAMPING_STEPS * step
        stiffness = 1.0 / joint.compliance
        laws += [spring_law(row, stiffness, time * stiffness) for row in held]
    else:
        rows += held
    limits: list[str] = []
    for drive in joint.drives:
        _add_drive(joint, drive, frames, rows, laws, limits)
    return LinearJoint(tuple(rows), tuple(laws), tuple(limits))


def _held_rows(joint: model_pb2.Joint, frames: JointFrames, placement: Placement) -> list[HeldRow]:
    if joint.type == model_pb2.JOINT_TYPE_DISTANCE:
        start = placement.states(placement.initial)
        length = float(np.linalg.norm(frames.offset(start)))
        return [HeldRow(frames, "distance", 0, target=length)]
    return [
        HeldRow(frames, "translation" if dof < 3 else "right_angle", dof)
        for dof in _HELD[joint.type]
    ]


def _add_drive(
    joint: model_pb2.Joint,
    drive: model_pb2.JointDrive,
    frames: JointFrames,
    rows: list[HeldRow],
    laws: list[Law],
    limits: list[str],
) -> None:
    axis, carrier = _FREE[joint.type][drive.dof]
    row = HeldRow(frames, "translation" if axis < 3 else "angle", axis % 3, carrier)
    name = f"{drive.WhichOneof('kind')} of joint {joint.name}"
    if drive.HasField("spring_damper"):
        spring = drive.spring_damper
        about = replace(row, target=spring.rest)
        laws.append(spring_law(about, spring.stiffness, spring.damping))
    elif drive.HasField("lock"):
        rows.append(replace(row, target=drive.lock.position))
        if drive.lock.HasField("force_limit"):
            limits.append(f"{name}: holds without its force limit")
    elif drive.HasField("motor"):
        rows.append(row)
        limits.append(f"{name}: keeps its speed without a force limit, about its place at t = 0")
    elif drive.HasField("range"):
        limits.append(f"{name}: its stops are left out")
    else:
        limits.append(f"{name}: dry friction is left out")


def free_rows(joint: model_pb2.Joint, placement: Placement) -> list[HeldRow]:
    """The free dofs of a joint that drives can act on, in their order."""
    frames = JointFrames(joint, placement)
    return [
        HeldRow(frames, "translation" if axis < 3 else "angle", axis % 3, carrier)
        for axis, carrier in _FREE.get(joint.type, ())
    ]


def spring_law(row: HeldRow, stiffness: float, damping: float) -> Law:
    """-stiffness x - damping dx/dt along a row."""

    def law(at: BodyStates) -> NumberArray:
        x = row.at(at)
        force = -stiffness * x.value - damping * row.frames.speed(x, at)
        return row.frames.wrench(x, np.asarray(force), at)

    return law


def jacobian_of(rows: Sequence[HeldRow], states: BodyStates) -> tuple[FloatArray, FloatArray]:
    """Values [rows] and Jacobian [rows, 6N] of rows in one state."""
    values, jacobian = np.zeros(len(rows)), np.zeros((len(rows), 6 * states.count))
    for index, held in enumerate(rows):
        row = held.at(states)
        values[index] = row.value
        for point, part in zip(held.frames.points, (row.jacobian1, row.jacobian2), strict=True):
            if point.body is not None:
                jacobian[index, 6 * point.body : 6 * point.body + 6] += part
    return values, jacobian
