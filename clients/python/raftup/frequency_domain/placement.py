"""Where the bodies of a model stand: at t = 0 and at rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from raftup._generated import model_pb2
from raftup.coefficients import Coefficients, DatabaseBody, FloatArray
from raftup.frequency_domain.body_states import BodyStates, rotation_z


@dataclass(frozen=True)
class Pose:
    """Of a body.

    Attributes:
        center: [3] m, world: of mass.
        axes: [3, 3] rotation from body to world.
    """

    center: FloatArray
    axes: FloatArray

    @property
    def heading(self) -> float:
        """Of the x axis seen from above [rad]."""
        return float(np.arctan2(self.axes[1, 0], self.axes[0, 0]))


@dataclass(frozen=True)
class Membership:
    """A body's place in a hydrodynamic group.

    Attributes:
        group: index in the model.
        member: index among the group's bodies.
        database_body: index among the bodies of the database.
        data: that body of the database.
    """

    group: int
    member: int
    database_body: int
    data: DatabaseBody


@dataclass(frozen=True)
class Placement:
    """All bodies of a model.

    Attributes:
        names: of the bodies.
        offsets: [N, 3] m: centres of mass in the model frames.
        initial: poses at t = 0.
        rest: where `<body>.displacement` is measured from: the pose of the database, else of the
            first linear mooring that gives one, else that at t = 0.
        memberships: of the bodies in a group.
    """

    names: tuple[str, ...]
    offsets: FloatArray
    initial: tuple[Pose, ...]
    rest: tuple[Pose, ...]
    memberships: Mapping[int, Membership]

    def index(self, body: str) -> int:
        """Of a body of that name."""
        return self.names.index(body)

    def states(self, poses: Sequence[Pose]) -> BodyStates:
        """Bodies at these poses, at rest."""
        return BodyStates(
            np.array([pose.center for pose in poses]),
            np.array([pose.axes for pose in poses]),
            np.zeros((len(poses), 6)),
        )


def place(model: model_pb2.Model, coefficients: Mapping[str, Coefficients]) -> Placement:
    """Where the bodies of a model stand.

    Args:
        model: names and references that hold, as a server accepted them.
        coefficients: of every group, by the group's `database`.

    Raises:
        KeyError: where a database has no such body.
    """
    names = tuple(body.name for body in model.bodies)
    offsets = np.array([vector(body.center_of_mass) for body in model.bodies]).reshape(-1, 3)
    memberships = _memberships(model, names, coefficients)
    database_poses = {
        body: _database_pose(model.hydrodynamics[member.group], member.data)
        for body, member in memberships.items()
    }
    initial = tuple(
        _initial_pose(body, offsets[index], database_poses.get(index))
        for index, body in enumerate(model.bodies)
    )
    rest = tuple(
        database_poses.get(index) or _mooring_pose(model, name, offsets[index]) or initial[index]
        for index, name in enumerate(names)
    )
    return Placement(names, offsets, initial, rest, memberships)


def vector(values: Sequence[float], default: float = 0.0) -> FloatArray:
    """A field of three numbers, which may be absent."""
    return np.array(list(values) or [default] * 3, dtype=float)


def attitude(angles_deg: Sequence[float]) -> FloatArray:
    """The rotation by roll, pitch, yaw [deg], applied in the order yaw, pitch, roll."""
    roll, pitch, yaw = np.deg2rad(vector(angles_deg))
    cr, sr, cp, sp = np.cos(roll), np.sin(roll), np.cos(pitch), np.sin(pitch)
    about_x = np.array([[1, 0, 0], [0, cr, -sr], [0, sr, cr]])
    about_y = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    rotation: FloatArray = rotation_z(float(yaw)) @ about_y @ about_x
    return rotation


def mooring_rest(mooring: model_pb2.LinearMooring, offset: FloatArray) -> Pose | None:
    """The pose that a linear mooring gives itself, None where it gives none."""
    if not mooring.rest_position and not mooring.rest_attitude_deg:
        return None
    axes = attitude(mooring.rest_attitude_deg)
    return Pose(vector(mooring.rest_position) + axes @ offset, axes)


def _memberships(
    model: model_pb2.Model, names: tuple[str, ...], coefficients: Mapping[str, Coefficients]
) -> dict[int, Membership]:
    found: dict[int, Membership] = {}
    for index, group in enumerate(model.hydrodynamics):
        table = coefficients[group.database]
        for order, member in enumerate(group.bodies):
            source = table.body_index(member.database_body, member.body, order)
            found[names.index(member.body)] = Membership(index, order, source, table.bodies[source])
    return found


def _database_pose(group: model_pb2.HydrodynamicGroup, data: DatabaseBody) -> Pose:
    axes = rotation_z(float(np.deg2rad(group.heading_deg)))
    origin = np.append(np.array(list(group.origin) or [0.0, 0.0]), 0.0)
    return Pose(origin + axes @ data.center_of_gravity, axes)


def _initial_pose(body: model_pb2.Body, offset: FloatArray, rest: Pose | None) -> Pose:
    axes = attitude(body.attitude_deg)
    if not body.attitude_deg and rest is not None:
        axes = rest.axes
    if body.position or rest is None:
        return Pose(vector(body.position) + axes @ offset, axes)
    return Pose(rest.center, axes)


def _mooring_pose(model: model_pb2.Model, body: str, offset: FloatArray) -> Pose | None:
    for load in model.loads:
        if load.HasField("linear_mooring") and load.linear_mooring.body == body:
            pose = mooring_rest(load.linear_mooring, offset)
            if pose is not None:
                return pose
    return None
