"""Explanations of the fields of model and study files."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from raftup.base.errors import RaftupError, bad_field
from raftup.schema.files import SchemaKind, load_schema

_INDEX = re.compile(r"\[[0-9]*\]")
_SENTENCE_END = re.compile(r"\.(?:\s|$)")


@dataclass(frozen=True)
class Explanation:
    """A field, as described in the reference.

    Attributes:
        path: path of the field, without indices.
        meaning: whole description of the field.
        type: type of the value, in words.
        unit: unit of the value; empty = none.
        range: permitted numbers; empty = any.
        default: default value; empty = none.
        required: whether the field must be given.
        values: meanings of the choices by name; empty if the field is not a choice.
        fields: first sentence about each field inside, by name.
        page: its place in the manual, relative to the first page.
    """

    path: str
    meaning: str
    type: str
    unit: str
    range: str
    default: str
    required: bool
    values: Mapping[str, str]
    fields: Mapping[str, str]
    page: str


_ROOTS = {
    SchemaKind.MODEL: "Model",
    SchemaKind.STUDY: "Study",
    SchemaKind.HYDRO: "Hydro",
    SchemaKind.VALIDATION: "Case",
}
"""Names by which the manual calls the documents themselves."""


def explain(path: str, kind: SchemaKind = SchemaKind.MODEL) -> Explanation:
    """Explains a field by its schema.

    Args:
        path: names of fields, such as `bodies.mass`, optionally with indices, `bodies[0].mass`;
            empty for the document itself.
        kind: kind of the document.

    Raises:
        RaftupError: BAD_FIELD if there is no such field, with the fields that exist in its place.
    """
    schema = load_schema(kind)
    field: Mapping[str, Any] = schema
    required, passed, page = False, "", _ROOTS[kind]
    for name in _names(path):
        holder = _target(field, schema)
        properties = holder.get("properties", {})
        message = reference_of(field) or page.partition("#")[0]
        if name not in properties and isinstance(holder.get("additionalProperties"), dict):
            field, required = holder["additionalProperties"], False
        elif name in properties:
            field, required = properties[name], name in holder.get("required", ())
        else:
            raise bad_field(path, _no_such_field(name, passed, properties))
        passed = f"{passed}.{name}" if passed else name
        page = f"{message}#{message}.{name}"
    target = _target(field, schema)
    return Explanation(
        path=passed,
        meaning=" ".join(dict.fromkeys(filter(None, map(_description, (field, target))))),
        type=type_text(field),
        unit=field.get("x-unit", ""),
        range=limits_text(field),
        default=default_text(field),
        required=required,
        values={
            one["const"]: one["description"] for one in target.get("anyOf", ()) if "const" in one
        },
        fields={
            name: _first_sentence(one["description"])
            for name, one in target.get("properties", {}).items()
        },
        page=_page(kind, page),
    )


def _page(kind: SchemaKind, page: str) -> str:
    """Place in the manual of a message or field, which is given as `Body#Body.mass`."""
    name, mark, anchor = page.partition("#")
    of_models = {"Model", *load_schema(SchemaKind.MODEL)["definitions"]}
    folder = SchemaKind.MODEL.value if name in of_models else kind.value
    return f"reference/{folder}/{name}.html{mark}{anchor}"


def field_paths(prefix: str, kind: SchemaKind = SchemaKind.MODEL) -> list[str]:
    """Paths that complete `prefix` by the name of one further field."""
    start, dot, begun = prefix.rpartition(".")
    try:
        names = explain(start, kind).fields
    except RaftupError:
        return []
    return [f"{start}{dot}{name}" for name in names if name.startswith(begun)]


def _names(path: str) -> Iterator[str]:
    return filter(None, _INDEX.sub("", path).split("."))


def _no_such_field(name: str, passed: str, fields: Mapping[str, Any]) -> str:
    holder = passed or "the document"
    if not fields:
        return f"is no field; {holder} has none"
    close = difflib.get_close_matches(name, fields, n=1, cutoff=0.6)
    known = f"did you mean {close[0]}?" if close else f"{holder} has {', '.join(fields)}"
    return f"is no field; {known}"


def _target(field: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The definition to which a field, or each element of a list, refers; else the field itself."""
    name = reference_of(field)
    return schema["definitions"][name] if name else _inner(field)


def _inner(field: Mapping[str, Any]) -> Mapping[str, Any]:
    """The elements of a list; otherwise the field itself."""
    items: Mapping[str, Any] = field.get("items", field)
    return items


def reference_of(field: Mapping[str, Any]) -> str:
    """Name of the definition to which a field or its elements refer; may be empty."""
    inner = _inner(field)
    for one in (inner, *inner.get("allOf", ()), *inner.get("anyOf", ())):
        if "$ref" in one:
            return str(one["$ref"]).rpartition("/")[2]
    return ""


def _description(field: Mapping[str, Any]) -> str:
    return str(field.get("description", ""))


def _first_sentence(text: str) -> str:
    """The first sentence of a description, without its period."""
    return _SENTENCE_END.split(text)[0]


def type_text(field: Mapping[str, Any]) -> str:
    """Type of a field in words: `number`, `3 numbers`, `list of Body`."""
    inner = _inner(field)
    kind = inner.get("type", "object" if "properties" in inner else "")
    name = reference_of(field) or (kind[0] if isinstance(kind, list) else kind) or _choice(inner)
    if "items" not in field:
        return name
    lengths = [
        (one.get("minItems"), one.get("maxItems")) for one in (field, *field.get("anyOf", ()))
    ]
    sizes = [least for least, most in lengths if least is not None and least == most]
    plain = not reference_of(field)
    return f"{' or '.join(map(str, sizes))} {name}s" if sizes and plain else f"list of {name}"


def _choice(field: Mapping[str, Any]) -> str:
    """Type of a value that may have one of several types, in words."""
    kinds = [type_text(one) for one in field.get("anyOf", ())]
    return " or ".join(kinds) or "choice"


def limits_text(field: Mapping[str, Any]) -> str:
    """Permitted numbers of a field: `> 0`, `0 to 1`; empty = any."""
    inner = _inner(field)
    low, high = inner.get("minimum"), inner.get("maximum")
    if low is not None and high is not None:
        return f"{low:g} to {high:g}"
    signs = {"minimum": ">=", "exclusiveMinimum": ">", "maximum": "<=", "exclusiveMaximum": "<"}
    return ", ".join(f"{sign} {inner[key]:g}" for key, sign in signs.items() if key in inner)


def default_text(field: Mapping[str, Any]) -> str:
    """Default of a field: `0`, `that of the database`; empty = none."""
    if "x-default" in field:
        return str(field["x-default"])
    if "default" not in field:
        return ""
    value = field["default"]
    if isinstance(value, list) and len(value) > 1 and len(set(map(str, value))) == 1:
        return f"{value[0]} each"
    return value if isinstance(value, str) else json.dumps(value)
