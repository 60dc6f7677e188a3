"""Messages of xdyn's co-simulation service, which has no protobuf package.

Source: cosimulation.proto of xdyn, with the numbers and names of its fields. Its older call `step`
has the request of `step_quaternion` and returns a single state.
"""

from __future__ import annotations

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from raftup.xdyn.frames import ANGLES, STATES

_FILE = "xdyn/cosimulation.proto"
_Field = descriptor_pb2.FieldDescriptorProto
_DOUBLE, _FLOAT, _STRING = _Field.TYPE_DOUBLE, _Field.TYPE_FLOAT, _Field.TYPE_STRING


def _numbers(
    file: descriptor_pb2.FileDescriptorProto, name: str, names: tuple[str, ...], *, lists: bool
) -> None:
    """Adds a message with fields of doubles, or of lists of doubles, numbered from 1."""
    message = file.message_type.add(name=name)
    label = _Field.LABEL_REPEATED if lists else _Field.LABEL_OPTIONAL
    for number, field in enumerate(names, 1):
        message.field.add(name=field, number=number, type=_DOUBLE, label=label)


def _add_map(message: descriptor_pb2.DescriptorProto, name: str, number: int, value: str) -> None:
    """Adds a map from strings to floats, or to messages of a given name."""
    entry_name = "".join(word.capitalize() for word in name.split("_")) + "Entry"
    entry = message.nested_type.add(name=entry_name)
    entry.options.map_entry = True
    entry.field.add(name="key", number=1, type=_STRING, label=_Field.LABEL_OPTIONAL)
    kind: dict[str, Any] = {"type": _FLOAT}
    if value:
        kind = {"type": _Field.TYPE_MESSAGE, "type_name": f".{value}"}
    entry.field.add(name="value", number=2, label=_Field.LABEL_OPTIONAL, **kind)
    _add_message(message, name, number, f"{message.name}.{entry_name}", _Field.LABEL_REPEATED)


def _add_message(
    message: descriptor_pb2.DescriptorProto,
    name: str,
    number: int,
    kind: str,
    label: Any = _Field.LABEL_OPTIONAL,
) -> None:
    message.field.add(
        name=name, number=number, type=_Field.TYPE_MESSAGE, type_name=f".{kind}", label=label
    )


def _file() -> descriptor_pb2.FileDescriptorProto:
    file = descriptor_pb2.FileDescriptorProto(name=_FILE, syntax="proto3")
    for kind, names in (("Quaternion", STATES), ("Euler", (*STATES[:10], *ANGLES))):
        _numbers(file, f"CosimulationStates{kind}", names, lists=True)
        request = file.message_type.add(name=f"CosimulationRequest{kind}")
        request.field.add(name="Dt", number=1, type=_FLOAT, label=_Field.LABEL_OPTIONAL)
        _add_message(request, "states", 2, f"CosimulationStates{kind}")
        _add_map(request, "commands", 3, "")
    _numbers(file, "CosimulationState", (*STATES, *ANGLES), lists=False)
    _numbers(file, "CosimulationStates", (*STATES, *ANGLES), lists=True)
    _numbers(file, "VectorOfDoubles", ("value",), lists=True)
    response = file.message_type.add(name="CosimulationResponse")
    _add_message(response, "all_states", 1, "CosimulationStates")
    _add_message(response, "last_state", 2, "CosimulationState")
    _add_map(response, "extra_observations", 3, "VectorOfDoubles")
    return file


_pool = descriptor_pool.DescriptorPool()
_pool.Add(_file())


def _message(name: str) -> Any:
    return message_factory.GetMessageClass(_pool.FindMessageTypeByName(name))


CosimulationRequestQuaternion = _message("CosimulationRequestQuaternion")
CosimulationRequestEuler = _message("CosimulationRequestEuler")
CosimulationResponse = _message("CosimulationResponse")
CosimulationState = _message("CosimulationState")
