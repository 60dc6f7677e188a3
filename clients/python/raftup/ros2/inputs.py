"""Inputs of a session by messages of ROS 2."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.rotations import rotation_matrix
from raftup.ros2.messages import Float64, WrenchStamped, nanoseconds_of
from raftup.ros2.motions import WORLD, numbers_of
from raftup.ros2.network import Network, Reader
from raftup.ros2.topics import InputTopic, ros_word


@dataclass
class InputCounts:
    """What has come.

    Attributes:
        taken: messages whose values were used or replaced by newer ones.
        old: messages in lock step for a time that has passed, which were dropped.
        refused: messages with a number that is not finite, or axes of another frame.
    """

    taken: int = 0
    old: int = 0
    refused: int = 0


class Inputs:
    """Values of inputs that are held from message to message; before, those of the session.

    Attributes:
        counts: messages so far.
        refusal: rule that the last refused message broke; empty if there is none.
    """

    def __init__(
        self,
        network: Network,
        topics: tuple[InputTopic, ...],
        centers: Mapping[str, FloatArray],
        values: Mapping[str, FloatArray],
        lock_step: str = "",
    ) -> None:
        """Subscribes.

        Args:
            network: network of the topics.
            topics: the topics.
            centers: center of mass [3] m of each body in its frame.
            values: present values of the inputs, by their names.
            lock_step: topic whose messages steps wait for; empty = none.

        Raises:
            RaftupError: BAD_FIELD if `lock_step` is none of the topics of forces.
        """
        self.counts, self.refusal = InputCounts(), ""
        self._centers = centers
        self._readers: dict[str, tuple[InputTopic, Reader]] = {}
        for one in topics:
            kind = WrenchStamped if one.body else Float64
            self._readers[one.topic] = one, network.reader(one.topic, kind)
        self.values = dict(values)
        stamped = [one.topic for one in topics if one.body]
        if lock_step and lock_step not in stamped:
            rule = f"must be one of {', '.join(stamped) or 'none'}, which have stamps"
            raise bad_field("--lock-step", f"{rule}, is {lock_step}")
        self._lock_step = lock_step
        self._early: list[Any] = []
        self.received: list[tuple[str, Any]] = []

    def take(self, poses: Mapping[str, FloatArray]) -> None:
        """Takes the newest messages of all topics but that of the lock step.

        Args:
            poses: orientation [4] of each body now.
        """
        for topic, (one, reader) in self._readers.items():
            if topic != self._lock_step:
                for message in reader.take():
                    self._use(one, message, poses)

    def take_stamped(self, time_ns: int, poses: Mapping[str, FloatArray]) -> bool:
        """Takes the message of the lock step for a time; False if it has not come.

        Messages of earlier times are dropped and counted, those of later ones wait.
        """
        one, reader = self._readers[self._lock_step]
        self._early += reader.take()
        waiting, found = [], False
        for message in self._early:
            stamp = nanoseconds_of(message.header.stamp)
            if stamp > time_ns:
                waiting.append(message)
            elif stamp < time_ns or found:
                self.counts.old += 1
            else:
                found = self._use(one, message, poses)
        self._early = waiting
        return found

    def begin_anew(self, values: Mapping[str, FloatArray]) -> None:
        """Drops messages that wait, after the session was moved to another time.

        Args:
            values: values of the inputs there.
        """
        self._early.clear()
        self.values = dict(values)

    def _use(self, one: InputTopic, message: Any, poses: Mapping[str, FloatArray]) -> bool:
        """Whether a message has given a value to its input; it is counted."""
        if one.body:
            parts = (message.wrench.force, message.wrench.torque)
            values = np.array([number for part in parts for number in numbers_of(part)])
        else:
            values = np.array([message.data])
        if not np.isfinite(values).all():
            return self._refuse(f"{one.topic} must have finite numbers")
        if one.body:
            frame = message.header.frame_id
            own = ros_word(one.body)
            if frame not in ("", own, WORLD):
                rule = f"{one.topic} must have the frame {own} or {WORLD}, has {frame!r}"
                return self._refuse(rule)
            values = wrench_values(
                values, frame != WORLD, one.body_axes, poses[one.body], self._centers[one.body]
            )
        self.values[one.input] = values
        self.counts.taken += 1
        self.received.append((one.topic, message))
        return True

    def _refuse(self, rule: str) -> bool:
        self.counts.refused += 1
        self.refusal = rule
        return False


def wrench_values(
    wrench: FloatArray,
    in_body_axes: bool,
    to_body_axes: bool,
    orientation: FloatArray,
    center: FloatArray,
) -> FloatArray:
    """Force and moment about the center of mass [6] N, N m of a wrench at the frame's origin.

    Args:
        wrench: [6] N, N m, at the origin of the body's frame.
        in_body_axes: whether its components are along body axes, or along those of the world.
        to_body_axes: the same of the result.
        orientation: [4] unit quaternion w x y z of the body.
        center: [3] m, center of mass in the body's frame.
    """
    force, moment = wrench[:3], wrench[3:]
    axes = rotation_matrix(orientation)
    if in_body_axes != to_body_axes:
        turn = axes if in_body_axes else axes.T
        force, moment = turn @ force, turn @ moment
    if center.any():
        arm = center if to_body_axes else axes @ center
        moment = moment - np.cross(arm, force)
    return np.concatenate([force, moment])
