"""Changes one field of a message to what no honest caller sends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

_DOUBLES = [
    *(0.0, -0.0, 1.0, -1.0, 5e-324, 1e-310, 2.3e-308, 1e-60, 1e-30, 1e-9, 1e-3, 0.5, 2.0, 1e3, 1e9),
    *(1e30, 1e59, 1e61, 1e154, 1.7e308, -1e-300, -1e9, -1e300),
    *(float("nan"), float("inf"), float("-inf")),
]
_FACTORS = [1e-12, 1e-6, 1e-3, 0.1, -1.0, 10.0, 1e3, 1e6, 1e12]
_INTEGERS = [0, 1, -1, 2, 7, 100, 10_000, 1_000_000, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63)]
_TEXTS = [
    "",
    "x" * 100_000,
    "\0",
    "a/b",
    "../..",
    "%s%n",
    "é\u202e\U0001f6a2",
    " ",
    "*",
    "bodies[0]",
]
_REAL = (FieldDescriptor.CPPTYPE_DOUBLE, FieldDescriptor.CPPTYPE_FLOAT)
_LIMITS = {
    FieldDescriptor.CPPTYPE_INT32: (-(2**31), 2**31 - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(2**63), 2**63 - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, 2**32 - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, 2**64 - 1),
    FieldDescriptor.CPPTYPE_ENUM: (-(2**31), 2**31 - 1),
}
_LONGEST = 20_000  # entries that a list grows to


@dataclass(frozen=True)
class Place:
    """A field of a message or of a part of it."""

    owner: Message
    field: Any
    path: str


def places(message: Message, path: str = "") -> Iterator[Place]:
    """Every field of a message and of the parts that it has, set or not."""
    for field in message.DESCRIPTOR.fields:
        here = f"{path}{field.name}"
        if field.containing_oneof is None or message.WhichOneof(field.containing_oneof.name) in (
            field.name,
            None,
        ):
            yield Place(message, field, here)
        if field.cpp_type != FieldDescriptor.CPPTYPE_MESSAGE:
            continue
        if field.is_repeated:
            for i, part in enumerate(getattr(message, field.name)):
                yield from places(part, f"{here}[{i}].")
        elif message.HasField(field.name):
            yield from places(getattr(message, field.name), f"{here}.")


def mutate(messages: list[Message], rng: random.Random) -> list[str]:
    """Changes one to three fields of messages.

    Numbers are changed most often: parts, flags and texts less.

    Returns:
        what was changed, for people.
    """
    changed = []
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        all_places = [place for message in messages for place in places(message)]
        if not all_places:
            break
        weights = [_weight(place.field) for place in all_places]
        place = rng.choices(all_places, weights)[0]
        changed.append(f"{place.path} = {_change(place, rng)}")
    return changed


def _weight(field: FieldDescriptor) -> float:
    if field.cpp_type in _REAL:
        return 10.0
    if field.cpp_type in _LIMITS:
        return 6.0
    return 1.0


def _change(place: Place, rng: random.Random) -> str:
    if place.field.is_repeated:
        return _change_list(place, rng)
    name = place.field.name
    if place.field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        part = getattr(place.owner, name)
        if place.owner.HasField(name):
            place.owner.ClearField(name)
            return "left out"
        part.SetInParent()
        return "an empty part"
    value = _value(place.field, getattr(place.owner, name), rng)
    setattr(place.owner, name, value)
    return repr(value)[:80]


def _change_list(place: Place, rng: random.Random) -> str:
    values = getattr(place.owner, place.field.name)
    if place.field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        if len(values) > 0 and rng.random() < 0.5:
            count = rng.choice([1, 1, 2, 50])
            for _ in range(count):
                values.add().CopyFrom(values[0])
            return f"{count} more of the first"
        if len(values) > 0:
            del values[rng.randrange(len(values))]
            return "one less"
        values.add()
        return "an empty entry"
    choice = rng.random()
    if len(values) > 0 and choice < 0.6:
        at = rng.randrange(len(values))
        values[at] = _value(place.field, values[at], rng)
        return f"[{at}] {values[at]!r}"[:80]
    if len(values) > 0 and choice < 0.7:
        del values[rng.randrange(len(values)) :]
        return f"cut to {len(values)}"
    count = _LONGEST if choice > 0.97 else 1
    value = _value(place.field, values[0] if len(values) > 0 else place.field.default_value, rng)
    values.extend([value] * count if not isinstance(value, str) else [value[:20]] * count)
    return f"{count} more of {value!r}"[:80]


def _value(field: FieldDescriptor, old: object, rng: random.Random) -> object:
    if field.cpp_type in _REAL:
        if isinstance(old, float) and old != 0.0 and rng.random() < 0.4:
            return min(max(old * rng.choice(_FACTORS), -1e300), 1e300)
        value = rng.choice(_DOUBLES)
        return value if field.cpp_type == FieldDescriptor.CPPTYPE_DOUBLE else min(value, 3e38)
    if field.cpp_type in _LIMITS:
        least, most = _LIMITS[field.cpp_type]
        return min(max(rng.choice(_INTEGERS), least), most)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return not old
    text = rng.choice(_TEXTS)
    return text.encode() if field.type == FieldDescriptor.TYPE_BYTES else text
