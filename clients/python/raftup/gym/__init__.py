"""Environments of Gymnasium for learning control: episodes of a model on a server.

Importing this package registers `raftup/Station-v0`, `raftup/Berthing-v0` and `raftup/Latching-v0`
with Gymnasium, whose models are examples of the repository.

Example:
    env = raftup.gym.make("buoy.yaml", action=["push"], observation=["buoy.displacement"],
                          scale={"push": 1e5})
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
"""

from raftup.base.extras import require_extra

require_extra("raftup.gym", "gym", "gymnasium")

import gymnasium  # noqa: E402

from raftup.gym.columns import ActionColumn, Column  # noqa: E402
from raftup.gym.environment import Environment, Situation  # noqa: E402
from raftup.gym.making import make, make_vec  # noqa: E402
from raftup.gym.vector import VectorEnvironment  # noqa: E402

gymnasium.register("raftup/Station-v0", "raftup.gym.examples:station")
gymnasium.register("raftup/Berthing-v0", "raftup.gym.examples:berthing")
gymnasium.register("raftup/Latching-v0", "raftup.gym.examples:latching")

__all__ = [
    "ActionColumn",
    "Column",
    "Environment",
    "Situation",
    "VectorEnvironment",
    "make",
    "make_vec",
]
