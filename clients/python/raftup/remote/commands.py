"""Values of inputs that a client commands: poses and velocities of bodies, speeds of drives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
import numpy.typing as npt

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field


@dataclass(frozen=True)
class Pose:
    """Pose that a body is to have: value of an input `kinematic_motion` with this target.

    Attributes:
        position: [3] m, world: origin of the model frame of the body.
        orientation: [4] unit quaternion w x y z that rotates body axes to world axes.
    """

    position: Sequence[float]
    orientation: Sequence[float] = (1.0, 0.0, 0.0, 0.0)

    @classmethod
    def from_angles(
        cls,
        position: Sequence[float],
        roll_deg: float = 0.0,
        pitch_deg: float = 0.0,
        yaw_deg: float = 0.0,
    ) -> Self:
        """Makes a pose from angles in degrees, applied in the order yaw, pitch, roll.

        Args:
            position: [3] m, world: origin of the model frame of the body.
            roll_deg: rotation about the x axis, which points forward.
            pitch_deg: rotation about the y axis, which points to port; positive with the bow down.
            yaw_deg: rotation about the z axis, which points up.
        """
        half = 0.5 * np.deg2rad([roll_deg, pitch_deg, yaw_deg])
        (cr, cp, cy), (sr, sp, sy) = np.cos(half), np.sin(half)
        orientation = (
            cr * cp * cy + sr * sp * sy,
            sr * cp * cy - cr * sp * sy,
            cr * sp * cy + sr * cp * sy,
            cr * cp * sy - sr * sp * cy,
        )
        return cls(position, orientation)

    def values(self) -> FloatArray:
        """The values [7] of the input: position, then orientation."""
        return np.array([*self.position, *self.orientation], dtype=float)


@dataclass(frozen=True)
class Twist:
    """Velocity that a body is to have: value of an input `kinematic_motion` with this target.

    Attributes:
        linear_velocity: [3] m/s, velocity of the center of mass, world axes.
        angular_velocity: [3] rad/s, world axes.
    """

    linear_velocity: Sequence[float] = (0.0, 0.0, 0.0)
    angular_velocity: Sequence[float] = (0.0, 0.0, 0.0)

    def values(self) -> FloatArray:
        """The values [6] of the input: linear velocity, then angular velocity."""
        return np.array([*self.linear_velocity, *self.angular_velocity], dtype=float)


Command: TypeAlias = npt.ArrayLike | Pose | Twist
"""Value of one input: a number for a drive, a list for a force, a Pose or a Twist for a body."""


def command_values(command: Command) -> FloatArray:
    """The numbers [n] of a command, in the order of the columns of its input."""
    if isinstance(command, (Pose, Twist)):
        return command.values()
    return np.atleast_1d(np.asarray(command, dtype=float)).ravel()


def commanded(
    inputs: Mapping[str, slice], before: FloatArray, values: Mapping[str, Command]
) -> FloatArray:
    """Values of all inputs after a command; inputs that it does not name keep their values.

    Args:
        inputs: columns of each input, by name.
        before: [columns] values commanded before; NaN for inputs not commanded yet.
        values: new values of inputs, by name.
    """
    commands = before.copy()
    for name, value in values.items():
        if name not in inputs:
            raise bad_field(name, f"must be one of {', '.join(inputs)}")
        place = inputs[name]
        numbers = command_values(value)
        if len(numbers) != place.stop - place.start:
            rule = f"must have {place.stop - place.start} values, has {len(numbers)}"
            raise bad_field(name, rule)
        commands[place] = numbers
    for name, place in inputs.items():
        if np.isnan(commands[place]).any():
            raise bad_field(name, "must be given a number in the first command")
    return commands
