"""The smallest examples of messages and fields among the model files of the repository."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from raftup.schema import SchemaKind, load_schema
from raftup.schema.explain import reference_of

_LONGEST = 30  # lines of an example: a longer one hides the fields below it
_FOLDERS = ("models", "arrays", "families", "validation")


@dataclass(frozen=True)
class Example:
    """A message as a model file has it.

    Attributes:
        path: model file, from the root of the repository.
        text: the message as YAML.
    """

    path: str
    text: str


class Examples:
    """What the model files of the repository contain, by messages and fields."""

    def __init__(self, root: Path) -> None:
        self._schema = load_schema(SchemaKind.MODEL)
        self._messages: dict[str, Example] = {}
        self._fields: dict[tuple[str, str], tuple[int, str]] = {}
        for path in self.model_files(root):
            text = path.read_text(encoding="utf-8")
            document = yaml.safe_load(text)
            name = path.relative_to(root).as_posix()
            for message, value in self._walk("Model", document):
                self._keep(message, value, name, len(text))

    @staticmethod
    def model_files(root: Path) -> Iterator[Path]:
        """The model files of the examples, in the order of their names."""
        for folder in _FOLDERS:
            for path in sorted((root / "clients" / "examples" / folder).glob("*.yaml")):
                document = yaml.safe_load(path.read_text(encoding="utf-8"))
                if {"bodies", "integration"} <= set(document):
                    yield path

    def smallest(self, message: str) -> Example | None:
        """The shortest one of a message; None if no model has it, or only long ones."""
        found = self._messages.get(message)
        return found if found and len(found.text.splitlines()) <= _LONGEST else None

    def path_with(self, message: str, field: str) -> str:
        """The smallest model file in which a message has a field; empty = none."""
        return self._fields.get((message, field), (0, ""))[1]

    def fields_without(self) -> list[str]:
        """Fields of model files that no example has."""
        everything = {"Model": self._schema, **self._schema["definitions"]}
        return [
            f"{message}.{field}"
            for message, definition in everything.items()
            for field in definition.get("properties", {})
            if (message, field) not in self._fields
        ]

    def _keep(self, message: str, value: Mapping[str, Any], path: str, size: int) -> None:
        text = yaml.safe_dump(value, sort_keys=False, default_flow_style=None, width=88)
        known = self._messages.get(message)
        if known is None or len(text) < len(known.text):
            self._messages[message] = Example(path, text)
        for field in value:
            kept = self._fields.get((message, field))
            if kept is None or size < kept[0]:
                self._fields[message, field] = (size, path)

    def _walk(self, message: str, value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Every message of a document with its name, the document itself first."""
        definition = self._schema if message == "Model" else self._schema["definitions"][message]
        if not isinstance(value, Mapping):
            return
        if message != "Model":
            yield message, value
        else:
            yield message, dict.fromkeys(value, "")
        for name, inner in value.items():
            field = definition.get("properties", {}).get(name, {})
            target = reference_of(field)
            if target:
                for one in inner if isinstance(inner, list) else [inner]:
                    yield from self._walk(target, one)
