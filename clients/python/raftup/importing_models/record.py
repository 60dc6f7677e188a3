"""Fields of a source, each of which is read or is told to be left out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from raftup.base.yaml12 import line_numbers, parse_yaml
from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.source import SourceFile

_PATIENCE = 20.0
"""Longest time for which a YAML document is read [s]."""

_LONGEST_SHOWN = 60
"""Largest number of characters of a value that a finding shows."""


@dataclass
class Field:
    """A field of a source.

    Attributes:
        name: name by which findings call it, such as `body(1).mass`.
        value: number, text, truth value, list of these, Record or list of Record; None = empty.
        place: where it stands.
        is_used: whether something has read it.
    """

    name: str
    value: Any
    place: Place
    is_used: bool = False

    def __str__(self) -> str:
        return f"{self.name} = {shown(self.value)}"

    def number(self) -> float:
        """The value as a finite number.

        Raises:
            UnreadableError: if it is none.
        """
        value = self.value
        if isinstance(value, str):
            value = _parsed(value)
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise UnreadableError(
                self.place, f"{self.name} must be a number, is {shown(self.value)}"
            )
        if abs(value) > _LARGEST_NUMBER or not math.isfinite(value):
            raise UnreadableError(self.place, f"{self.name} must be finite, is {shown(self.value)}")
        return float(value)

    def whole(self) -> int:
        """The value as a whole number.

        Raises:
            UnreadableError: if it is none.
        """
        value = self.number()
        if value != round(value) or abs(value) > _LARGEST_WHOLE:
            raise UnreadableError(
                self.place, f"{self.name} must be a whole number, is {shown(self.value)}"
            )
        return round(value)

    def numbers(self, count: int | None = None) -> list[float]:
        """The value as a list of finite numbers, `count` of them if it is given.

        Raises:
            UnreadableError: if it is none.
        """
        values = self.value if isinstance(self.value, list) else [self.value]
        read = [Field(self.name, value, self.place).number() for value in values]
        if count is not None and len(read) != count:
            raise UnreadableError(
                self.place, f"{self.name} must have {count} numbers, is {shown(self.value)}"
            )
        return read

    def flag(self) -> bool:
        """The value as a truth value: true, yes, on or 1, and their opposites.

        Raises:
            UnreadableError: if it is none.
        """
        word = str(self.value).strip().lower()
        if word in ("true", "t", "yes", "on", "1", "1.0"):
            return True
        if word in ("false", "f", "no", "off", "0", "0.0"):
            return False
        raise UnreadableError(
            self.place, f"{self.name} must be true or false, is {shown(self.value)}"
        )

    def text(self) -> str:
        """The value as text.

        Raises:
            UnreadableError: if it is empty, or holds several values.
        """
        if self.value is None or isinstance(self.value, list | Record):
            raise UnreadableError(self.place, f"{self.name} must be text, is {shown(self.value)}")
        return str(self.value).strip()


_LARGEST_NUMBER = 1e100
"""Largest magnitude of a number that is taken; squares and products of it stay finite."""

_LARGEST_WHOLE = 2**53
"""Largest whole number, up to which floating-point numbers hold all of them."""


def _parsed(text: str) -> float | None:
    """A number as Fortran, MATLAB and C write it, or None."""
    word = text.strip().lower().replace("d", "e")
    try:
        return float(word) if "_" not in word and len(word) < 40 else None
    except ValueError:
        return None


def shown(value: Any) -> str:
    """A value as findings show it, cut to the length of a line."""
    if isinstance(value, Record):
        text = "{...}"
    elif isinstance(value, list):
        text = "[" + ", ".join(shown(one) for one in value[:20]) + "]"
    elif isinstance(value, float) and abs(value) < 1e15 and value == round(value):
        text = f"{value:.0f}"
    else:
        text = str(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 3]}..."


class Record:
    """Named fields of a source. What nothing reads is found by unused().

    Attributes:
        name: name of the record in findings.
        place: where it begins.
        fields: the fields by their keys.
    """

    def __init__(self, name: str, place: Place, fields: Mapping[str, Field] | None = None) -> None:
        self.name = name
        self.place = place
        self.fields = dict(fields or {})

    def __contains__(self, key: str) -> bool:
        field = self.fields.get(key)
        return field is not None and field.value is not None

    def take(self, key: str) -> Field | None:
        """The field of this key, which counts as read; None if it is absent or empty."""
        field = self.fields.get(key)
        if field is None:
            return None
        field.is_used = True
        return None if field.value is None else field

    def need(self, key: str) -> Field:
        """The field of this key, which counts as read.

        Raises:
            UnreadableError: if it is absent or empty.
        """
        field = self.take(key)
        if field is None:
            name = f"{self.name} " if self.name else ""
            raise UnreadableError(self.place, f"{name}must have {key}")
        return field

    def number(self, key: str, default: float) -> float:
        """The number of a field, or the default where it is absent."""
        field = self.take(key)
        return default if field is None else field.number()

    def record(self, key: str) -> Record:
        """The record of this key; an empty one if it is absent.

        Raises:
            UnreadableError: if the field is something else.
        """
        field = self.take(key)
        if field is None:
            return Record(f"{self.name}.{key}" if self.name else key, self.place)
        if not isinstance(field.value, Record):
            raise UnreadableError(
                field.place, f"{field.name} must hold fields, is {shown(field.value)}"
            )
        return field.value

    def records(self, key: str) -> list[Record]:
        """The records of a list; none if it is absent.

        Raises:
            UnreadableError: if the field is something else.
        """
        field = self.take(key)
        if field is None:
            return []
        values = field.value if isinstance(field.value, list) else [field.value]
        for value in values:
            if not isinstance(value, Record):
                raise UnreadableError(field.place, f"{field.name} must be a list of mappings")
        return values

    def unused(self) -> Iterator[Field]:
        """Every field that nothing has read, also of the records inside."""
        for field in self.fields.values():
            if not field.is_used:
                if field.value is not None:
                    yield field
                continue
            values = field.value if isinstance(field.value, list) else [field.value]
            for value in values:
                if isinstance(value, Record):
                    yield from value.unused()


def yaml_record(file: SourceFile) -> Record:
    """Reads a YAML 1.2 file whose document is a mapping.

    Raises:
        UnreadableError: with the line, if it is no such file.
    """
    try:
        document = parse_yaml(file.text, _PATIENCE)
        lines = line_numbers(file.text, _PATIENCE)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 0
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise UnreadableError(file.place(line), f"must be YAML: {problem}") from error
    if not isinstance(document, dict):
        raise UnreadableError(file.place(0), "must hold a mapping of fields")
    record: Record = _record(document, "", file, lines, Place(file.name, 1))
    return record


def _record(
    document: dict[Any, Any], path: str, file: SourceFile, lines: dict[str, int], place: Place
) -> Record:
    fields = {}
    for key, value in document.items():
        here = f"{path}.{key}" if path else str(key)
        at = Place(file.name, lines.get(here, place.line))
        fields[str(key)] = Field(here, _value(value, here, file, lines, at), at)
    return Record(path, place, fields)


def _value(value: Any, path: str, file: SourceFile, lines: dict[str, int], place: Place) -> Any:
    if isinstance(value, dict):
        return _record(value, path, file, lines, place)
    if isinstance(value, list):
        return [
            _value(
                one,
                f"{path}[{index}]",
                file,
                lines,
                Place(file.name, lines.get(f"{path}[{index}]", place.line)),
            )
            for index, one in enumerate(value)
        ]
    return value
