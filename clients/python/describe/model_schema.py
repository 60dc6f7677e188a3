"""JSON Schema of model files: the message Model in the form that the package reads."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from describe.facts import Facts, facts_of, plain_default
from raftup._generated.model_pb2 import Model
from raftup.model.convert import enum_short_name

DIALECT = "http://json-schema.org/draft-07/schema#"
"""Dialect of JSON Schema, draft 7, which most editors support."""

_FURTHER = re.compile(r"[;:,=(]")  # separates the value of a default from remarks on it
_EXACTLY_ONE = re.compile(r"[Ee]xactly one")
_MATRIX = re.compile(r"row by row|a row of |\[36\]|^\[\w+ \w+( \w+)*\]")  # may be written in rows
_SCALARS: Mapping[int, Mapping[str, Any]] = {
    FieldDescriptor.TYPE_DOUBLE: {"type": "number"},
    FieldDescriptor.TYPE_INT32: {"type": "integer"},
    FieldDescriptor.TYPE_UINT32: {"type": "integer", "minimum": 0},
    # the JSON of protobuf writes 64-bit integers as text
    FieldDescriptor.TYPE_INT64: {"type": ["integer", "string"], "pattern": "^-?[0-9]+$"},
    FieldDescriptor.TYPE_BOOL: {"type": "boolean"},
    FieldDescriptor.TYPE_STRING: {"type": "string"},
}


def model_schema(comments: Mapping[str, str]) -> dict[str, Any]:
    """The schema of model files, with a definition for every message and enum, by its name.

    Args:
        comments: comments of the protos by the full name, from read_comments().
    """
    definitions: dict[str, Any] = {}
    _define(Model.DESCRIPTOR, comments, definitions)
    return {
        "$schema": DIALECT,
        "title": "Model of Raftup",
        **definitions.pop("Model"),
        "definitions": dict(sorted(definitions.items())),
    }


def _define(message: Any, comments: Mapping[str, str], definitions: dict[str, Any]) -> None:
    """Adds the definitions of a message and of all messages and enums inside it."""
    if message.name in definitions:
        return
    facts = {one.name: facts_of(comments.get(one.full_name, "")) for one in message.fields}
    definition: dict[str, Any] = {
        "type": "object",
        "description": comments.get(message.full_name, ""),
        "additionalProperties": False,
        "properties": {},
    }
    definitions[message.name] = definition
    for field in message.fields:
        text = comments.get(field.full_name, "")
        definition["properties"][field.name] = _property(field, text, facts[field.name])
        if field.message_type is not None:
            _define(field.message_type, comments, definitions)
        elif field.enum_type is not None:
            definitions[field.enum_type.name] = _enum(field.enum_type, comments)
    required = [name for name, one in facts.items() if one.required]
    if required:
        definition["required"] = required
    choices = [_choice(oneof, message, comments) for oneof in _real_oneofs(message)]
    if choices:
        definition["allOf"] = choices


def _property(field: Any, text: str, facts: Facts) -> dict[str, Any]:
    """The schema of the value of a field.

    Args:
        field: descriptor of the field.
        text: comment of the field.
        facts: facts in the comment.
    """
    value: dict[str, Any]
    if field.message_type is not None:
        value = {"$ref": f"#/definitions/{field.message_type.name}"}
    elif field.enum_type is not None:
        value = {"$ref": f"#/definitions/{field.enum_type.name}"}
    else:
        value = {**_SCALARS[field.type], **facts.limits}
    if field.is_repeated:
        sizes = facts.sizes
        if field.type == FieldDescriptor.TYPE_DOUBLE and _MATRIX.search(text):
            value = {**value, "type": ["number", "array"], "items": value}
            sizes = () if sizes == (36,) else sizes
        value = {"type": "array", "items": value, **_length(sizes)}
    elif "$ref" in value:
        value = {"allOf": [value]}  # other keywords beside $ref are ignored
    if facts.unit:
        value["x-unit"] = facts.unit
    default = _default(field, facts)
    if default is not None:
        value["default"] = default
    if facts.default and _value(field, facts.default, facts) is None:
        value["x-default"] = facts.default
    return {"description": text, **value}


def _length(sizes: tuple[int, ...]) -> dict[str, Any]:
    lengths = [{"minItems": size, "maxItems": size} for size in sizes]
    return {"anyOf": lengths} if len(lengths) > 1 else dict(*lengths)


def _default(field: Any, facts: Facts) -> Any:
    """Default of a field as a value of a model file; None if it has no such value."""
    if facts.default:
        first_words = _FURTHER.split(facts.default)[0].strip()
        whole = _value(field, facts.default, facts)
        return _value(field, first_words, facts) if whole is None else whole
    if field.is_repeated or field.has_presence or facts.required:
        return None
    if field.type == FieldDescriptor.TYPE_BOOL:
        return False
    if field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_ENUM):
        return None
    return (
        0
        if "exclusiveMinimum" not in facts.limits and facts.limits.get("minimum", 0) <= 0
        else None
    )


def _value(field: Any, text: str, facts: Facts) -> Any:
    """Converts a text in a comment to a value of the field; None if it is not a value."""
    if field.enum_type is None:
        if field.is_repeated and not facts.sizes:
            return None
        return plain_default(text, facts.sizes if field.is_repeated else ())
    short = {
        value.name: enum_short_name(field.enum_type, value.number)
        for value in field.enum_type.values
    }
    return short.get(text, text if text in short.values() else None)


def _enum(enum: Any, comments: Mapping[str, str]) -> dict[str, Any]:
    """The schema of an enum: short names, which editors offer, or full names."""
    values = [value for value in enum.values if value.number != 0]
    short = [
        {
            "const": enum_short_name(enum, value.number),
            "description": comments.get(f"{enum.full_name}.{value.name}", ""),
        }
        for value in values
    ]
    full = "|".join(value.name for value in values)
    return {
        "description": comments.get(enum.full_name, ""),
        "anyOf": [*short, {"type": "string", "pattern": f"^({full})$"}],
    }


def _real_oneofs(message: Any) -> list[Any]:
    """The oneofs that are written in the file, without those that optional fields imply."""
    return [one for one in message.oneofs if not one.name.startswith("_")]


def _choice(oneof: Any, message: Any, comments: Mapping[str, str]) -> dict[str, Any]:
    names = [field.name for field in oneof.fields]
    said = comments.get(oneof.full_name, "") + comments.get(message.full_name, "")
    alternatives: list[dict[str, Any]] = [{"required": [name]} for name in names]
    if not _EXACTLY_ONE.search(said):
        alternatives.append({"not": {"anyOf": list(alternatives)}})
    return {"oneOf": alternatives}
