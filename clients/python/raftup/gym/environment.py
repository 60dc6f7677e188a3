"""The environment: reset by a checkpoint, steps by a stream, observations and rewards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.gym.columns import (
    ActionColumn,
    Column,
    Scale,
    action_columns,
    action_space,
    check_scale,
    observation_columns,
    observation_space,
    values_of,
)
from raftup.gym.seas import SeaPool, check_owner
from raftup.remote.rows import NANOSECONDS
from raftup.remote.step_error import StepError


@dataclass(frozen=True)
class Situation:
    """What rewards and ends of episodes are computed from.

    Attributes:
        time: time since the beginning of the episode [s].
        outputs: [size] values of each observed output at the end of the step, in its own units.
        inputs: [size] values of each input that acted over the step, in its own units.
    """

    time: float
    outputs: Mapping[str, FloatArray]
    inputs: Mapping[str, FloatArray]


Reward = Callable[[Situation], float]
Ending = Callable[[Situation], bool]


@dataclass(frozen=True)
class Task:
    """What an agent is asked to do.

    Attributes:
        horizon: s, time after which an episode is truncated.
        reward: reward of a step; None = always 0.
        terminate: whether an episode ends with a step; None = never.
        failure_reward: reward of a step that the server could not complete.
    """

    horizon: float
    reward: Reward | None
    terminate: Ending | None
    failure_reward: float


class Environment(gymnasium.Env[FloatArray, FloatArray]):
    """Episodes of a model on a server, see make(). The same seed and actions give the same bytes.

    Attributes:
        columns: numbers of an observation: output, component, unit, scale.
        actions: numbers of an action: input, component, unit, scale, limits.
    """

    def __init__(
        self, pool: SeaPool, task: Task, scale: Scale, resources: ExitStack, sea: int = 0
    ) -> None:
        """Takes a sea of a pool; make() is the usual way to an environment.

        Args:
            pool: seas of the episodes, which several environments may share.
            task: rewards and ends.
            scale: scales by the names of inputs and outputs, see make().
            resources: what is released by close().
            sea: number of the sea that is taken first, see SeaPool.take().
        """
        self._pool, self._task = pool, task
        self._sea = pool.take(sea)
        stream, session = self._sea.stream, self._sea.session
        check_scale(scale, [*stream.inputs.variables, *stream.outputs.variables])
        self.actions: tuple[ActionColumn, ...] = action_columns(
            session.model, stream.inputs.variables, scale
        )
        self.columns: tuple[Column, ...] = observation_columns(stream.outputs.variables, scale)
        self.action_space = action_space(self.actions)
        self.observation_space = observation_space(self.columns)
        self._scales = np.array([one.scale for one in self.columns])
        self._values = self._sea.first
        self._commanded: dict[str, FloatArray] = {}
        self._first_step = self._sea.first_step
        self._is_running = self._is_awaited = False
        self._resources = resources.pop_all()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[FloatArray, dict[str, Any]]:
        """Begins an episode by a restore of a checkpoint.

        Args:
            seed: the sea is number `seed` modulo the number of seas; None = a random one, which
                follows from the last seed.
            options: `{"checkpoint": NAME}`: the episode begins at a checkpoint() of this
                environment.

        Returns:
            The observation, and `sea`, `time` [s of the session] and `findings` of the server.

        Raises:
            RaftupError: BAD_FIELD for an unknown option; any error of the server.
        """
        super().reset(seed=seed)
        given = dict(options or {})
        checkpoint = given.pop("checkpoint", None)
        if given:
            raise bad_field("options", f"must have no other key than 'checkpoint', is {options!r}")
        self._is_running = False
        self._drop_awaited()
        if checkpoint is not None:
            check_owner(str(checkpoint), self._sea)
        else:
            drawn = self.np_random.integers(self._pool.count) if seed is None else seed
            self._sea = self._pool.exchanged(self._sea, int(drawn) % self._pool.count)
        sea = self._sea
        sea.session.restore(sea.checkpoint if checkpoint is None else str(checkpoint))
        sea.stream.notices.clear()
        self._first_step, self._is_running = sea.stream.step_index, True
        self._values = sea.first if checkpoint is None else self._read()
        told = [f"{one.name}: {one.message}" for one in sea.findings]
        sea.findings.clear()
        return self._observation(), self._info(told)

    def step(self, action: FloatArray) -> tuple[FloatArray, float, bool, bool, dict[str, Any]]:
        """Holds an action over a step.

        A step that the server cannot complete ends the episode (`terminated`), with the cause in
        `info["error"]` and the last complete observation; an event of the model that ends the run
        does so with its message in `info["end"]`.

        Args:
            action: [numbers] within the action space.

        Returns:
            Observation, reward, terminated, truncated at the horizon, and an info with `sea`,
            `time` [s of the session] and new `findings` of the server about the motion.

        Raises:
            RaftupError: BAD_FIELD for an action outside of the space; WRONG_STATE before reset()
                and after the end of an episode; any error of the connection.
        """
        self.begin(action)
        return self.finish()

    def check(self, action: FloatArray) -> FloatArray:
        """The numbers of an action, if a step with it can begin now.

        Raises:
            RaftupError: BAD_FIELD, WRONG_STATE, see step().
        """
        if not self._is_running:
            raise RaftupError(
                "an episode must be begun by reset() before step(), also after the end of another",
                code="FAILED_PRECONDITION",
                reason="WRONG_STATE",
            )
        numbers = np.asarray(action, dtype=np.float64)
        if numbers.shape != (len(self.actions),):
            shape = list(numbers.shape)
            raise bad_field("action", f"must be of shape [{len(self.actions)}], has shape {shape}")
        for one, number in zip(self.actions, numbers.tolist(), strict=True):
            if not one.low <= number <= one.high:
                raise bad_field(
                    f"action of {one.name}[{one.component}]",
                    f"must be from {one.low:g} to {one.high:g}, is {number!r}; the wrapper "
                    "ClipAction of Gymnasium limits actions",
                )
        return numbers

    def begin(self, action: FloatArray) -> None:
        """Orders a step without waiting for it; finish() must follow. See step()."""
        values = values_of(self.actions, self.check(action))
        stream = self._sea.stream
        self._commanded = {name: values[part] for name, part in stream.inputs.slices.items()}
        end = (stream.time_ns + stream.output_stride * stream.step_ns) / NANOSECONDS
        stream.command(stream.time_ns / NANOSECONDS, self._commanded, until=end)
        self._is_running, self._is_awaited = False, True
        stream.request(stream.output_stride)

    def finish(self) -> tuple[FloatArray, float, bool, bool, dict[str, Any]]:
        """Waits for the step that begin() has ordered, and returns what step() returns."""
        stream = self._sea.stream
        error = ""
        try:
            rows = stream.receive()
        except StepError as failure:
            if failure.reason != "STEP_DISCARDED":
                raise
            error, rows = str(failure), failure.rows
        self._is_awaited = False
        if len(rows):
            self._values = rows.values[-1]
        elif stream.ended:
            self._values = self._read()
        time = (stream.step_index - self._first_step) * stream.step_ns / NANOSECONDS
        info = self._info(self._news("LIMIT_PASSED", "ITERATION_NOT_CONVERGED"))
        if error:
            info["error"] = error
        elif stream.ended:
            info["end"] = "; ".join(self._news("RUN_ENDED"))
        stream.notices.clear()
        return self._result(Situation(time, self._outputs(), self._commanded), info)

    def _result(
        self, situation: Situation, info: dict[str, Any]
    ) -> tuple[FloatArray, float, bool, bool, dict[str, Any]]:
        task = self._task
        terminated = "error" in info or "end" in info
        if "error" in info:
            reward = task.failure_reward
        else:
            reward = float(task.reward(situation)) if task.reward else 0.0
            terminated |= task.terminate is not None and bool(task.terminate(situation))
        # Half a step less: a time that was rounded to nanoseconds also reaches the horizon.
        period = self._sea.stream.output_stride * self._sea.stream.step_ns / NANOSECONDS
        truncated = not terminated and situation.time > task.horizon - 0.5 * period
        self._is_running = not (terminated or truncated)
        return self._observation(), reward, terminated, truncated, info

    def checkpoint(self, label: str = "") -> str:
        """Stores the present state; returns its name, for `reset(options={"checkpoint": name})`."""
        return self._sea.session.checkpoint(label)

    def close(self) -> None:
        """Deletes the sessions, and ends the server if make() has started it."""
        self._is_running = False
        self._resources.close()

    def _drop_awaited(self) -> None:
        """Receives a step that was begun and not finished, as after an error in a reward."""
        if self._is_awaited:
            with suppress(StepError):
                self._sea.stream.receive()
            self._is_awaited = False

    def _outputs(self) -> dict[str, FloatArray]:
        slices = self._sea.stream.outputs.slices
        return {name: self._values[part] for name, part in slices.items()}

    def _observation(self) -> FloatArray:
        observation: FloatArray = self._values / self._scales
        return observation

    def _info(self, findings: Iterable[str]) -> dict[str, Any]:
        time = self._sea.stream.time_ns / NANOSECONDS
        return {"sea": self._sea.index, "time": time, "findings": list(findings)}

    def _news(self, *reasons: str) -> list[str]:
        return [one.message for one in self._sea.stream.notices if one.reason in reasons]

    def _read(self) -> FloatArray:
        sea = self._sea
        values: FloatArray = sea.session.read(sea.stream.outputs.names).values[0]
        return values
