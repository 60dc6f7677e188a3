"""Reader of MATLAB scripts that assign constants. Nothing is executed.

Statements are `name(k).field = value`, where a value is a number, a text, an array, `zeros`, `ones`
or `eye` of constants, sums and products of these, or a variable that has been assigned before.
Everything else, such as loops and calls, is refused with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.source import SourceFile

_MOST_NUMBERS = 100_000
"""Largest number of numbers of an array."""

_DEEPEST = 50
"""Largest depth of brackets."""

_TOKEN = re.compile(
    r"(?P<space>[ \t]+)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?)"
    r"|(?P<field>\.[A-Za-z]\w*(?:\.[A-Za-z]\w*)*)"
    r"|(?P<name>[A-Za-z]\w*(?:\.[A-Za-z]\w*)*)|(?P<text>'(?:[^'\n]|'')*'|\"(?:[^\"\n]|\"\")*\")"
    r"|(?P<sign>\.\*|\./|\.\^|[-+*/^()\[\]{},;=:])"
)
_MATRICES = ("zeros", "ones", "eye")


@dataclass(frozen=True)
class Call:
    """The call of a class, such as `bodyClass('rm3.h5')`."""

    name: str
    arguments: list[Any]


@dataclass(frozen=True)
class Assignment:
    """A statement `object(index).path = value`.

    Attributes:
        name: name of the object, `body`.
        index: index of the object, from 1; 1 if there is none.
        path: fields with dots, `initial.displacement`; empty for the object itself.
        element: indices behind the path, as in `linearDamping(5, 5)`; empty if there are none.
        value: number, text, list of numbers, array of numbers, or Call.
        place: where it stands.
    """

    name: str
    index: int
    path: str
    element: tuple[int, ...]
    value: Any
    place: Place


def read_assignments(file: SourceFile) -> Iterator[Assignment]:
    """Reads the statements of a script.

    Raises:
        UnreadableError: at a statement that is no assignment of a constant.
    """
    variables: dict[str, Any] = {}
    for text, place in _statements(file):
        if re.fullmatch(r"(clear|clc|close)\b[\w ]*|end", text.strip()) and text.strip() != "end":
            continue
        found = _Statement(text, place, variables).assignment()
        plain = not found.path and found.index == 1 and not found.element
        if plain and not isinstance(found.value, Call):
            variables[found.name] = found.value
        yield found


def _statements(file: SourceFile) -> Iterator[tuple[str, Place]]:
    """Statements without comments, continued lines joined."""
    pending, start, block = "", 0, 0
    for number, line in enumerate(file.lines, 1):
        if line.strip() in ("%{", "%}"):
            block += 1 if line.strip() == "%{" else -1
            continue
        if block > 0:
            continue
        code = _without_comment(line)
        start = start or number
        if code.rstrip().endswith("..."):
            pending += code.rstrip()[:-3] + " "
            continue
        pending += code
        if _depth(pending) > 0:
            pending += " ; " if pending.count("[") > pending.count("]") else " "
            continue
        for statement in _split(pending):
            if statement.strip():
                yield statement.strip(), file.place(start)
        pending, start = "", 0
    if pending.strip():
        yield pending.strip(), file.place(start)


def _without_comment(line: str) -> str:
    quote = ""
    for index, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote else quote
        elif letter == '"' or (letter == "'" and not _transposes(line[:index])):
            quote = letter
        elif letter == "%":
            return line[:index]
    return line


def _transposes(before: str) -> bool:
    """Whether a quote behind this text is MATLAB's transpose."""
    return bool(before) and (before[-1].isalnum() or before[-1] in ")]}_'")


def _depth(text: str) -> int:
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", "", text)
    return sum(bare.count(a) - bare.count(b) for a, b in ("[]", "()", "{}"))


def _split(text: str) -> Iterator[str]:
    """Parts of a line that `;` and `,` separate outside brackets and quotes."""
    depth, quote, start = 0, "", 0
    for index, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        elif letter in ";," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]


class _Statement:
    """One statement, read from its tokens."""

    def __init__(self, text: str, place: Place, variables: dict[str, Any]) -> None:
        self._text, self._place, self._variables = text, place, variables
        self._tokens: list[tuple[str, str]] = []
        self._at, self._depth = 0, 0
        position = 0
        while position < len(text):
            match = _TOKEN.match(text, position)
            if match is None:
                raise self._wrong()
            self._tokens.append((str(match.lastgroup), match.group()))
            position = match.end()

    def assignment(self) -> Assignment:
        """The statement as an assignment."""
        kind, name = self._next()
        if kind != "name":
            raise self._wrong()
        head, _, path = name.partition(".")
        index: tuple[int, ...] = () if path else self._indices()
        if self._peek()[0] == "field":
            path = self._next()[1].lstrip(".")
        element = self._indices() if path else ()
        if len(index) > 1 or (index and index[0] < 1) or self._next()[1] != "=":
            raise self._wrong()
        value = self._sum()
        if self._peek()[0]:
            raise self._wrong()
        return Assignment(head, index[0] if index else 1, path, element, value, self._place)

    def _indices(self) -> tuple[int, ...]:
        if self._peek()[1] != "(":
            return ()
        self._next()
        found = []
        while True:
            value = self._sum()
            if not isinstance(value, float) or not 0 < value < 1e6 or value != round(value):
                raise self._wrong()
            found.append(round(value))
            sign = self._next()[1]
            if sign == ")":
                return tuple(found)
            if sign != ",":
                raise self._wrong()

    def _wrong(self) -> UnreadableError:
        return UnreadableError(
            self._place,
            "must be an assignment of constants, as body(1).mass = 1e6; loops, conditions and "
            f"calls are not executed: {self._text[:80]}",
        )

    def _peek(self) -> tuple[str, str]:
        while self._at < len(self._tokens) and self._tokens[self._at][0] == "space":
            self._at += 1
        return self._tokens[self._at] if self._at < len(self._tokens) else ("", "")

    def _next(self) -> tuple[str, str]:
        token = self._peek()
        self._at += 1
        return token

    def _sum(self) -> Any:
        value = self._product()
        while self._peek()[1] in ("+", "-"):
            sign = self._next()[1]
            other = self._product()
            value = self._combined(sign, value, other)
        return value

    def _product(self) -> Any:
        value = self._power()
        while self._peek()[1] in ("*", "/", ".*", "./"):
            sign = self._next()[1]
            value = self._combined(sign.lstrip("."), value, self._power())
        return value

    def _power(self) -> Any:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._wrong()
        value = self._signed_power()
        self._depth -= 1
        return value

    def _signed_power(self) -> Any:
        if self._peek()[1] in ("-", "+"):
            sign = self._next()[1]
            return self._combined("*", -1.0 if sign == "-" else 1.0, self._power())
        value = self._primary()
        if self._peek()[1] in ("^", ".^"):
            self._next()
            return self._combined("^", value, self._power())
        return value

    def _combined(self, sign: str, one: Any, other: Any) -> Any:
        for value in (one, other):
            if not isinstance(value, float | np.ndarray):
                raise self._wrong()
        if isinstance(one, np.ndarray) and isinstance(other, np.ndarray) and sign not in "+-":
            raise self._wrong()
        try:
            with np.errstate(all="raise"):
                result = self._operation(sign, one, other)
        except (ArithmeticError, ValueError) as error:
            raise self._wrong() from error
        return result if isinstance(result, float | np.ndarray) else self._real(result)

    def _operation(self, sign: str, one: Any, other: Any) -> Any:
        if sign == "+":
            return one + other
        if sign == "-":
            return one - other
        if sign == "*":
            return one * other
        return one / other if sign == "/" else one**other

    def _real(self, value: Any) -> float:
        if isinstance(value, complex):
            raise self._wrong()
        return float(value)

    def _primary(self) -> Any:
        kind, word = self._next()
        if kind == "number":
            return float(word.lower().replace("d", "e"))
        if kind == "text":
            return word[1:-1].replace(word[0] * 2, word[0])
        if kind == "name":
            return self._named(word)
        if word == "(":
            value = self._sum()
            if self._next()[1] != ")":
                raise self._wrong()
        elif word in ("[", "{"):
            value = self._array("]" if word == "[" else "}")
        else:
            raise self._wrong()
        return value

    def _named(self, word: str) -> Any:
        if self._peek()[1] == "(":
            arguments = self._arguments()
            if word in _MATRICES:
                return self._matrix(word, arguments)
            return Call(word, arguments)
        constants = {"pi": np.pi, "true": 1.0, "false": 0.0, "inf": np.inf, "Inf": np.inf}
        if word in constants:
            return float(constants[word])
        if word in self._variables:
            return self._variables[word]
        if word.endswith("Class"):
            return Call(word, [])
        raise self._wrong()

    def _arguments(self) -> list[Any]:
        self._next()
        arguments: list[Any] = []
        while self._peek()[1] != ")":
            arguments.append(self._sum())
            if self._peek()[1] == ",":
                self._next()
            elif self._peek()[1] != ")":
                raise self._wrong()
        self._next()
        return arguments

    def _matrix(self, word: str, arguments: list[Any]) -> Any:
        sizes = [round(one) for one in arguments if isinstance(one, float) and 0 < one < 1000]
        if len(sizes) != len(arguments) or not 1 <= len(sizes) <= 2:
            raise self._wrong()
        rows, columns = sizes[0], sizes[-1]
        if word == "eye":
            return np.eye(rows, columns)
        return np.zeros((rows, columns)) if word == "zeros" else np.ones((rows, columns))

    def _array(self, end: str) -> Any:
        rows: list[list[Any]] = [[]]
        while True:
            sign = self._peek()[1]
            if sign == end:
                self._next()
                break
            if sign == "":
                raise self._wrong()
            if sign in (",", ";"):
                self._next()
                if sign == ";" and rows[-1]:
                    rows.append([])
                continue
            rows[-1].append(self._entry())
            if sum(map(len, rows)) > _MOST_NUMBERS:
                raise self._wrong()
        return self._joined([row for row in rows if row])

    def _entry(self) -> Any:
        """An entry of an array; `[1 -2]` has two, `[1 - 2]` one."""
        value = self._power()
        while True:
            sign = self._peek()[1]
            if sign in ("*", "/"):
                self._next()
                value = self._combined(sign, value, self._power())
                continue
            spaced = self._at < len(self._tokens) and self._tokens[self._at - 1][0] == "space"
            follows = self._at + 1 < len(self._tokens) and self._tokens[self._at + 1][0] == "space"
            if sign in ("+", "-") and (not spaced or follows):
                self._next()
                value = self._combined(sign, value, self._power())
                continue
            return value

    def _joined(self, rows: list[list[Any]]) -> Any:
        if not rows:
            return None
        if all(isinstance(value, str) for row in rows for value in row):
            return [value for row in rows for value in row]
        if any(not isinstance(value, float | np.ndarray) for row in rows for value in row):
            raise self._wrong()
        try:
            joined = np.vstack([np.hstack([np.atleast_2d(v) for v in row]) for row in rows])
        except ValueError as error:
            raise self._wrong() from error
        return joined
