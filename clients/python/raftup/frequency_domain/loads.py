"""Loads as laws of the bodies' states: wrenches at the centres of mass in world axes.

Each law is that of the simulation (solver/loads); its tangents follow by the complex step of
`body_states`, so that no derivative is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import FloatArray
from raftup.errors import ModelError, Violation
from raftup.frequency_domain.body_states import (
    BodyStates,
    NumberArray,
    apply,
    cross,
    cross_matrix,
    dot,
    heading_axes,
    rotation_vector,
    transposed,
)
from raftup.frequency_domain.placement import Placement, Pose, attitude, mooring_rest, vector

_NO_LENGTH = 1e-12  # m

Law = Callable[[BodyStates], NumberArray]
"""Wrenches [..., N, 6] N, N m on all bodies."""


def matrix_of(values: Sequence[float]) -> FloatArray:
    """The 6 x 6 matrix that a list means: none, its diagonal [6] or all of it, row-major [36]."""
    if len(values) == 0:
        return np.zeros((6, 6))
    if len(values) == 6:
        return np.diag(values)
    return np.asarray(values, dtype=float).reshape(6, 6)


@dataclass(frozen=True)
class Point:
    """A point of a body or of the world.

    Attributes:
        body: its index; None = the world.
        offset: [3] m: from the centre of mass in body axes; of the world: the point itself.
    """

    body: int | None
    offset: FloatArray

    def arm(self, at: BodyStates) -> NumberArray:
        """From the centre of mass, world axes [..., 3] m."""
        if self.body is None:
            return np.zeros(3)
        return np.asarray(at.axes[..., self.body, :, :] @ self.offset)

    def position(self, at: BodyStates) -> NumberArray:
        """World [..., 3] m."""
        if self.body is None:
            return self.offset
        return np.asarray(at.center[..., self.body, :] + self.arm(at))

    def velocity(self, at: BodyStates) -> NumberArray:
        """World [..., 3] m/s."""
        if self.body is None:
            return np.zeros(3)
        twist = at.velocity[..., self.body, :]
        return np.asarray(twist[..., :3] + cross(twist[..., 3:], self.arm(at)))

    def pushed(self, force: NumberArray, at: BodyStates) -> NumberArray:
        """The wrenches of a force at the point, [..., N, 6]."""
        moment = cross(self.arm(at), force)
        return wrench_on(self.body, np.concatenate([force, moment], axis=-1), at)


def wrench_on(body: int | None, wrench: NumberArray, at: BodyStates) -> NumberArray:
    """One body's wrench [..., 6] among those of all, [..., N, 6]."""
    total = np.zeros((*wrench.shape[:-1], at.count, 6), dtype=wrench.dtype)
    if body is not None:
        total[..., body, :] = wrench
    return total


def point_of(placement: Placement, body: str, point: Sequence[float]) -> Point:
    """A point of a body's model frame; of the world where `body` is empty."""
    if not body:
        return Point(None, vector(point))
    index = placement.index(body)
    return Point(index, vector(point) - placement.offsets[index])


def load_law(load: model_pb2.Load, placement: Placement) -> Law:
    """The law of one load of a model.

    Raises:
        ModelError: for a kind of load that has no law here.
    """
    start = placement.states(placement.initial)
    kind = load.WhichOneof("kind")
    if kind == "constant_force":
        return constant_law(load.constant_force, placement)
    if kind == "linear_mooring":
        return mooring_law(load.linear_mooring, placement)
    if kind == "point_spring":
        return spring_law(load.point_spring, placement, start)
    if kind == "winch":
        return winch_law(load.winch, placement, start)
    if kind == "bushing":
        return bushing_law(load.bushing, placement, start)
    rule = f"must be a kind of load that has linear equations, is {kind or 'of no kind'}"
    raise ModelError([Violation(f"loads['{load.name}']", rule)])


def mooring_law(mooring: model_pb2.LinearMooring, placement: Placement) -> Law:
    """The load preload - C xi - D xi_dot in axes of the rest heading, xi from rest."""
    body = placement.index(mooring.body)
    given = mooring_rest(mooring, placement.offsets[body])
    rest = given or placement.rest[body]
    stiffness, damping = matrix_of(mooring.stiffness), matrix_of(mooring.damping)
    preload = np.array(list(mooring.preload) or [0.0] * 6)
    axes = heading_axes(rest.axes)

    def law(at: BodyStates) -> NumberArray:
        turn = rotation_vector(at.axes[..., body, :, :] @ rest.axes.T)
        xi = in_axes(axes.T, np.concatenate([at.center[..., body, :] - rest.center, turn], -1))
        rate = in_axes(axes.T, at.velocity[..., body, :])
        force = preload - apply(stiffness, xi) - apply(damping, rate)
        return wrench_on(body, in_axes(axes, force), at)

    return law


def in_axes(axes: NumberArray, six: NumberArray) -> NumberArray:
    """Both halves of a wrench or twist [..., 6] turned by `axes` [..., 3, 3]."""
    return np.concatenate([apply(axes, six[..., :3]), apply(axes, six[..., 3:])], axis=-1)


def hydrostatic_law(body: int, stiffness: FloatArray, rest: Pose, buoyancy: FloatArray) -> Law:
    """The load buoyancy - C xi in the axes of the body's heading.

    Args:
        body: its index.
        stiffness: C [6, 6].
        rest: of the database.
        buoyancy: [6] N, N m at rest.
    """

    def law(at: BodyStates) -> NumberArray:
        axes = heading_axes(at.axes[..., body, :, :])
        offset = apply(transposed(axes), at.center[..., body, :] - rest.center)
        turn = rotation_vector(transposed(axes) @ at.axes[..., body, :, :])
        force = buoyancy - apply(stiffness, np.concatenate([offset, turn], axis=-1))
        return wrench_on(body, in_axes(axes, force), at)

    return law


def damping_law(body: int, damping: FloatArray, current: FloatArray) -> Law:
    """-D nu in the axes of the body's heading, nu through a current [3] m/s, world."""
    flow = np.append(current, np.zeros(3))

    def law(at: BodyStates) -> NumberArray:
        axes = heading_axes(at.axes[..., body, :, :])
        nu = in_axes(transposed(axes), at.velocity[..., body, :] - flow)
        return wrench_on(body, in_axes(axes, -apply(damping, nu)), at)

    return law


def drag_law(body: int, damping: FloatArray, current: FloatArray) -> Law:
    """-Q |nu| nu, component by component, likewise."""
    flow = np.append(current, np.zeros(3))

    def law(at: BodyStates) -> NumberArray:
        axes = heading_axes(at.axes[..., body, :, :])
        nu = in_axes(transposed(axes), at.velocity[..., body, :] - flow)
        squared = np.sign(nu.real) * nu * nu
        return wrench_on(body, in_axes(axes, -apply(damping, squared)), at)

    return law


def constant_law(load: model_pb2.ConstantForce, placement: Placement) -> Law:
    """A force and a torque that keep their direction in the world or in the body."""
    body = placement.index(load.body)
    point = Point(body, np.zeros(3))
    if load.point:
        point = point_of(placement, load.body, load.point)
    force, torque = vector(load.force), vector(load.torque)

    def law(at: BodyStates) -> NumberArray:
        axes = at.axes[..., body, :, :] if load.body_axes else np.eye(3)
        still = np.zeros_like(at.center[..., body, :])
        moment = np.concatenate([still, apply(axes, torque) + still], axis=-1)
        return point.pushed(apply(axes, force) + still, at) + wrench_on(body, moment, at)

    return law


def line_law(point1: Point, point2: Point, tension: Callable[..., NumberArray]) -> Law:
    """A pull `tension(length, rate)` N of the length [m] of a line between two points."""

    def law(at: BodyStates) -> NumberArray:
        line = point2.position(at) - point1.position(at)
        length = np.sqrt(dot(line, line))
        # points that coincide have no line to pull along
        direction = line / np.where(np.abs(length) < _NO_LENGTH, np.inf, length)[..., None]
        rate = dot(direction, point2.velocity(at) - point1.velocity(at))
        pull = tension(length, rate)[..., None] * direction
        return point1.pushed(pull, at) + point2.pushed(-pull, at)

    return law


def distance(point1: Point, point2: Point, at: BodyStates) -> float:
    """Between two points [m]."""
    return float(np.linalg.norm(point2.position(at) - point1.position(at)))


def spring_law(spring: model_pb2.PointSpring, placement: Placement, start: BodyStates) -> Law:
    """The pull k (L - L0) + c dL/dt, none of a slack line; `rest_length` omitted: as at t = 0."""
    point1 = point_of(placement, spring.body1, spring.point1)
    point2 = point_of(placement, spring.body2, spring.point2)
    given = spring.HasField("rest_length")
    rest_length = spring.rest_length if given else distance(point1, point2, start)

    def tension(length: NumberArray, rate: NumberArray) -> NumberArray:
        pull = spring.stiffness * (length - rest_length) + spring.damping * rate
        # a line as long as at rest counts as tight: it is about to carry
        slack = spring.tension_only & ((length.real < rest_length) | (pull.real < 0.0))
        return np.where(slack, 0.0, pull)

    return line_law(point1, point2, tension)


def winch_law(winch: model_pb2.Winch, placement: Placement, start: BodyStates) -> Law:
    """A line whose drum stands still, or keeps its tension where it is told to."""
    point1 = point_of(placement, winch.body1, winch.point1)
    point2 = point_of(placement, winch.body2, winch.point2)
    longest = winch.max_length if winch.HasField("max_length") else np.inf
    wound = winch.length if winch.HasField("length") else distance(point1, point2, start)
    wound = float(np.clip(wound, winch.min_length, longest))
    limit = winch.force_limit if winch.HasField("force_limit") else np.inf

    def held(length: NumberArray, rate: NumberArray, drum: NumberArray) -> NumberArray:
        pull = winch.stiffness * (length - drum) + winch.damping * rate
        return np.where(pull.real > 0.0, pull, 0.0)

    def following(length: NumberArray, rate: NumberArray, wanted: float) -> NumberArray:
        drum = (length - wanted / winch.stiffness).real
        end = np.clip(drum, winch.min_length, longest)
        return np.where(end == drum, wanted, held(length, rate, end))

    def tension(length: NumberArray, rate: NumberArray) -> NumberArray:
        if winch.HasField("force"):
            return following(length, rate, max(winch.force, 0.0))
        slips = winch.stiffness * (length.real - wound) > limit
        if np.any(slips):
            return following(length, rate, limit)
        return held(length, rate, np.asarray(wound))

    return line_law(point1, point2, tension)


def bushing_law(bushing: model_pb2.Bushing, placement: Placement, start: BodyStates) -> Law:
    """The load preload - C x - D x_dot, x of body 1 in axes that turn with body 2."""
    frame1 = attached(placement, bushing.body1, bushing.position, start)
    frame2 = attached(placement, bushing.body2, bushing.position, start)
    axes = attitude(bushing.attitude_deg)
    axes1, axes2 = (body_axes(frame.body, start).T @ axes for frame in (frame1, frame2))
    stiffness, damping = matrix_of(bushing.stiffness), matrix_of(bushing.damping)
    preload = np.array(list(bushing.preload) or [0.0] * 6)

    def law(at: BodyStates) -> NumberArray:
        R = body_axes(frame2.body, at) @ axes2
        offset = frame1.position(at) - frame2.position(at)
        turn = rotation_vector(transposed(R) @ body_axes(frame1.body, at) @ axes1)
        x = np.concatenate([apply(transposed(R), offset), turn], axis=-1)
        omega1, omega2 = (turning_of(frame.body, at) for frame in (frame1, frame2))
        rate = frame1.velocity(at) - frame2.velocity(at) - cross(omega2 + 0.0 * offset, offset)
        jacobian = rotation_rate(turn)
        speed = [apply(transposed(R), rate), apply(jacobian @ transposed(R), omega1 - omega2)]
        g = preload - apply(stiffness, x) - apply(damping, np.concatenate(speed, axis=-1))
        force = apply(R, g[..., :3])
        moment = apply(R @ transposed(jacobian), g[..., 3:])
        wrench2 = np.concatenate([-force, -cross(frame2.arm(at) + offset, force) - moment], axis=-1)
        wrench1 = np.concatenate([force, cross(frame1.arm(at), force) + moment], axis=-1)
        return wrench_on(frame1.body, wrench1, at) + wrench_on(frame2.body, wrench2, at)

    return law


def attached(
    placement: Placement, body: str, position: Sequence[float], start: BodyStates
) -> Point:
    """The point of a body (of the world where empty) that is at a place of the world at t = 0."""
    if not body:
        return Point(None, vector(position))
    index = placement.index(body)
    arm = vector(position) - start.center[index]
    return Point(index, start.axes[index].T @ arm)


def body_axes(body: int | None, at: BodyStates) -> NumberArray:
    """[..., 3, 3]; the world's own for None."""
    return np.eye(3) if body is None else np.asarray(at.axes[..., body, :, :])


def turning_of(body: int | None, at: BodyStates) -> NumberArray:
    """Angular velocity [..., 3] rad/s, world."""
    return np.zeros(3) if body is None else np.asarray(at.velocity[..., body, 3:])


def rotation_rate(turn: NumberArray) -> NumberArray:
    """d(rotation vector)/dt = J omega, omega in the axes it is turned from: [..., 3, 3].

    J = 1 - [t]x / 2 + c [t]x^2, c = 1/t^2 - (1 + cos t) / (2 t sin t).
    """
    square = dot(turn, turn)
    small = np.abs(square) < 1e-6
    angle = np.sqrt(np.where(small, 1.0, square))
    c = 1.0 / angle**2 - (1.0 + np.cos(angle)) / (2.0 * angle * np.sin(angle))
    c = np.where(small, 1.0 / 12.0 + square / 720.0, c)
    matrix = cross_matrix(turn)
    return np.asarray(np.eye(3) - 0.5 * matrix + c[..., None, None] * (matrix @ matrix))
