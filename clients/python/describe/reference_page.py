"""Reference page in Markdown with all fields of a schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from raftup.schema.explain import default_text, limits_text, reference_of, type_text

_MARKS = re.compile(r"[<*_\\[\]]")
_HEADER = (
    "| field | type | unit | range | default | meaning |",
    "|---|---|---|---|---|---|",
)


def reference_page(schema: Mapping[str, Any], skip: Mapping[str, Any], about: str) -> str:
    """The page of a schema, with a section for the file itself and one for each definition.

    Args:
        schema: schema of model files, study files or specifications.
        skip: definitions by name that another page describes.
        about: text below the title.
    """
    lines = [f"# {schema['title']}", "", about, "", *_section(schema, skip)]
    for name, definition in schema["definitions"].items():
        if name not in skip:
            lines += ["", f"## {name}", "", *_section(definition, skip)]
    return "\n".join(lines) + "\n"


def _section(definition: Mapping[str, Any], skip: Mapping[str, Any]) -> Iterator[str]:
    yield _text(definition["description"])
    properties = definition.get("properties", {})
    if properties:
        yield ""
        yield from _HEADER
    for name, field in properties.items():
        required = name in definition.get("required", ())
        cells = (
            field.get("x-unit", ""),
            limits_text(field),
            "required" if required else default_text(field),
            field["description"],
        )
        shown = [f"`{name}`", _linked(field, skip), *map(_text, cells)]
        yield "| " + " | ".join(shown) + " |"
    values = [value for value in definition.get("anyOf", ()) if "const" in value]
    if values:
        yield ""
    for value in values:
        meaning = f": {_text(value['description'])}" if value["description"] else ""
        yield f"- `{value['const']}`{meaning}"


def _linked(field: Mapping[str, Any], skip: Mapping[str, Any]) -> str:
    """The type of a field, with a link to the section of its definition."""
    name = reference_of(field)
    if not name:
        return type_text(field)
    page = "model.md" if name in skip else ""
    whole_page = "definitions" in skip.get(name, {})
    place = page if whole_page else f"{page}#{name.lower()}"
    return type_text(field).replace(name, f"[{name}]({place})")


def _text(text: str) -> str:
    """A text escaped for a table in Markdown; code in backquotes is unchanged."""
    pieces = text.split("`")
    pieces[::2] = [_MARKS.sub(r"\\\g<0>", piece) for piece in pieces[::2]]
    return "`".join(pieces).replace("|", "\\|")
