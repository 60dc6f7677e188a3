"""Environments of example models: a vessel that keeps its station, a ship that berths, a buoy."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from raftup._generated.control_pb2 import LoadCommand
from raftup._generated.input_pb2 import Input
from raftup._generated.model_pb2 import Model
from raftup.base.errors import RaftupError
from raftup.gym.environment import Environment, Situation
from raftup.gym.making import make
from raftup.model.load import ModelSource, load_model

_MODELS = Path(__file__).resolve().parents[3] / "examples" / "models"

_THRUST = ("bow_1", "bow_2", "aft_port", "aft_starboard")
_AZIMUTH = ("aft_port", "aft_starboard")
_LEFT = 20.0  # m from the start, 2.5 times the move that the example asks for: the vessel is lost
_LOST_REWARD = -1000.0  # less than any sum of rewards of an episode of 120 steps within 20 m
_FENDER_FORCES = tuple(f"fender{number}.normal_force" for number in (1, 2, 3, 4))
_ALONGSIDE = 10.5  # m: half a breadth of 18 m and 1.5 m of fender before the quay at y = 0
_BRAKE = {"friction": {"force": 2.0e6}, "enabled": False}
"""N: friction that holds the buoy, more than 8e5 N/m of hydrostatic stiffness at its stops."""


def station(model: ModelSource | None = None, **changes: Any) -> Environment:
    """`raftup/Station-v0`: the supply vessel of `dp_supply.yaml`, steered by its four thrusters.

    The agent takes the place of the dynamic positioning: six numbers, the thrust of each thruster
    and the azimuth of the two aft. The reward of a step is -(x^2 + y^2)/10^2 - (psi/10 deg)^2 from
    the initial position and heading psi; an episode ends 20 m away.

    Args:
        model: file of the example; default: that of the repository.
        **changes: arguments of make() that replace those of this environment.
    """
    chosen = load_model(_file("dp_supply.yaml") if model is None else model)
    steered = _without_positioning(chosen)
    arguments: dict[str, Any] = {
        "action": [one.name for one in steered.inputs],
        "observation": ["vessel.displacement", "vessel.linear_velocity", "vessel.angular_velocity"],
        "step": 0.5,
        "reward": _station_reward,
        "terminate": lambda now: _distance(now) > _LEFT,
        "failure_reward": _LOST_REWARD,
        "scale": {"vessel.displacement": [10.0, 10.0, 10.0, 0.2, 0.2, 0.2]},
    }
    return make(steered, **(arguments | changes))


def berthing(model: ModelSource | None = None, **changes: Any) -> Environment:
    """`raftup/Berthing-v0`: the ship of `berthing.yaml`, moved by a tug at either end of it.

    The two numbers of an action are the forces of the tugs, which push for actions < 0 and pull for
    others. The reward of a step is -(gap [m]/10) - (largest force of a fender [N]/5e5)^2, with the
    gap between the hull and fenders that are not compressed.

    Args:
        model: file of the example; default: that of the repository.
        **changes: arguments of make() that replace those of this environment.
    """
    tugs = {"tug_fore": 40.0, "tug_aft": -40.0}  # m forward of the ship's center of mass
    overrides: dict[str, Any] = {
        "inputs": [
            {"name": f"{tug}_force", "load_command": {"load": tug, "channel": "thrust"}}
            for tug in tugs
        ],
        "outputs": ["ship.position"],
    }
    for place, (tug, forward) in zip((0, 2), tugs.items(), strict=True):
        thruster = {"body": "ship", "point": [forward, 0, 0], "azimuth_deg": 90, "max_thrust": 3e5}
        overrides[f"loads[{place}]"] = {"name": tug, "thruster": thruster}
    arguments: dict[str, Any] = {
        "action": [f"{tug}_force" for tug in tugs],
        "observation": [
            *("ship.position", "ship.orientation", "ship.linear_velocity", "ship.angular_velocity"),
            *_FENDER_FORCES,
        ],
        "step": 0.5,
        "horizon": 120.0,
        "reward": _berthing_reward,
        "scale": dict.fromkeys(_FENDER_FORCES, 5e5) | {"ship.position": 10.0},
    }
    read = load_model(_file("berthing.yaml") if model is None else model, overrides)
    return make(read, **(arguments | changes))


def latching(model: ModelSource | None = None, **changes: Any) -> Environment:
    """`raftup/Latching-v0`: the buoy of `latching_buoy.yaml`, which the agent holds and lets go.

    The action, 0 to 1, closes a brake from .5 on. The waves are irregular, of 1 m and 8 s. The
    reward of a step is the energy that the damper takes in it [MJ], by the force and the speed at
    the end of the step.

    Args:
        model: file of the example; default: that of the repository.
        **changes: arguments of make() that replace those of this environment.
    """
    step = float(changes.get("step", 0.1))
    overrides = {
        "environment.sea.waves": [
            {"irregular": {"jonswap": {"significant_wave_height": 1.0, "peak_period": 8.0}}}
        ],
        "events": [],
        "joints[0].drives[1]": _BRAKE,
        "inputs": [{"name": "brake", "drive_enabled": {"joint": "guide", "drive": 1}}],
        "outputs": ["guide.position", "guide.speed"],
    }
    read = load_model(_file("latching_buoy.yaml") if model is None else model, overrides)
    damping = read.joints[0].drives[0].spring_damper.damping
    arguments: dict[str, Any] = {
        "action": ["brake"],
        "observation": ["guide.position", "guide.speed", "sea.elevation"],
        "step": step,
        "reward": lambda now: 1e-6 * step * damping * float(now.outputs["guide.speed"][0]) ** 2,
        "warm_up": 30.0,
    }
    return make(read, **(arguments | changes))


def _file(name: str) -> Path:
    file = _MODELS / name
    if not file.is_file():
        raise RaftupError(
            f"no {file}: the example models are in the repository; name a copy of {name} by "
            "gymnasium.make(..., model=FILE)",
            code="FAILED_PRECONDITION",
        )
    return file


def _without_positioning(model: Model) -> Model:
    """A copy in which inputs command the thrusters in place of the dynamic positioning."""
    copy = Model()
    copy.CopyFrom(model)
    del copy.loads[:], copy.inputs[:], copy.outputs[:]
    copy.loads.extend(one for one in model.loads if one.WhichOneof("kind") != "dynamic_positioning")
    channels = [(name, "thrust") for name in _THRUST] + [(name, "azimuth") for name in _AZIMUTH]
    copy.inputs.extend(
        Input(name=f"{load}_{channel}", load_command=LoadCommand(load=load, channel=channel))
        for load, channel in channels
    )
    copy.outputs.extend(["vessel.displacement"])
    return copy


def _berthing_reward(now: Situation) -> float:
    gap = max(0.0, float(now.outputs["ship.position"][1]) - _ALONGSIDE)
    largest = max(float(np.linalg.norm(now.outputs[name])) for name in _FENDER_FORCES)
    return -gap / 10.0 - (largest / 5e5) ** 2


def _distance(now: Situation) -> float:
    x, y = now.outputs["vessel.displacement"][:2].tolist()
    return math.hypot(x, y)


def _station_reward(now: Situation) -> float:
    heading = math.degrees(float(now.outputs["vessel.displacement"][5]))
    return -((_distance(now) / 10.0) ** 2) - (heading / 10.0) ** 2
