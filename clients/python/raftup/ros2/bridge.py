"""A session that steps among nodes of ROS 2."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.closing import Closing
from raftup.base.errors import RaftupError, bad_field
from raftup.remote.exchange import Exchange
from raftup.remote.rows import NANOSECONDS
from raftup.remote.session import Session
from raftup.ros2.inputs import Inputs
from raftup.ros2.messages import Clock, Float64, Imu, JointState, Odometry, String, TFMessage
from raftup.ros2.messages import stamp_of as stamp
from raftup.ros2.motions import (
    QUANTITIES,
    WORLD,
    WORLD_NED,
    Frame,
    Motion,
    imu,
    joint_state,
    motion_of,
    odometry,
    transforms,
)
from raftup.ros2.network import Network, Writer
from raftup.ros2.recording import Recording
from raftup.ros2.topics import CONTROL, REPLY, TopicMap, ros_word

_IDLE = 0.0005  # s between two looks for messages: a step at 1 kHz takes as long
_REMIND = 1.0  # s, after which a state that nobody has answered in lock step is sent again


@dataclass
class Counts:
    """What the bridge has done.

    Attributes:
        steps: steps taken.
        published: times of which messages were published.
        taken: messages whose values were used.
        old: messages in lock step for a time that had passed.
        refused: messages that were not finite or of another frame.
    """

    steps: int = 0
    published: int = 0
    taken: int = 0
    old: int = 0
    refused: int = 0

    def __str__(self) -> str:
        return (
            f"{self.steps} steps, {self.published} times published; messages: {self.taken} taken, "
            f"{self.old} too old, {self.refused} refused"
        )


class Bridge(Closing):
    """Steps a session as its controller, publishes its state and takes its inputs from topics.

    Attributes:
        is_paused: whether it waits for the orders `resume` or `step`.
    """

    def __init__(
        self,
        session: Session,
        network: Network,
        topics: TopicMap,
        *,
        pace: float = 0.0,
        lock_step: str = "",
        rate: float = 0.0,
        with_ned: bool = False,
        recording: Recording | None = None,
    ) -> None:
        """Attaches to a session that is initialized.

        Args:
            session: the session.
            network: domain of the nodes.
            topics: topics of single numbers and inputs.
            pace: simulated seconds per second of wall clock; 0 = no limit.
            lock_step: topic of forces for which each step waits; empty = none.
            rate: times per simulated second that are published; 0 = every step.
            with_ned: whether the frame `world_ned` is published as well.
            recording: file of all messages.

        Raises:
            RaftupError: BAD_FIELD, CONTROLLER_CONFLICT, WRONG_STATE.
        """
        for name, value in (("pace", pace), ("rate", rate)):
            if not 0.0 <= value < float("inf"):
                raise bad_field(f"--{name}", f"must be finite and >= 0, is {value:g}")
        self._session, self._network, self._topics = session, network, topics
        self._pace, self._with_ned, self._recording = pace, with_ned, recording
        self._lock_step = lock_step
        model = session.model
        self._gravity = model.environment.gravity
        self._bodies = [
            Frame(one.name, ros_word(one.name), _three(one.center_of_mass)) for one in model.bodies
        ]
        observers = [
            Frame(one.name, ros_word(one.name), np.zeros(3))
            for one in model.observers
            if not one.relative_to
        ]
        self._frames = [*self._bodies, *observers]
        _check_names(self._frames)
        known = {one.name: one.size for one in session.variables()}
        self._joints = [one.name for one in model.joints if known.get(f"{one.name}.position", 0)]
        centers = {one.name: one.center for one in self._bodies}
        self._inputs = Inputs(network, topics.inputs, centers, self._present(), lock_step)
        self._stream = self._attach()
        self._stride = max(1, round(NANOSECONDS / (rate * session.step_ns))) if rate else 1
        self._writers: dict[str, Writer] = {}
        self._control = network.reader(CONTROL, String)
        self._rows = session.read(self._stream.outputs.names)
        self.is_paused = False
        self._steps_ordered = 0
        self.steps = self.published = 0
        self._announce()

    @property
    def counts(self) -> Counts:
        """What was done so far."""
        of_inputs = self._inputs.counts
        return Counts(self.steps, self.published, of_inputs.taken, of_inputs.old, of_inputs.refused)

    @property
    def refusal(self) -> str:
        """Rule that the last refused message broke; empty if there is none."""
        return self._inputs.refusal

    def run(self, step_count: int | None = None) -> None:
        """Takes steps until the session is deleted or its run ends, or a number of steps.

        Raises:
            StepError: if a step fails; RaftupError: any other error of the server.
        """
        self._publish()
        due = time.perf_counter()
        try:
            while not self._stream.ended and (step_count is None or self.steps < step_count):
                self._obey()
                if self.is_paused and not self._steps_ordered:
                    time.sleep(_IDLE)
                    due = time.perf_counter()
                    continue
                if not self._await_inputs():
                    continue
                if self._pace and not self.is_paused:
                    due += self._stream.step_ns / NANOSECONDS / self._pace
                    time.sleep(max(0.0, due - time.perf_counter()))
                self._step()
        except RaftupError as error:
            if error.reason != "SESSION_DELETED":
                raise

    def close(self) -> None:
        """Leaves the session, which goes on to exist."""
        self._stream.close()

    def _attach(self) -> Exchange:
        outputs = [f"{one.name}.{quantity}" for one in self._frames for quantity in QUANTITIES]
        outputs += [f"{name}.{what}" for name in self._joints for what in ("position", "speed")]
        outputs += [one.output for one in self._topics.outputs]
        return self._session.exchange(
            inputs=[one.input for one in self._topics.inputs],
            outputs=list(dict.fromkeys(outputs)),
            output_stride=1,
        )

    def _present(self) -> dict[str, FloatArray]:
        """Present values of the inputs that topics write."""
        names = [one.input for one in self._topics.inputs]
        if not names:
            return {}
        rows = self._session.read(names)
        return {name: rows[name][-1] for name in names}

    def _await_inputs(self) -> bool:
        """Takes messages; False if the one of the lock step has not come and an order may have."""
        poses = {one.name: self._rows[f"{one.name}.orientation"][-1] for one in self._bodies}
        self._inputs.take(poses)
        if not self._lock_step:
            return True
        reminder = time.monotonic() + _REMIND
        while not self._inputs.take_stamped(self._stream.time_ns, poses):
            if self._obey():
                return False
            if time.monotonic() > reminder:
                self._publish()
                self._session.status()  # which ends a wait for a session that has gone
                reminder = time.monotonic() + _REMIND
            time.sleep(_IDLE)
        return True

    def _step(self) -> None:
        stream = self._stream
        now = stream.time_ns
        for topic, message in self._inputs.received:
            if self._recording is not None:
                self._recording.add(topic, message, now)
        self._inputs.received.clear()
        if stream.inputs.width:
            end = (now + stream.step_ns) / NANOSECONDS
            stream.command(now / NANOSECONDS, self._inputs.values, until=end)
        rows = stream.advance(1)
        if len(rows):
            self._rows = rows
        self.steps += 1
        self._steps_ordered = max(0, self._steps_ordered - 1)
        if stream.step_index % self._stride == 0:
            self._publish()

    def _publish(self) -> None:
        """Publishes the newest row."""
        rows, now = self._rows, stamp(int(self._rows.time_ns[-1]))
        self.published += 1
        motions = [(one, motion_of(rows, one, self._gravity)) for one in self._frames]
        self._write("/clock", Clock(now))
        self._write("/tf", transforms(motions, now, self._with_ned))
        for frame, motion in motions:
            self._write_motion(frame, motion, now)
        for name in self._joints:
            self._write(f"/{ros_word(name)}/state", joint_state(name, rows, now))
        for one in self._topics.outputs:
            value = float(rows[one.output][-1, one.component])
            self._write(one.topic, Float64(value))

    def _write_motion(self, frame: Frame, motion: Motion, now: Any) -> None:
        self._write(f"/{frame.frame_id}/odom", odometry(frame, motion, now))
        self._write(f"/{frame.frame_id}/imu", imu(frame, motion, now))

    def _write(self, topic: str, message: Any) -> None:
        self._writers[topic].write(message)
        if self._recording is not None:
            self._recording.add(topic, message, int(self._rows.time_ns[-1]))

    def _announce(self) -> None:
        """Makes the topics that are published."""
        topics: dict[str, type[Any]] = {"/clock": Clock, "/tf": TFMessage, REPLY: String}
        for frame in self._frames:
            topics |= {f"/{frame.frame_id}/odom": Odometry, f"/{frame.frame_id}/imu": Imu}
        topics |= {f"/{ros_word(name)}/state": JointState for name in self._joints}
        for one in self._topics.outputs:
            if one.topic in topics:
                raise bad_field(one.topic, "must be the name of one topic, is that of two")
            topics[one.topic] = Float64
        self._writers = {topic: self._network.writer(topic, kind) for topic, kind in topics.items()}

    def _obey(self) -> bool:
        """Follows the orders that have come; True if there were any."""
        orders = [message.data for message in self._control.take()]
        for text in orders:
            try:
                reply = self._order(text)
            except RaftupError as error:
                reply = f"{text}: {error}"
            self._write(REPLY, String(reply))
        return bool(orders)

    def _order(self, text: str) -> str:
        """Follows one order and tells what has become of it."""
        word, _, rest = text.strip().partition(" ")
        if word in ("pause", "resume") and not rest:
            self.is_paused, self._steps_ordered = word == "pause", 0
        elif word == "step" and rest.isdecimal() and int(rest) > 0:
            self.is_paused, self._steps_ordered = True, int(rest)
        elif word == "reset" and not rest:
            self._session.reset()
            self._session.initialise()
            self._moved()
        elif word == "checkpoint":
            return f"checkpoint {self._session.checkpoint(rest)}"
        elif word == "restore" and rest:
            name = rest if "/" in rest else f"{self._session.name}/checkpoints/{rest}"
            self._session.restore(name)
            self._moved()
        else:
            rule = "must be pause, resume, step N, reset, checkpoint [LABEL] or restore NAME"
            raise bad_field("order", f"{rule}, is {text!r}")
        return text

    def _moved(self) -> None:
        """Publishes the state of a session that was moved to another time."""
        self._inputs.begin_anew(self._present())
        self._rows = self._session.read(self._stream.outputs.names)
        self._publish()


def _three(values: Iterable[float]) -> FloatArray:
    return np.array(list(values) or [0.0] * 3)


def _check_names(frames: list[Frame]) -> None:
    """Refuses bodies and observers whose frames would have one name."""
    seen = {WORLD, WORLD_NED}
    for one in frames:
        if one.frame_id in seen:
            rule = f"must give a frame of its own in ROS 2, gives {one.frame_id}"
            raise bad_field(one.name, rule)
        seen.add(one.frame_id)
