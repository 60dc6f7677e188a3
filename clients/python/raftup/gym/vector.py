"""Several environments on one server, whose steps the server computes at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.gym.environment import Environment

BoolArray: TypeAlias = npt.NDArray[np.bool_]


class VectorEnvironment(VectorEnv[FloatArray, FloatArray, Any]):
    """Environments that are stepped together by one thread, see make_vec().

    An environment whose episode has ended begins another with the next step: that step ignores its
    action and has the reward 0 (AutoresetMode.NEXT_STEP). Each one gives the bytes that it gives
    alone.

    Attributes:
        environments: the environments, in the order of the rows of all arrays.
    """

    def __init__(self, environments: Sequence[Environment], resources: ExitStack) -> None:
        """Takes over environments.

        Args:
            environments: at least one, all of the same model.
            resources: what is released by close().
        """
        self.environments = list(environments)
        self.num_envs = len(self.environments)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        first = self.environments[0]
        self.columns, self.actions = first.columns, first.actions
        self.single_action_space = first.action_space
        self.single_observation_space = first.observation_space
        self.action_space = batch_space(first.action_space, self.num_envs)
        self.observation_space = batch_space(first.observation_space, self.num_envs)
        self._has_ended = np.zeros(self.num_envs, dtype=np.bool_)
        self._resources = resources.pop_all()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[FloatArray, dict[str, Any]]:
        """Begins an episode in every environment.

        Args:
            seed: seed of each environment; a number k means k, k + 1, ...
            options: must be empty.

        Returns:
            Observations [environments, numbers], and the infos as Gymnasium joins them.

        Raises:
            RaftupError: BAD_FIELD for options or another number of seeds; errors of the server.
        """
        if options:
            raise bad_field("options", f"must be empty, is {options!r}")
        seeds = self._seeds(seed)
        observations, infos = [], dict[str, Any]()
        for index, (one, own) in enumerate(zip(self.environments, seeds, strict=True)):
            observation, info = one.reset(seed=own)
            observations.append(observation)
            infos = self._add_info(infos, info, index)
        self._has_ended[:] = False
        return np.stack(observations), infos

    def step(
        self, actions: FloatArray
    ) -> tuple[FloatArray, FloatArray, BoolArray, BoolArray, dict[str, Any]]:
        """Takes a step in every environment, or begins an episode where one has ended.

        Args:
            actions: [environments, numbers].

        Returns:
            Observations [environments, numbers], rewards, terminated and truncated [environments],
            and the infos as Gymnasium joins them.

        Raises:
            RaftupError: BAD_FIELD for a wrong shape or an action outside of its space; see
                Environment.step().
        """
        table = np.asarray(actions, dtype=np.float64)
        if table.shape != self.action_space.shape:
            shape = list(self.action_space.shape or ())
            raise bad_field("actions", f"must be of shape {shape}, has shape {list(table.shape)}")
        running = [index for index in range(self.num_envs) if not self._has_ended[index]]
        for index in running:
            self.environments[index].check(table[index])
        for index in running:
            self.environments[index].begin(table[index])
        observations, infos = [], dict[str, Any]()
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), dtype=np.bool_)
        for index, one in enumerate(self.environments):
            if self._has_ended[index]:
                observation, info = one.reset()
            else:
                observation, rewards[index], terminated[index], truncated[index], info = (
                    one.finish()
                )
            observations.append(observation)
            infos = self._add_info(infos, info, index)
        self._has_ended = terminated | truncated
        return np.stack(observations), rewards, terminated, truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Deletes the sessions, and ends the server if make_vec() has started it."""
        self._resources.close()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return [seed + index for index in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise bad_field("seed", f"must be {self.num_envs} numbers, is {len(seed)}")
        return list(seed)
