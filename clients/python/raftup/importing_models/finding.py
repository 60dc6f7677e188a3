"""What an import tells: how each field of the source came into the model, or why it did not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How a field of the source came into the model, from unchanged to not at all."""

    TAKEN = "taken"
    """The model says the same, or the field has no influence on the motion."""

    ASSUMED = "assumed"
    """The source does not say it, or keeps it in a place that cannot be read."""

    DIFFERS = "differs"
    """The model does it in another way, so that results change a little."""

    LEFT_OUT = "left out"
    """The model has no counterpart for something that acts in the source."""

    REFUSED = "refused"
    """The model would be wrong without any sign of it; nothing is written."""


@dataclass(frozen=True)
class Place:
    """A line of a source file.

    Attributes:
        file: name of the file, relative to the folder of the source.
        line: number of the line, from 1; 0 = the file as a whole.
    """

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


@dataclass(frozen=True)
class Finding:
    """One finding of an import.

    Attributes:
        severity: how the field came into the model.
        text: the field with its value, and what became of it.
        place: where the source says it.
        path: path of the field in the model, such as `integration.step`; empty if there is none.
    """

    severity: Severity
    text: str
    place: Place
    path: str = ""

    def __str__(self) -> str:
        arrow = f" -> {self.path}" if self.path else ""
        return f"{self.severity}: {self.place}: {self.text}{arrow}"


class UnreadableError(Exception):
    """A place of a source at which reading cannot go on."""

    def __init__(self, place: Place, text: str) -> None:
        super().__init__(place, text)
        self.place = place
        self.text = text

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"
