"""What every code of an error, a notice or a finding means, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

import yaml

_HERE = Path(__file__).resolve().parent
_AREAS = {
    "errors": "errors and notices",
    "databases": "databases",
    "radiation": "radiation memory",
    "models": "models",
    "runs": "runs",
    "panels": "panel solutions",
}
"""Titles of the files of this folder, in the order in which people read them."""


@dataclass(frozen=True)
class Message:
    """A message that a person or a program may get.

    Attributes:
        code: the name that does not change between versions: UPPER_SNAKE_CASE for errors of calls
            and notices of streams, snake_case for findings.
        area: what it is about: errors and notices, databases, models and so on.
        meaning: what it says.
        remedy: what can be done; "Nothing" if it only says what was done.
    """

    code: str
    area: str
    meaning: str
    remedy: str

    @property
    def page(self) -> str:
        """Its place in the manual, relative to the first page."""
        return f"reference/messages.html#{self.code}"


@cache
def messages() -> MappingProxyType[str, Message]:
    """All messages by their codes.

    Raises:
        ValueError: if a code is there twice.
    """
    found: dict[str, Message] = {}
    for name, area in _AREAS.items():
        entries = yaml.safe_load((_HERE / f"{name}.yaml").read_text(encoding="utf-8"))
        for code, entry in entries.items():
            if code in found:
                raise ValueError(f"{name}.yaml: {code} is in {found[code].area} already")
            found[code] = Message(code, area, entry["meaning"], entry["remedy"])
    return MappingProxyType(found)


def find_message(code: str) -> Message | None:
    """The message of a code; None if there is none."""
    return messages().get(code)
