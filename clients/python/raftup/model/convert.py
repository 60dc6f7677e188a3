"""Conversion of plain values (from YAML, JSON or a dict) to protobuf messages and back.

All broken rules are reported with their paths; protobuf's own JSON reader stops at the first error
and gives no path. The mapping is that of protobuf with snake_case names; an enum value may also be
given without its prefix and in lower case.
"""

from __future__ import annotations

import difflib
import math
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from raftup.base.errors import Violation

_WHOLE_NUMBERS = {
    FieldDescriptor.TYPE_INT32: (range(-(2**31), 2**31), "must fit into 32 bits"),
    FieldDescriptor.TYPE_INT64: (range(-(2**63), 2**63), "must fit into 64 bits"),
    FieldDescriptor.TYPE_UINT32: (range(2**32), "must not be negative and fit into 32 bits"),
}


_SHOWN_BITS = 200  # of a number in a message


class _RefusedError(Exception):
    """Error of a value that breaks the rule of its field."""


def fill_message(message: Message, values: Any, path: str = "") -> list[Violation]:
    """Writes plain values to a message; values that break a rule are left out and reported.

    Args:
        message: message that is filled in place.
        values: mapping from names of fields to values.
        path: path of the message in its document, for the violations.

    Returns:
        All violations, in the order of the document; empty if there are none.
    """
    if not isinstance(values, Mapping):
        return [Violation(path, f"must be a mapping of fields, is {_show(values)}")]
    violations = _oneof_violations(message, values, path)
    for name, value in values.items():
        field = message.DESCRIPTOR.fields_by_name.get(str(name))
        here = f"{path}.{name}" if path else str(name)
        if field is None:
            violations.append(Violation(here, _unknown_field(message, str(name))))
        elif value is not None:
            violations += _fill_field(message, field, value, here)
    return violations


def _unknown_field(message: Message, name: str) -> str:
    names = list(message.DESCRIPTOR.fields_by_name)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.6)
    hint = (
        f"did you mean {close[0]}?"
        if close
        else f"{message.DESCRIPTOR.name} has " + ", ".join(names)
    )
    return f"unknown field; {hint}"


def _oneof_violations(message: Message, values: Mapping[Any, Any], path: str) -> list[Violation]:
    violations = []
    for oneof in message.DESCRIPTOR.oneofs:
        given = [field.name for field in oneof.fields if values.get(field.name) is not None]
        if len(given) > 1:
            violations.append(Violation(path, f"only one may be given of {', '.join(given)}"))
    return violations


def _fill_field(message: Message, field: Any, value: Any, path: str) -> list[Violation]:
    if field.is_repeated:
        return _fill_repeated(getattr(message, field.name), field, value, path)
    if field.message_type is not None:
        child = getattr(message, field.name)
        child.SetInParent()
        return fill_message(child, value, path)
    return fill_scalar(message, field, value, path)


def fill_scalar(
    message: Message, field: Any, value: Any, path: str, index: int | None = None
) -> list[Violation]:
    """Writes a plain value to a field that is not a message.

    Args:
        message: message that is changed in place.
        field: descriptor of one of its fields.
        value: a number, a text, true or false, or the name of an enum value.
        path: path of the field in its document, for the violation.
        index: index of the existing element to be replaced, for a repeated field.

    Returns:
        A violation if the value breaks the rule of the field; nothing is written then.
    """

    def write() -> None:
        checked = _scalar(field, value)
        if index is None:
            setattr(message, field.name, checked)
        else:
            getattr(message, field.name)[index] = checked

    return _try(path, write)


def _fill_repeated(target: Any, field: Any, value: Any, path: str) -> list[Violation]:
    if isinstance(value, np.ndarray):
        value = value.ravel().tolist()
    if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
        return [Violation(path, f"must be a list, is {_show(value)}")]
    if field.type == FieldDescriptor.TYPE_DOUBLE:
        value = list(value)
        if uneven := _uneven_row(value):
            return [Violation(path, uneven)]
        if value and isinstance(value[0], list):
            value = [number for row in value for number in row]
    violations: list[Violation] = []
    for index, item in enumerate(value):
        here = f"{path}[{index}]"
        if field.message_type is not None:
            violations += fill_message(target.add(), item, here)
        else:
            violations += _try(here, lambda item=item: target.append(_scalar(field, item)))  # type: ignore[misc]
    return violations


def _uneven_row(values: list[Any]) -> str:
    """The rule that a list of rows breaks; empty for a whole matrix and for plain numbers."""
    rows = [row for row in values if isinstance(row, list)]
    if not rows:
        return ""
    if len(rows) < len(values):
        return "must be numbers, or rows of numbers, is a mixture"
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            return (
                f"must have rows of one length: row {index} has {len(row)} numbers, the first "
                f"has {len(rows[0])}"
            )
    return ""


def _try(path: str, write: Callable[[], None]) -> list[Violation]:
    try:
        write()
    except _RefusedError as refused:
        return [Violation(path, str(refused))]
    return []


def _scalar(field: Any, value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if field.enum_type is not None:
        return _enum_number(field.enum_type, value)
    if field.type == FieldDescriptor.TYPE_DOUBLE:
        return _number(value)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return _typed(value, bool, "true or false")
    if field.type == FieldDescriptor.TYPE_STRING:
        return _typed(value, str, "a text")
    return _integer(value, *_WHOLE_NUMBERS[field.type])


def _typed(value: Any, kind: type, name: str) -> Any:
    if not isinstance(value, kind):
        raise _RefusedError(f"must be {name}, is {_show(value)}")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _RefusedError(f"must be a number, is {_show(value)}{_number_hint(value)}")
    try:
        number = float(value)
    except OverflowError:
        raise _RefusedError(f"must be below {sys.float_info.max:.3g}, is {_show(value)}") from None
    if not math.isfinite(number):
        raise _RefusedError(f"must be finite, is {value}")
    return number


def _number_hint(value: Any) -> str:
    """A hint how to write a text that is meant as a number; empty if it is not meant as one."""
    try:
        number = float(value.replace("_", "")) if isinstance(value, str) else math.nan
    except ValueError:
        return ""
    if not math.isfinite(number):
        return ""
    return (
        f", a text: leave the quotes away, or write {number!r}; a reader of YAML 1.1 takes 1e8 and "
        "3.01e8 for texts, and 1.0e+8 for a number"
    )


def _integer(value: Any, allowed: range, rule: str) -> int:
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,20}", value):
        value = int(value)  # protobuf's JSON writes 64-bit integers as text
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _RefusedError(f"must be a whole number, is {_show(value)}{_number_hint(value)}")
    if value not in allowed:
        raise _RefusedError(f"{rule}, is {_show(value)}")
    return value


def enum_short_name(enum: Any, number: int) -> str:
    """Name of an enum value in model files: `hinge` for JOINT_TYPE_HINGE."""
    return str(enum.values_by_number[number].name).removeprefix(_prefix(enum)).lower()


def _prefix(enum: Any) -> str:
    """Common prefix of the names of all values of an enum: `JOINT_TYPE_` for JointType."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", enum.name).upper() + "_"


def _enum_number(enum: Any, value: Any) -> int:
    prefix = _prefix(enum)
    if isinstance(value, str):
        for name in (value, prefix + value.upper()):
            if name in enum.values_by_name:
                return int(enum.values_by_name[name].number)
    choices = [v.name.removeprefix(prefix).lower() for v in enum.values if v.number != 0]
    raise _RefusedError(f"must be one of {', '.join(choices)}, is {_show(value)}")


def _show(value: Any) -> str:
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return f"a whole number of {value.bit_length()} bits"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def plain_values(message: Message) -> dict[str, Any]:
    """Converts the fields of a message that are set to plain values, enums in their short form.

    It is the inverse of fill_message(): a new message filled with the result equals the message.
    """
    return {field.name: _plain_field(field, value) for field, value in message.ListFields()}


def _plain_field(field: Any, value: Any) -> Any:
    if field.is_repeated:
        return [_plain(field, item) for item in value]
    return _plain(field, value)


def _plain(field: Any, value: Any) -> Any:
    if field.message_type is not None:
        return plain_values(value)
    if field.enum_type is not None:
        return enum_short_name(field.enum_type, value)
    return value
