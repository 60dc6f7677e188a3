"""Functions that make environments: one alone, or several on one server."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from raftup.base.errors import bad_field
from raftup.base.names import names_of
from raftup.gym.columns import Scale
from raftup.gym.environment import Ending, Environment, Reward, Task
from raftup.gym.seas import Schedule, SeaPool
from raftup.gym.vector import VectorEnvironment
from raftup.model.load import ModelSource, load_model
from raftup.remote.client import Client
from raftup.run import connection


def make(
    model: ModelSource,
    action: str | Sequence[str],
    observation: str | Sequence[str],
    *,
    step: float = 0.25,
    horizon: float = 60.0,
    reward: Reward | None = None,
    terminate: Ending | None = None,
    failure_reward: float = 0.0,
    scale: Scale | None = None,
    overrides: Mapping[str, Any] | None = None,
    warm_up: float = 0.0,
    seas: int = 16,
    server: str | Client | None = None,
) -> Environment:
    """Makes an environment of Gymnasium from a model.

    Args:
        model: model file, mapping or message.
        action: inputs of the model that the agent sets, held over each step. An action has a number
            for each component; the input is `scale` times the action. Limits of thrusters, rudders
            and propellers are the limits of the actions; other actions are from -1 to 1. An input
            that switches something is on from an action of .5 on, of 0 to 1.
        observation: outputs that the agent sees, divided by their scales.
        step: s, time between two actions, a whole multiple of the model's step.
        horizon: s, time after which an episode is truncated.
        reward: reward of a step, computed from a Situation; default: 0.
        terminate: whether an episode ends, computed from a Situation; default: never.
        failure_reward: reward of a step that the server could not complete, which ends the episode.
        scale: value of an input at the action 1, in its unit, and of an output that is observed
            as 1, by name; one number, or one for each component. Required for inputs without
            limits; default otherwise the larger limit of an input, and 1 for an output.
        overrides: values that replace those of the model, by their paths in it.
        warm_up: s, time before episodes begin, with the inputs as in the model; once for each sea.
        seas: largest number of random seas, >= 1: sea k adds k to the seeds of waves and gusts.
            Each sea that an episode has used keeps a session on the server.
        server: address or client of a server; default: a private one, ended by close().

    Raises:
        ModelError: with every rule that the model breaks.
        RaftupError: BAD_FIELD for a wrong argument; QUOTA_SESSIONS; errors of the connection.
    """
    _check(step, horizon, warm_up, seas)
    task = Task(horizon, reward, terminate, failure_reward)
    schedule = Schedule(step, warm_up)
    names = (_named("action", action), _named("observation", observation))
    with _pool(load_model(model, overrides), names, schedule, seas, server) as (pool, resources):
        return Environment(pool, task, scale or {}, resources)


def make_vec(
    count: int,
    model: ModelSource,
    action: str | Sequence[str],
    observation: str | Sequence[str],
    *,
    step: float = 0.25,
    horizon: float = 60.0,
    reward: Reward | None = None,
    terminate: Ending | None = None,
    failure_reward: float = 0.0,
    scale: Scale | None = None,
    overrides: Mapping[str, Any] | None = None,
    warm_up: float = 0.0,
    seas: int = 16,
    server: str | Client | None = None,
) -> VectorEnvironment:
    """Makes several environments on one server, which computes their steps at the same time.

    They share sessions: a sea has as many as there are environments in it at once, and all but the
    first are copies of it, so that the warm-up is computed once. There are at most `count` + 2
    `seas` sessions; a server allows 256 by default.

    Args:
        count: number of environments, >= 1.
        model: as for make(), like all further arguments.
        action: see make().
        observation: see make().
        step: see make().
        horizon: see make().
        reward: see make().
        terminate: see make().
        failure_reward: see make().
        scale: see make().
        overrides: see make().
        warm_up: see make().
        seas: see make().
        server: see make().

    Raises:
        ModelError: with every rule that the model breaks.
        RaftupError: see make().
    """
    if count < 1:
        raise bad_field("count", f"must be at least 1, is {count!r}")
    _check(step, horizon, warm_up, seas)
    task = Task(horizon, reward, terminate, failure_reward)
    schedule = Schedule(step, warm_up)
    names = (_named("action", action), _named("observation", observation))
    with _pool(load_model(model, overrides), names, schedule, seas, server) as (pool, resources):
        return VectorEnvironment(
            [
                Environment(pool, task, scale or {}, ExitStack(), index % pool.count)
                for index in range(count)
            ],
            resources,
        )


@contextmanager
def _pool(
    model: Any,
    names: tuple[list[str], list[str]],
    schedule: Schedule,
    seas: int,
    server: str | Client | None,
) -> Iterator[tuple[SeaPool, ExitStack]]:
    """A pool of seas with what is released after it, unless the block takes that over."""
    with ExitStack() as resources:
        client = resources.enter_context(connection(server))
        pool = SeaPool(client, model, names, schedule, seas)
        resources.callback(pool.close)
        yield pool, resources


def _check(step: float, horizon: float, warm_up: float, seas: int) -> None:
    for field, value, least in (
        ("step", step, 1e-9),
        ("horizon", horizon, step),
        ("warm_up", warm_up, 0.0),
        ("seas", seas, 1),
    ):
        if not (math.isfinite(value) and value >= least):
            raise bad_field(field, f"must be at least {least:g}, is {value!r}")


def _named(field: str, given: str | Sequence[str]) -> list[str]:
    names = names_of(given)
    if not names or len(set(names)) < len(names):
        raise bad_field(field, f"must be names that differ, at least one, is {names!r}")
    return names
