"""Reading of the fields of a plain document one by one, with all broken rules and their paths."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.errors import Violation

_MOST_IN_RANGE = 10_000  # each may cost a solution: more are a slip, and fill the memory


class Fields:
    """A mapping whose fields are read by name, each with its rule.

    A value that breaks a rule is replaced by the default or a harmless value, and the violation is
    noted. Thus the whole document is read; the caller refuses it if `violations` is not empty.
    close() notes the fields that were never read.

    Attributes:
        path: path of the mapping, such as `bodies[1]`; empty for the document.
        violations: violations of the whole document, shared by all of its parts.
    """

    def __init__(self, document: Any, path: str, violations: list[Violation]) -> None:
        self.path = path
        self.violations = violations
        self._asked: set[str] = set()
        self._values: dict[str, Any] = {}
        if isinstance(document, dict):
            self._values = {str(name): value for name, value in document.items()}
        else:
            self.refuse("", f"must be a mapping of fields, is {document!r}")

    def refuse(self, name: str, rule: str) -> None:
        """Notes that the field `name` (empty: the mapping itself) breaks a rule."""
        self.violations.append(Violation(self._path_of(name), rule))

    def has(self, name: str) -> bool:
        """Whether the field is given and not null."""
        self._asked.add(name)
        return self._values.get(name) is not None

    def value(self, name: str) -> Any:
        """The value of the field unchanged, or None."""
        self._asked.add(name)
        return self._values.get(name)

    def text(self, name: str, default: str | None = None) -> str:
        """A text that is not empty; required without a default."""
        value = self.value(name)
        if isinstance(value, str) and value:
            return value
        if value is not None or default is None:
            self.refuse(name, f"must be a text, is {_shown(value)}")
        return default or ""

    def names(self) -> tuple[str, ...]:
        """Names of all given fields, for a mapping with arbitrary names."""
        return tuple(self._values)

    def texts(self, name: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Several texts that are not empty, or a single one; required without a default."""
        value = self.value(name)
        if value is None and default is not None:
            return tuple(default)
        entries = value if isinstance(value, list) else [value]
        if entries and all(isinstance(entry, str) and entry for entry in entries):
            return tuple(entries)
        self.refuse(name, f"must be a text or a list of at least one, is {_shown(value)}")
        return tuple(default or ())

    def flag(self, name: str, default: bool | None) -> bool | None:
        """The value true or false of the field, or the default if it is absent."""
        value = self.value(name)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.refuse(name, f"must be true or false, is {value!r}")
        return default

    def number(self, name: str, default: float | None = None, *, above: float = -math.inf) -> float:
        """A finite number > above; required without a default."""
        value = self.value(name)
        if value is None and default is not None:
            return default
        if not _is_number(value):
            self.refuse(name, f"must be a finite number, is {_shown(value)}")
        elif value <= above:
            self.refuse(name, f"must be > {above:g}, is {value!r}")
        else:
            return float(value)
        return default if default is not None else max(above, 0.0) + 1.0

    def count(self, name: str, default: int | None = None, *, least: int = 1) -> int:
        """A whole number >= least; required without a default."""
        value = self.value(name)
        if value is None and default is not None:
            return default
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.refuse(name, f"must be a whole number >= {least}, is {_shown(value)}")
        return default if default is not None else least

    def vector(self, name: str, size: int, default: Sequence[float] | None = None) -> FloatArray:
        """A list of `size` finite numbers; required without a default."""
        value = self.value(name)
        if value is None and default is not None:
            return np.array(default, dtype=float)
        if isinstance(value, list) and len(value) == size and all(map(_is_number, value)):
            return np.array(value, dtype=float)
        self.refuse(name, f"must be {size} finite numbers, is {_shown(value)}")
        return np.array(default if default is not None else [0.0] * size, dtype=float)

    def even_steps(self, *, above: float = -math.inf) -> FloatArray:
        """`count` numbers from `first` > above to `last` with equal steps."""
        first = self.number("first", above=above)
        count = self.count("count", least=2)
        if count > _MOST_IN_RANGE:
            self.refuse("count", f"must be <= {_MOST_IN_RANGE}, is {count}")
            count = 2
        last = self.number("last", above=first)
        steps = first + (last - first) * np.arange(count) / (count - 1)
        rounded: FloatArray = np.round(steps, 12)  # .1 + 2 * .1 is .3
        return rounded

    def ascending(self, name: str, *, above: float = -math.inf) -> FloatArray:
        """One or more finite numbers, each greater than the one before, all > above."""
        value = self.value(name)
        if not isinstance(value, list) or not value or not all(map(_is_number, value)):
            self.refuse(name, f"must be a list of finite numbers, is {_shown(value)}")
            return np.empty(0)
        numbers = np.array(value, dtype=float)
        if numbers[0] <= above:
            self.refuse(name, f"must be > {above:g}, is {value[0]!r}")
        wrong = np.flatnonzero(np.diff(numbers) <= 0.0)
        if len(wrong):
            at = int(wrong[0]) + 1
            self.refuse(f"{name}[{at}]", f"must be > {value[at - 1]!r} before it, is {value[at]!r}")
        return numbers

    def part(self, name: str) -> Fields | None:
        """The mapping in a field, or None if absent."""
        return self.within(name, self.value(name)) if self.has(name) else None

    def within(self, name: str, document: Any) -> Fields:
        """The fields of a document at the field `name` of this one."""
        return Fields(document, self._path_of(name), self.violations)

    def parts(self, name: str, *, least: int = 0) -> list[Fields]:
        """A list of mappings with at least `least` entries."""
        value = self.value(name)
        entries = value if isinstance(value, list) else []
        if (value is not None and not isinstance(value, list)) or len(entries) < least:
            self.refuse(name, f"must be a list of at least {least} entries, is {_shown(value)}")
        return [self.within(f"{name}[{index}]", entry) for index, entry in enumerate(entries)]

    def close(self) -> None:
        """Notes a violation for every field that was never read."""
        for name in self._values:
            if name not in self._asked:
                known = ", ".join(sorted(self._asked))
                self.refuse(name, f"must be one of {known}; no such field")

    def _path_of(self, name: str) -> str:
        return ".".join(part for part in (self.path, name) if part)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _shown(value: Any) -> str:
    return "absent" if value is None else repr(value)
