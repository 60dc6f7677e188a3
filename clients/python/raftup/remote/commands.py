"""What a client tells a session to do: where bodies go, how fast drives turn."""

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
    """Where a body is to be: value of a kinematic_motion input with target pose.

    Attributes:
        position: [3] m, world, of the model frame's origin.
        orientation: [4] unit quaternion w x y z, body to world.
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
        """A pose by angles in degrees, applied in the order yaw, pitch, roll.

        Args:
            position: [3] m, world, of the model frame's origin.
            roll_deg: about x, forward.
            pitch_deg: about y, to port: bow down is positive.
            yaw_deg: about z, up.
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
        """[7] as an input takes it."""
        return np.array([*self.position, *self.orientation], dtype=float)


@dataclass(frozen=True)
class Twist:
    """How a body is to move: value of a kinematic_motion input with target velocity.

    Attributes:
        linear_velocity: [3] m/s of the centre of mass, world axes.
        angular_velocity: [3] rad/s, world axes.
    """

    linear_velocity: Sequence[float] = (0.0, 0.0, 0.0)
    angular_velocity: Sequence[float] = (0.0, 0.0, 0.0)

    def values(self) -> FloatArray:
        """[6] as an input takes it."""
        return np.array([*self.linear_velocity, *self.angular_velocity], dtype=float)


Command: TypeAlias = npt.ArrayLike | Pose | Twist
"""Value of one input: a number for a drive, a list for a force, a Pose or a Twist for a body."""


def command_values(command: Command) -> FloatArray:
    """The numbers [n] of a command, as its input takes them."""
    if isinstance(command, (Pose, Twist)):
        return command.values()
    return np.atleast_1d(np.asarray(command, dtype=float)).ravel()


def commanded(
    inputs: Mapping[str, slice], before: FloatArray, values: Mapping[str, Command]
) -> FloatArray:
    """What inputs are to have after a command; those that it does not name keep what they had.

    Args:
        inputs: places of their values by name.
        before: [columns] what was commanded before; NaN: nothing yet.
        values: by name.
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
