"""A ship that continues from any state that a client of xdyn requests."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup._generated.session_pb2 import Causality, Variable
from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError
from raftup.base.rotations import angles_of
from raftup.remote.client import Client
from raftup.remote.rows import NANOSECONDS, Rows
from raftup.remote.session import Session
from raftup.xdyn.frames import ANGLES, STATES, quaternion_of, row_of, start_of
from raftup.xdyn.observations import Observations

KEPT = 64
"""Number of answered states to which the ship can return."""

MEMORY = "memory_starts_at"
"""Name of the observation with the time [s] at which the radiation memory begins in an answer."""

_Key = tuple[float, ...]
_BEFORE_TURN = 10
"""Number of values of a state before its quaternion or its angles."""

_MOTION = ("position", "orientation", "linear_velocity", "angular_velocity")
_SAME_STEPS = 1e-6
"""Tolerance relative to a step, since Dt is a 32-bit number."""


@dataclass(frozen=True)
class Answer:
    """States from the requested one on, at every step of the model.

    Attributes:
        rows: [steps + 1, 17] with the columns STATES and ANGLES of raftup.xdyn.frames.
        observations: values at each state, by name and component.
    """

    rows: FloatArray
    observations: dict[str, list[float]]


class Ship:
    """One body of a model, moved by requests with states. Thread-safe: one request at a time.

    A request that begins at the last state of the answer before continues bit for bit; one that
    begins at an older answer is restored to it, if it is among the last KEPT. Any other request
    starts from its state with an empty radiation memory; the answer reports this as MEMORY.
    """

    def __init__(self, client: Client, model: Path | Mapping[str, Any]) -> None:
        """Builds the model once, to check it.

        Raises:
            ModelError: with every rule that the model breaks.
            RaftupError: INVALID_ARGUMENT unless it has one body.
        """
        self._client, self._model = client, model
        self._session = self._new_session({})
        bodies = self._session.model.bodies
        if len(bodies) != 1:
            self._session.delete()
            names = ", ".join(body.name for body in bodies)
            raise _refused(f"a model for xdyn's clients must have one body, has {names}")
        self.body = bodies[0].name
        self._center: FloatArray = np.array(list(bodies[0].center_of_mass) or [0.0] * 3)
        self.step = self._session.step_ns / NANOSECONDS
        sourced = {given.name for given in self._session.model.inputs if given.HasField("source")}
        self._inputs = {
            each.name: each.size
            for each in self._session.variables()
            if _is_command(each) and each.name not in sourced
        }
        self._observed = self._observations()
        self._has_waves = bool(self._session.sea().omega)
        self._begin: float | None = None
        self._start = 0.0
        self._now = ""
        self._kept = dict[_Key, str]()
        self._keys = OrderedDict[str, tuple[_Key, ...]]()
        self._lock = threading.Lock()

    def answer(
        self,
        state: Sequence[float],
        duration: float,
        commands: Mapping[str, float],
        requested: Sequence[str] | None = None,
    ) -> Answer:
        """Simulates from a state and returns the rows of the answer.

        Args:
            state: values of STATES, or the first ten of them and ANGLES.
            duration: s, a multiple of the model's step.
            commands: values of scalar inputs, held.
            requested: names of observations; None = the outputs that the model records.

        Raises:
            RaftupError: INVALID_ARGUMENT for an invalid state, duration, command or observation.
        """
        key = tuple(map(float, state))
        count = self._steps(duration)
        row = _whole(key)
        self._check(commands)
        names = self._observed.names(requested)
        with self._lock:
            starts_anew = self._go_to(key, row)
            rows, observations = self._take(count, commands, names)
            rows[0] = row
            if starts_anew:
                observations[MEMORY] = [key[0]]
            self._keep(rows[-1])
            return Answer(rows, observations)

    def close(self) -> None:
        """Deletes the session of the ship."""
        self._session.delete()

    def _steps(self, duration: float) -> int:
        count = round(duration / self.step) if math.isfinite(duration) else 0
        if count < 1 or abs(duration - count * self.step) > _SAME_STEPS * max(duration, self.step):
            raise _refused(
                f"Dt must be positive and a multiple of the model's step {self.step:g} s, "
                f"is {duration:g} s"
            )
        return count

    def _check(self, commands: Mapping[str, float]) -> None:
        known = [name for name, size in self._inputs.items() if size == 1]
        for name, value in commands.items():
            if name not in known:
                names = ", ".join(known) or "there is none"
                raise _refused(f"a command must be an input of one number ({names}), is '{name}'")
            if not math.isfinite(value):
                raise _refused(f"command '{name}' must be finite, is {value}")

    def _go_to(self, key: _Key, row: FloatArray) -> bool:
        """Puts the session into a state; returns whether its radiation memory is empty there."""
        kept = self._kept.get(key, "")
        if kept:
            if kept != self._now:
                self._session.restore(kept)
            return False
        time = key[0]
        if self._has_waves and self._begin not in (None, time):
            raise _refused(
                f"a state that was not answered here must be of t = {self._begin:g} s, where the "
                f"sea of the model begins, is of {time:g} s"
            )
        start = start_of(row[: len(STATES)], self._center)
        session = self._new_session({f"bodies[0].{name}": value for name, value in start.items()})
        self._session.delete()
        self._session, self._begin, self._start = session, time, time
        self._kept.clear()
        self._keys.clear()
        return True

    def _new_session(self, overrides: Mapping[str, Any]) -> Session:
        session = self._client.create_session(self._model, overrides=overrides)
        session.initialise()
        return session

    def _take(
        self, count: int, commands: Mapping[str, float], observed: Sequence[str]
    ) -> tuple[FloatArray, dict[str, list[float]]]:
        names = [f"{self.body}.{name}" for name in _MOTION]
        extras = [name for name in self._observed.outputs(observed) if name not in names]
        outputs = [*names, *extras]
        first = self._session.read(outputs)
        begin = 1e-9 * float(first.time_ns[0])
        inputs = list(commands)
        with self._session.exchange(inputs=inputs, outputs=outputs, output_stride=1) as exchange:
            if commands:
                exchange.command(begin, commands, until=begin + count * self.step)
            rows = Rows.concatenate([first, exchange.advance(count)])
        motion = {part: rows[name] for part, name in zip(_MOTION, names, strict=True)}
        table = np.array(
            [
                _with_angles(
                    row_of(
                        self._start + 1e-9 * float(time),
                        {part: values[i] for part, values in motion.items()},
                        self._center,
                    )
                )
                for i, time in enumerate(rows.time_ns)
            ]
        )
        return table, self._observed.values(observed, rows, table)

    def _observations(self) -> Observations:
        """Observations that a session of the model offers."""
        model, motion = self._session.model, [f"{self.body}.{name}" for name in _MOTION]
        return Observations(
            {v.name: v.size for v in self._session.variables() if not _is_input(v)},
            [name for name in model.outputs if name not in motion],
            self.body,
            model.bodies[0].mass * model.environment.gravity,
        )

    def _keep(self, row: FloatArray) -> None:
        """Stores a checkpoint of the present state, under its forms with quaternion and angles."""
        while len(self._keys) >= KEPT:  # as many as a session may have
            oldest, old = self._keys.popitem(last=False)
            for key in old:
                if self._kept.get(key) == oldest:
                    del self._kept[key]
            self._session.delete_checkpoint(oldest)
        self._now = self._session.checkpoint()
        numbers = tuple(row.tolist())
        keys = (numbers[: len(STATES)], (*numbers[:_BEFORE_TURN], *numbers[len(STATES) :]))
        self._keys[self._now] = keys
        self._kept.update(dict.fromkeys(keys, self._now))


def _whole(key: _Key) -> FloatArray:
    """A state with both its quaternion and its angles."""
    if len(key) not in (len(STATES), _BEFORE_TURN + len(ANGLES)) or not all(
        map(math.isfinite, key)
    ):
        raise _refused(
            f"a state must have finite numbers t x y z u v w p q r and its turn, is {key}"
        )
    before, turn = key[:_BEFORE_TURN], key[_BEFORE_TURN:]
    if len(turn) == len(ANGLES):
        return np.array([*before, *quaternion_of(turn), *turn])
    if not any(turn):
        raise _refused("a quaternion must not be 0 0 0 0")
    return _with_angles(np.array(key))


def _with_angles(row: FloatArray) -> FloatArray:
    turn = row[_BEFORE_TURN:]
    return np.concatenate([row, angles_of(turn / np.linalg.norm(turn))])


def _is_input(variable: Variable) -> bool:
    return variable.causality == Causality.CAUSALITY_INPUT


def _is_command(variable: Variable) -> bool:
    """Whether a variable is an input that needs no future values."""
    return _is_input(variable) and not variable.look_ahead_ns


def _refused(message: str) -> RaftupError:
    return RaftupError(message, code="INVALID_ARGUMENT")
