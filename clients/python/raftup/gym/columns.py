"""Numbers of actions and observations: their variables, units, factors and limits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

import numpy as np
from gymnasium import spaces

from raftup._generated.input_pb2 import Input
from raftup._generated.model_pb2 import Model
from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.base.errors import bad_field
from raftup.base.names import refuse_unknown

Scale: TypeAlias = Mapping[str, float | Sequence[float]]
"""Scales by the names of variables: one number for all components, or one for each."""

SWITCHED_ON = 0.5
"""Action from which an input that switches something is 1; half of its range of 0 to 1."""

_SWITCHES = ("joint_enabled", "drive_enabled", "load_enabled", "contact_enabled")


@dataclass(frozen=True)
class Column:
    """One number of an observation.

    Attributes:
        name: name of the output.
        component: index of the number in the output, from 0.
        unit: unit of the output.
        scale: value of the output [unit] that is observed as 1, > 0.
    """

    name: str
    component: int
    unit: str
    scale: float


@dataclass(frozen=True)
class ActionColumn(Column):
    """One number of an action; value of the input = scale action, or 0 or 1 for a switch.

    Attributes:
        low: least action.
        high: largest action.
        switch: whether the input switches something: it is 1 from an action of .5 on, else 0.
    """

    low: float = -1.0
    high: float = 1.0
    switch: bool = False


def action_columns(
    model: Model, inputs: Iterable[Variable], scale: Scale
) -> tuple[ActionColumn, ...]:
    """Numbers of the actions, by the limits that the model gives or the scales of the caller.

    Args:
        model: model with the value of every default.
        inputs: inputs that the actions set, in order.
        scale: values at the action 1, by the name of the input.

    Raises:
        RaftupError: BAD_FIELD for an input that has neither limits nor a scale, and for a scale of
            an input that switches.
    """
    kinds = {one.name: one for one in model.inputs}
    return tuple(
        column for one in inputs for column in _limited(model, kinds[one.name], one, scale)
    )


def observation_columns(outputs: Iterable[Variable], scale: Scale) -> tuple[Column, ...]:
    """Numbers of the observations: all components of each output, in order."""
    return tuple(
        Column(one.name, component, unit, factor)
        for one in outputs
        for component, (unit, factor) in enumerate(
            zip(_units(one), _each(scale.get(one.name, 1.0), one.size), strict=True)
        )
    )


def check_scale(scale: Scale, variables: Sequence[Variable]) -> None:
    """Refuses scales that are not positive numbers or belong to no variable of the environment.

    Raises:
        RaftupError: BAD_FIELD.
    """
    sizes = {one.name: one.size for one in variables}
    refuse_unknown(scale, list(sizes), "scale")
    for name, value in scale.items():
        factors = _each(value, sizes[name])
        if len(factors) != sizes[name]:
            rule = f"must be one number or {sizes[name]}, is {len(factors)} numbers"
            raise bad_field(f"scale[{name!r}]", rule)
        if not all(math.isfinite(factor) and factor > 0.0 for factor in factors):
            raise bad_field(f"scale[{name!r}]", f"must be numbers > 0, is {value!r}")


def action_space(columns: Sequence[ActionColumn]) -> spaces.Space[FloatArray]:
    """The box [low, high] of all numbers of an action."""
    low = np.array([one.low for one in columns])
    high = np.array([one.high for one in columns])
    return cast("spaces.Space[FloatArray]", spaces.Box(low, high, dtype=np.float64))


def observation_space(columns: Sequence[Column]) -> spaces.Space[FloatArray]:
    """The box of observations, without limits, since the server states none of outputs."""
    box = spaces.Box(-np.inf, np.inf, (len(columns),), np.float64)
    return cast("spaces.Space[FloatArray]", box)


def values_of(columns: Sequence[ActionColumn], action: FloatArray) -> FloatArray:
    """Values of the inputs for an action, in the units of the inputs."""
    return np.array(
        [
            float(number >= SWITCHED_ON) if one.switch else one.scale * number
            for one, number in zip(columns, action.tolist(), strict=True)
        ]
    )


def _limited(
    model: Model, source: Input, variable: Variable, scale: Scale
) -> Iterator[ActionColumn]:
    name, units = variable.name, _units(variable)
    if source.WhichOneof("kind") in _SWITCHES:
        if name in scale:
            raise bad_field(f"scale[{name!r}]", "must not be given: the input is 0 or 1")
        yield ActionColumn(name, 0, units[0], 1.0, 0.0, 1.0, switch=True)
        return
    low, high = _limits(model, source)
    factors = _each(scale.get(name, max(-low, high)), variable.size)
    if not all(map(math.isfinite, factors)):
        raise bad_field(
            "scale",
            f"must have the value of {name!r} [{variable.unit}] at the action 1: the model gives "
            "no limits of this input",
        )
    for component, (unit, factor) in enumerate(zip(units, factors, strict=True)):
        span = (max(-1.0, low / factor), min(1.0, high / factor))
        yield ActionColumn(name, component, unit, factor, *span)


def _each(value: float | Sequence[float], size: int) -> list[float]:
    return list(value) if isinstance(value, Sequence) else [float(value)] * size


def _limits(model: Model, source: Input) -> tuple[float, float]:
    """Least and largest value of a command [units of the input]; infinite where none is given."""
    if source.WhichOneof("kind") == "load_command":
        command = source.load_command
        load = next(one for one in model.loads if one.name == command.load)
        match (load.WhichOneof("kind"), command.channel):
            case ("thruster", "thrust"):
                return load.thruster.min_thrust, load.thruster.max_thrust
            case ("thruster", "azimuth"):
                return -math.pi, math.pi
            case ("rudder", "angle"):
                largest = math.radians(load.rudder.max_angle_deg)
                return -largest, largest
            case ("propeller", "speed") if load.propeller.HasField("max_speed"):
                return -load.propeller.max_speed, load.propeller.max_speed
    return -math.inf, math.inf


def _units(variable: Variable) -> list[str]:
    """Unit of each component of a variable."""
    units = variable.unit.split(",")
    return units if len(units) == variable.size else [variable.unit] * variable.size
