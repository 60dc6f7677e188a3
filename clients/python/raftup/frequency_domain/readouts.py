"""What is read from the motions of a linear model: bodies, joints, observers, gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import DOFS, ComplexArray, FloatArray
from raftup.errors import bad_field
from raftup.frequency_domain.body_states import (
    BodyStates,
    cross_matrix,
    heading_axes,
    rotation_vector,
)
from raftup.frequency_domain.joints import free_rows, jacobian_of
from raftup.frequency_domain.linear_model import LinearModel
from raftup.frequency_domain.loads import Point, point_of, rotation_rate
from raftup.frequency_domain.placement import Placement, attitude

WORLD = "world"
"""Stands for the world where the name of a body is expected."""


@dataclass(frozen=True)
class Readout:
    """Quantities that are linear in the motions.

    Attributes:
        prefix: of their variables in a dataset; empty = the bodies' own motions.
        dimensions: of those variables.
        labels: of each dimension.
        matrix: [quantities, 6N] from the model's dofs; rows of NaN where there is no such quantity.
        order: 0 = of displacements, 2 = of accelerations.
        units: of the quantities, without the wave's metre.
        description: what they are.
    """

    prefix: str
    dimensions: tuple[str, ...]
    labels: tuple[tuple[str, ...], ...]
    matrix: FloatArray
    order: int
    units: str
    description: str

    @property
    def shape(self) -> tuple[int, ...]:
        """Of its dimensions."""
        return tuple(len(labels) for labels in self.labels)

    def of(self, rao: ComplexArray, omega: FloatArray) -> ComplexArray:
        """[n, m, quantities] from the motions [n, m, 6N] at omega [n]."""
        values = rao @ self.matrix.T
        if self.order == 2:
            values = -(omega**2)[:, None, None] * values
        return np.asarray(values)


@dataclass(frozen=True)
class Gap:
    """Two points whose relative motion is wanted.

    Attributes:
        name: of the gap.
        body1: name of a body, or `world`.
        point1: [3] m, its model frame.
        body2: the other.
        point2: [3] m.
    """

    name: str
    body1: str
    point1: tuple[float, float, float]
    body2: str
    point2: tuple[float, float, float]


def parse_gap(text: str) -> Gap:
    """A gap as the command line has it, `NAME:BODY,x,y,z:BODY,x,y,z`.

    Raises:
        RaftupError: BAD_FIELD.
    """
    rule = f"must be NAME:BODY,x,y,z:BODY,x,y,z with metres in the model frames, got {text!r}"
    parts = text.split(":")
    if len(parts) != 3 or not parts[0]:
        raise bad_field("gap", rule)
    ends = [part.split(",") for part in parts[1:]]
    try:
        (body1, *first), (body2, *second) = ends
        x1, y1, z1 = map(float, first)
        x2, y2, z2 = map(float, second)
    except ValueError as error:
        raise bad_field("gap", rule) from error
    return Gap(parts[0], body1, (x1, y1, z1), body2, (x2, y2, z2))


def readouts(
    model: model_pb2.Model, placement: Placement, linear: LinearModel, gaps: Sequence[Gap]
) -> list[Readout]:
    """Everything that a response holds: bodies first.

    Raises:
        RaftupError: BAD_FIELD for a gap whose body does not exist.
    """
    names = linear.body_names
    found = [
        Readout(
            "",
            ("body", "dof"),
            (names, DOFS),
            _displacements(placement, linear),
            0,
            "m, rad",
            "as `displacement` of a result: of the centre of mass, rotation vector, from the rest "
            "pose in the axes of its heading",
        )
    ]
    if any(free_rows(joint, placement) for joint in model.joints):
        found.append(_joint_positions(model, placement, linear))
    if model.observers:
        found += _observers(model, placement, linear)
    if gaps:
        found += _gaps(gaps, placement, linear)
    return found


def _displacements(placement: Placement, linear: LinearModel) -> FloatArray:
    """[6N, 6N] from small turns about the mean to the rates of rotation vectors from rest."""
    matrix = np.eye(len(linear.mass))
    for index, rest in enumerate(placement.rest):
        axes = heading_axes(rest.axes)
        turn = axes.T @ rotation_vector(linear.mean.axes[index] @ rest.axes.T)
        here = slice(6 * index + 3, 6 * index + 6)
        matrix[here, here] = rotation_rate(turn)
    return matrix


def _point_map(point: Point, at: BodyStates) -> FloatArray:
    """[3, 6N] from displacements in world axes to that of a point."""
    matrix = np.zeros((3, 6 * at.count))
    if point.body is not None:
        here = 6 * point.body
        matrix[:, here : here + 3] = np.eye(3)
        matrix[:, here + 3 : here + 6] = -cross_matrix(point.arm(at))
    return matrix


def _joint_positions(model: model_pb2.Model, placement: Placement, linear: LinearModel) -> Readout:
    matrix = np.full((len(model.joints), 3, len(linear.mass)), np.nan)
    for index, joint in enumerate(model.joints):
        rows = free_rows(joint, placement)
        if rows:
            matrix[index, : len(rows)] = jacobian_of(rows, linear.mean)[1] @ linear.to_world
    return Readout(
        "joint_position_",
        ("joint", "free_dof"),
        (tuple(joint.name for joint in model.joints), ("0", "1", "2")),
        matrix.reshape(-1, len(linear.mass)),
        0,
        "m or rad",
        "free dofs of joints from their mean",
    )


def _observers(model: model_pb2.Model, placement: Placement, linear: LinearModel) -> list[Readout]:
    frames = {frame.name: frame for frame in model.observers}
    blocks = []
    for frame in model.observers:
        point = point_of(placement, frame.body, frame.position)
        block = _point_map(point, linear.mean)
        if frame.relative_to:
            block = _seen_from(frames[frame.relative_to], point, block, placement, linear.mean)
        blocks.append(block)
    matrix = np.concatenate(blocks) @ linear.to_world
    labels = (tuple(frames), ("x", "y", "z"))
    where = "world axes, or those of the observer that it is relative to"
    kinds = ((0, "m", "motion from the mean"), (2, "m/s2", "acceleration, gravity not included"))
    return [
        Readout(
            "observer_acceleration_" if order else "observer_displacement_",
            ("observer", "xyz"),
            labels,
            matrix,
            order,
            units,
            f"{text} of observers, {where}",
        )
        for order, units, text in kinds
    ]


def _seen_from(
    observer: model_pb2.ObserverFrame,
    point: Point,
    block: FloatArray,
    placement: Placement,
    at: BodyStates,
) -> FloatArray:
    """The displacement of a point in the turning axes of another observer."""
    origin = point_of(placement, observer.body, observer.position)
    relative = block - _point_map(origin, at)
    apart = point.position(at) - origin.position(at)
    if origin.body is not None:
        here = 6 * origin.body
        relative[:, here + 3 : here + 6] += cross_matrix(apart)
    axes = np.eye(3) if origin.body is None else at.axes[origin.body]
    turned: FloatArray = (axes @ attitude(observer.attitude_deg)).T @ relative
    return turned


def _gaps(gaps: Sequence[Gap], placement: Placement, linear: LinearModel) -> list[Readout]:
    motions, distances = [], []
    for gap in gaps:
        first = _end(gap.body1, gap.point1, placement)
        second = _end(gap.body2, gap.point2, placement)
        relative = _point_map(first, linear.mean) - _point_map(second, linear.mean)
        apart = np.asarray(first.position(linear.mean) - second.position(linear.mean))
        length = float(np.linalg.norm(apart))
        along = apart / length if length > 0.0 else np.full(3, np.nan)
        motions.append(relative @ linear.to_world)
        distances.append(along @ relative @ linear.to_world)
    names = tuple(gap.name for gap in gaps)
    text = "of the first point less that of the second, world axes"
    return [
        Readout(
            "relative_motion_",
            ("gap", "xyz"),
            (names, ("x", "y", "z")),
            np.concatenate(motions),
            0,
            "m",
            f"motion from the mean {text}",
        ),
        Readout(
            "distance_",
            ("gap",),
            (names,),
            np.array(distances),
            0,
            "m",
            "change of the distance between the two points; NaN where they coincide in the mean",
        ),
    ]


def _end(body: str, point: tuple[float, float, float], placement: Placement) -> Point:
    if body == WORLD:
        return point_of(placement, "", point)
    if body not in placement.names:
        names = ", ".join((*placement.names, WORLD))
        raise bad_field("gap", f"must name one of the bodies {names}, got {body!r}")
    return point_of(placement, body, point)
