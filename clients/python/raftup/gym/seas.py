"""Sessions of one model in several random seas, each with a checkpoint at which episodes begin."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from raftup._generated.finding_pb2 import Finding
from raftup._generated.model_pb2 import Model
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.remote.client import Client
from raftup.remote.exchange import Exchange
from raftup.remote.rows import NANOSECONDS
from raftup.remote.session import Session

_RANDOM = ("irregular", "focused", "extreme_response")


@dataclass
class Sea:
    """A session in one random sea, with the stream by which it is controlled.

    Attributes:
        index: number of the sea, from 0.
        session: the session.
        stream: stream of the controller, with one row per step of the environment.
        checkpoint: name of the checkpoint at the beginning of episodes.
        first: [columns] outputs at the checkpoint.
        first_step: number of steps of the session at the checkpoint.
        findings: findings of the server about the session that were not reported yet.
        resources: what is released when the session is no longer needed.
    """

    index: int
    session: Session
    stream: Exchange
    checkpoint: str
    first: FloatArray
    first_step: int
    findings: list[Finding]
    resources: ExitStack


@dataclass(frozen=True)
class Schedule:
    """Division of time.

    Attributes:
        step: duration of a step of the environment [s].
        warm_up: time before episodes begin [s]; rounded up to whole steps of the environment.
    """

    step: float
    warm_up: float

    def stride(self, step_ns: int) -> int:
        """Number of steps of the session, of `step_ns` ns each, in a step of the environment.

        Raises:
            RaftupError: BAD_FIELD if it is not a whole number.
        """
        count, rest = divmod(round(self.step * NANOSECONDS), step_ns)
        if count < 1 or rest:
            rule = f"must be a whole multiple of the model's step, {step_ns / NANOSECONDS:g} s"
            raise bad_field("step", f"{rule}, is {self.step:g}")
        return count

    def warm_up_steps(self, step_ns: int) -> int:
        """Number of steps of the session before episodes begin."""
        stride = self.stride(step_ns)
        whole_ns = stride * step_ns
        return -(-round(self.warm_up * NANOSECONDS) // whole_ns) * stride


class SeaPool:
    """The seas of an environment; a session is created when its sea is first asked for.

    Attributes:
        count: number of different seas; 1 for a model without random waves or gusts.
    """

    def __init__(
        self,
        client: Client,
        model: Model,
        names: tuple[Sequence[str], Sequence[str]],
        schedule: Schedule,
        count: int,
    ) -> None:
        """Makes a pool without sessions.

        Args:
            client: connection to the server.
            model: model of all sessions.
            names: inputs that are controlled and outputs that are observed.
            schedule: durations of step and warm-up.
            count: largest number of seas, >= 1.
        """
        self._client = client
        self._model = model
        self._inputs, self._outputs = names
        self._schedule = schedule
        self._all: list[Sea] = []
        self._idle: list[Sea] = []
        self._beginnings: dict[int, str] = {}
        self.count = count if in_sea(model, 1) != model else 1

    def close(self) -> None:
        """Deletes all sessions."""
        with ExitStack() as resources:
            for sea in self._all:
                resources.push(sea.resources)
        self._all.clear()
        self._idle.clear()

    def take(self, index: int) -> Sea:
        """A session in the sea of an index from 0 to before `count` that nobody else uses."""
        for place, sea in enumerate(self._idle):
            if sea.index == index:
                return self._idle.pop(place)
        with ExitStack() as resources:
            sea = self._open(index, resources)
            self._all.append(sea)
        return sea

    def exchanged(self, sea: Sea, index: int) -> Sea:
        """Gives a sea back and takes that of another index; `sea` itself if the index is its own.

        Args:
            sea: sea that the caller has taken.
            index: number of the sea that it needs.
        """
        if index == sea.index:
            return sea
        other = self.take(index)
        self._idle.append(sea)
        self._trim()
        return other

    def _trim(self) -> None:
        """Deletes the oldest idle copy where there are more idle copies than seas."""
        copies = [one for one in self._idle if one.checkpoint != self._beginnings[one.index]]
        if len(copies) > self.count:
            self._idle = [one for one in self._idle if one is not copies[0]]
            self._all = [one for one in self._all if one is not copies[0]]
            copies[0].resources.close()

    def _open(self, index: int, resources: ExitStack) -> Sea:
        session = self._begun(index, resources)
        stride = self._schedule.stride(session.step_ns)
        stream = resources.enter_context(
            session.exchange(inputs=self._inputs, outputs=self._outputs, output_stride=stride)
        )
        if stride > (most := stream.steps_per_message()):
            longest = most * session.step_ns / NANOSECONDS
            raise bad_field("step", f"must be at most {longest:g}, is {self._schedule.step:g}")
        checkpoint = session.checkpoint()
        self._beginnings.setdefault(index, checkpoint)
        first = session.read(self._outputs).values[0]
        findings = list(session.status().findings)
        return Sea(
            index,
            session,
            stream,
            checkpoint,
            first,
            stream.step_index,
            findings,
            resources.pop_all(),
        )

    def _begun(self, index: int, resources: ExitStack) -> Session:
        """A session at the beginning of episodes; the second of a sea is a copy of its first."""
        if beginning := self._beginnings.get(index):
            return resources.enter_context(self._client.create_session(from_checkpoint=beginning))
        model = in_sea(self._model, index)
        session = resources.enter_context(self._client.create_session(model))
        warm_up = self._schedule.warm_up_steps(session.step_ns)
        session.initialise()
        if warm_up:
            session.advance(warm_up)
        return session


def check_owner(checkpoint: str, sea: Sea) -> None:
    """Refuses a checkpoint of another session than that of a sea.

    Raises:
        RaftupError: BAD_FIELD.
    """
    if checkpoint.partition("/checkpoints/")[0] != sea.session.name:
        raise bad_field(
            "options['checkpoint']",
            "must be a name that checkpoint() of this environment has returned in the present sea, "
            f"is {checkpoint!r}",
        )


def in_sea(model: Model, index: int) -> Model:
    """A copy of a model with `index` added to the seeds of its random waves and of its gusts."""
    copy = Model()
    copy.CopyFrom(model)
    for system in copy.environment.sea.waves:
        kind = system.WhichOneof("kind")
        if kind in _RANDOM:
            getattr(system, kind).seed += index
    if copy.environment.wind.spectrum:
        copy.environment.wind.seed += index
    return copy
