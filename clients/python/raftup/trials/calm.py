"""Preparation of a model for a trial: calm water, and inputs for orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from raftup._generated.input_pb2 import Input
from raftup._generated.model_pb2 import Model
from raftup.trials.ship import Ship, names_in_use

_WEATHER = ("sea", "current", "wind")
_MIDSHIP_OUTPUTS = ("position", "orientation", "linear_velocity", "angular_velocity")
_PROPELLER_OUTPUTS = ("speed", "thrust", "torque", "beyond_data")


def calm(model: Model, *, weather: bool = False) -> tuple[Model, list[str]]:
    """A copy of the model without waves, current and wind, and notes on what was removed.

    Args:
        model: model as given.
        weather: whether waves, current and wind are kept.
    """
    copy = Model()
    copy.CopyFrom(model)
    copy.integration.ClearField("start")  # the trial says where bodies are and how they go
    copy.integration.ClearField("stages")
    if weather:
        return copy, []
    there = [field.name for field, _ in copy.environment.ListFields() if field.name in _WEATHER]
    copy.environment.ClearField("sea")
    copy.environment.ClearField("current")
    copy.environment.ClearField("wind")
    dropped = [source.name for source in copy.inputs if _brings_waves(source)]
    keep_inputs(copy, lambda source: not _brings_waves(source))
    return copy, [*there, *(f"input {name}" for name in dropped)]


def _brings_waves(source: Input) -> bool:
    return source.WhichOneof("kind") in ("wave_elevation", "wave_components", "wave_spectrum")


def keep_inputs(model: Model, wanted: Callable[[Input], bool]) -> None:
    """Keeps only the inputs of a model for which a function returns true."""
    kept = [source for source in model.inputs if wanted(source)]
    copies = [Input.FromString(source.SerializeToString()) for source in kept]
    del model.inputs[:]
    model.inputs.extend(copies)


def manned(
    model: Model, ship: Ship, *, rudders: bool = False, propellers: bool = False
) -> tuple[dict[str, str], dict[str, str]]:
    """Adds inputs for rudders and propellers to a model, and removes all that else sets these.

    Args:
        model: model that is changed.
        ship: ship in the model.
        rudders: whether rudders get inputs.
        propellers: whether propellers get inputs.

    Returns:
        Names of the inputs by rudder, and by propeller.
    """
    commanded = set(ship.rudders if rudders else ()) | set(ship.propellers if propellers else ())
    kept = [load for load in model.loads if load.name not in ship.controllers]
    copies = [type(load).FromString(load.SerializeToString()) for load in kept]
    del model.loads[:]
    model.loads.extend(copies)
    gone = set(ship.controllers) | commanded
    keep_inputs(
        model,
        lambda source: not (source.HasField("load_command") and source.load_command.load in gone),
    )
    taken = names_in_use(model)
    return (
        _inputs(model, ship.rudders if rudders else (), "angle", taken),
        _inputs(model, ship.propellers if propellers else (), "speed", taken),
    )


def watched(model: Model, ship: Ship) -> str:
    """Adds an observer at midship and the outputs that a trial needs; returns the observer's name.

    Args:
        model: model that is changed.
        ship: ship in the model.
    """
    name = _unused("midship", names_in_use(model))
    model.observers.add(name=name, body=ship.body, position=ship.midship)
    del model.outputs[:]
    model.outputs.extend(outputs_of(ship, name))
    return name


def _unused(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "_"
    return name


def _inputs(model: Model, loads: Iterable[str], channel: str, taken: set[str]) -> dict[str, str]:
    found = {}
    for load in loads:
        name = _unused(f"{load}_order", taken)
        taken.add(name)
        source = model.inputs.add(name=name)
        source.load_command.load = load
        source.load_command.channel = channel
        found[load] = name
    return found


def outputs_of(ship: Ship, observer: str) -> list[str]:
    """Names of the outputs that a trial needs.

    Args:
        ship: ship in the model.
        observer: name of the observer at midship.
    """
    names = [f"{observer}.{quantity}" for quantity in _MIDSHIP_OUTPUTS]
    names += [f"{rudder}.angle" for rudder in ship.rudders]
    names += [f"{one}.{quantity}" for one in ship.propellers for quantity in _PROPELLER_OUTPUTS]
    return names
