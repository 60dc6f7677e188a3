"""Words of the files: fields in which a word occurs, and examples of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from raftup.schema.explain import Explanation, explain, reference_of
from raftup.schema.files import SchemaKind, load_schema

_MOST_FOUND = 20  # a longer list is no answer to a question

_EXAMPLES = {"boolean": "true", "string": "name", "integer": "1"}


def fields_with(word: str, kind: SchemaKind) -> list[dict[str, str]]:
    """Fields in whose name or meaning a word occurs, those of the name first.

    Args:
        word: any text; upper and lower case are equal.
        kind: kind of the document.
    """
    asked = word.strip().lower().replace(" ", "_")
    if not asked:
        return []
    plain = asked.replace("_", " ")
    ranked = []
    for path, meaning in _all_fields(kind):
        name = path.rpartition(".")[2].lower()
        if asked in name:
            ranked.append((0, path, meaning))
        elif plain in meaning.lower():
            ranked.append((1, path, meaning))
    ranked.sort(key=lambda one: (one[0], one[1].count("."), len(one[1])))
    return [
        {"path": path, "meaning": meaning.partition(". ")[0]}
        for _, path, meaning in ranked[:_MOST_FOUND]
    ]


def kinds_of_loads() -> list[str]:
    """Names of the kinds of loads, which are fields of an entry of `loads`."""
    return [
        name
        for name in explain("loads").fields
        if explain(f"loads.{name}").fields and name not in ("name", "description")
    ]


def example_of(told: Explanation) -> str:
    """A line of a file that gives the field a value; empty where it has fields inside."""
    name = told.path.rpartition(".")[2]
    if not name or told.fields:
        return ""
    if told.values:
        return f"{name}: {next(iter(told.values))}"
    words = told.type.split()
    if len(words) == 2 and words[0].isdigit():
        return f"{name}: [{', '.join(['0'] * int(words[0]))}]"
    if told.type == "number":
        return f"{name}: {told.default if _is_number(told.default) else '1.0'}"
    value = _EXAMPLES.get(told.type)
    return f"{name}: {value}" if value else ""


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


@cache
def _all_fields(kind: SchemaKind) -> tuple[tuple[str, str], ...]:
    return tuple(_walk(kind))


def _walk(kind: SchemaKind) -> Iterator[tuple[str, str]]:
    """Every field once, at the shortest path that leads to it, with its description."""
    schema = load_schema(kind)
    seen: set[str] = set()
    waiting: list[tuple[str, Mapping[str, Any]]] = [("", schema)]
    while waiting:
        path, holder = waiting.pop(0)
        for name, field in holder.get("properties", {}).items():
            place = f"{path}.{name}" if path else name
            yield place, str(field.get("description", ""))
            reference = reference_of(field)
            if reference and reference not in seen:
                seen.add(reference)
                waiting.append((place, schema["definitions"][reference]))
