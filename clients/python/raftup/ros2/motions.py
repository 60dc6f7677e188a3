"""Motions of bodies, observers and joints as messages of ROS 2.

The world of a session has x east, y north and z up, as `world` of ROS 2 by REP 103; body axes are x
forward, y left, z up. Quaternions have the scalar first in a session and last in ROS 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.rotations import rotation_matrix
from raftup.remote.rows import Rows
from raftup.ros2.messages import (
    Header,
    Imu,
    JointState,
    Odometry,
    Point,
    Pose,
    PoseWithCovariance,
    Quaternion,
    TFMessage,
    Time,
    Transform,
    TransformStamped,
    Twist,
    TwistWithCovariance,
    Vector3,
)

WORLD, WORLD_NED = "world", "world_ned"
"""Frames of the world: x east, y north, z up; and x north, y east, z down."""

QUANTITIES = (
    "position",
    "orientation",
    "linear_velocity",
    "angular_velocity",
    "linear_acceleration",
    "angular_acceleration",
)
"""Outputs of a body or observer that its messages need."""

_HALF = float(np.sqrt(0.5))
_NED = Quaternion(_HALF, _HALF, 0.0, 0.0)
"""Half a turn about the diagonal of x and y, which exchanges them and turns z down."""


@dataclass(frozen=True)
class Frame:
    """A frame that moves: a body, or an observer.

    Attributes:
        name: its name in the session.
        frame_id: its name in ROS 2.
        center: [3] m, point in the frame whose velocity and acceleration the session gives.
    """

    name: str
    frame_id: str
    center: FloatArray


@dataclass(frozen=True)
class Motion:
    """Motion of a frame at one time, of its origin, with vectors in its own axes.

    Attributes:
        position: [3] m, of the origin in the world.
        orientation: [4] unit quaternion w x y z.
        axes: [3, 3] rotation from its axes to those of the world.
        velocity: [3] m/s, of the origin.
        turning: [3] rad/s.
        specific_force: [3] m/s2, acceleration of the origin minus that of gravity.
    """

    position: FloatArray
    orientation: FloatArray
    axes: FloatArray
    velocity: FloatArray
    turning: FloatArray
    specific_force: FloatArray


def motion_of(rows: Rows, frame: Frame, gravity: float) -> Motion:
    """Motion of a frame in the newest row.

    With r from the point that the session describes to the origin of the frame, world axes, v_o =
    v + w x r and a_o = a + dw/dt x r + w x (w x r).

    Args:
        rows: rows with the QUANTITIES of the frame.
        frame: the frame.
        gravity: acceleration of gravity [m/s2], along -z of the world.
    """
    position, orientation, velocity, turning, acceleration, spin = (
        rows[f"{frame.name}.{quantity}"][-1] for quantity in QUANTITIES
    )
    axes = rotation_matrix(orientation)
    arm = -(axes @ frame.center)
    at_origin = velocity + np.cross(turning, arm)
    accelerated = acceleration + np.cross(spin, arm) + np.cross(turning, np.cross(turning, arm))
    return Motion(
        position=position,
        orientation=orientation,
        axes=axes,
        velocity=axes.T @ at_origin,
        turning=axes.T @ turning,
        specific_force=axes.T @ (accelerated + np.array([0.0, 0.0, gravity])),
    )


def odometry(frame: Frame, motion: Motion, stamp: Time) -> Odometry:
    """Pose in the world, twist in the axes of the frame."""
    pose = Pose(Point(*motion.position.tolist()), quaternion(motion.orientation))
    twist = Twist(vector(motion.velocity), vector(motion.turning))
    return Odometry(
        header=Header(stamp, WORLD),
        child_frame_id=frame.frame_id,
        pose=PoseWithCovariance(pose),
        twist=TwistWithCovariance(twist),
    )


def imu(frame: Frame, motion: Motion, stamp: Time) -> Imu:
    """Orientation, angular velocity and specific force: 9.8 m/s2 along z up at rest."""
    return Imu(
        header=Header(stamp, frame.frame_id),
        orientation=quaternion(motion.orientation),
        angular_velocity=vector(motion.turning),
        linear_acceleration=vector(motion.specific_force),
    )


def transforms(
    motions: list[tuple[Frame, Motion]], stamp: Time, with_ned: bool = False
) -> TFMessage:
    """Poses of frames in the world, and that of the axes north, east, down."""
    found = [
        TransformStamped(
            header=Header(stamp, WORLD),
            child_frame_id=frame.frame_id,
            transform=Transform(vector(motion.position), quaternion(motion.orientation)),
        )
        for frame, motion in motions
    ]
    if with_ned:
        turned = Transform(Vector3(), _NED)
        found.append(TransformStamped(Header(stamp, WORLD), WORLD_NED, turned))
    return TFMessage(found)


def joint_state(name: str, rows: Rows, stamp: Time) -> JointState:
    """Position and velocity of each free dof of a joint in the newest row."""
    position = rows[f"{name}.position"][-1].tolist()
    names = [name] if len(position) == 1 else [f"{name}_{k}" for k in range(len(position))]
    speed = rows[f"{name}.speed"][-1].tolist()
    return JointState(header=Header(stamp, ""), name=names, position=position, velocity=speed)


def quaternion(orientation: FloatArray) -> Quaternion:
    """A quaternion w x y z as ROS 2 has it: x y z w."""
    w, x, y, z = orientation.tolist()
    return Quaternion(x, y, z, w)


def vector(values: FloatArray) -> Vector3:
    """Three numbers as a vector."""
    return Vector3(*values.tolist())


def numbers_of(value: Vector3) -> Iterator[float]:
    """Components of a vector."""
    yield from (value.x, value.y, value.z)
