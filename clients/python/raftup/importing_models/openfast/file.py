"""Reader of OpenFAST's input files: lines with a value, a keyword and a comment, and tables.

Source: OpenFAST's documentation of ElastoDyn, HydroDyn and SeaState, version 4.
"""

from __future__ import annotations

import re
from typing import Any

from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.record import Field, Record
from raftup.importing_models.source import SourceFile

_TOKEN = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'|[^\s,]+')
_KEYWORD = re.compile(r"[A-Za-z]\w*(\(\d+\))?$")
_WORDS = {"true", "false", "t", "f", "default", "none", "unused", "ranlux"}
"""Words that are values and no keywords."""


class FastFile:
    """One input file.

    Attributes:
        record: fields by their keywords in lower case.
        file: the file.
    """

    def __init__(self, file: SourceFile) -> None:
        """Reads the keywords of a file; tables are read by table()."""
        self.file = file
        self.record = Record(file.name, file.place(0))
        self._lines = file.lines
        self._channels: list[tuple[str, Place]] = []
        self._rows: dict[int, str] = {}
        self._last: tuple[Field, int] | None = None
        in_channels = False
        titled = bool(self._lines) and self._lines[0].startswith("---")
        for index, line in enumerate(self._lines):
            if index == 1 and titled:
                continue
            if line.startswith(("---", "===", "!", "#")) or not line.strip():
                in_channels = line.startswith("---") and "OUTPUT CHANNELS" in line.upper()
                self._last = None
            elif in_channels:
                in_channels = not line.upper().startswith("END")
                self._channels.append((line.strip(), file.place(index + 1)))
            else:
                in_channels = self._read_line(line, index)

    def _read_line(self, line: str, index: int) -> bool:
        """Reads a line, and returns whether lines with channels follow."""
        tokens = _TOKEN.findall(line)
        place = self.file.place(index + 1)
        if tokens and tokens[0].lower() == "outlist":
            return True
        found = next(
            (
                at
                for at, token in enumerate(tokens)
                if at and _KEYWORD.match(token) and token.lower() not in _WORDS
            ),
            None,
        )
        numbers = [token for token in tokens if _number(token) is not None]
        if self._last is not None and tokens and len(numbers) == len(tokens):
            field, after = self._last
            if after == index and isinstance(field.value, list):
                field.value.append([_number(token) for token in tokens])
                self._last = (field, index + 1)
                return False
        if found is None or not _is_value(tokens[:found]):
            self._rows[index] = line
            self._last = None
            return False
        self._add(tokens[found], tokens[:found], place)
        return False

    def _add(self, keyword: str, tokens: list[str], place: Place) -> None:
        key = keyword.lower()
        name = f"{keyword}"
        values = [_value(token) for token in tokens]
        value: Any = values[0] if len(values) == 1 else [values]
        if keyword.lower() == "addf0":
            value = [values]
        field = Field(name, value, place)
        if key in self.record.fields:
            raise UnreadableError(place, f"must not give {keyword} twice")
        self.record.fields[key] = field
        self._last = (field, place.line)

    def has_table(self, first: str, second: str = "") -> bool:
        """Whether there is a table whose first columns have these names."""
        return self._header(first, second) is not None

    def _header(self, first: str, second: str) -> int | None:
        """Index of the line with the names of a table's columns."""
        for index, line in enumerate(self._lines):
            words = line.lower().split()
            expected = [first.lower(), second.lower()] if second else [first.lower()]
            if words[: len(expected)] == expected:
                return index
        return None

    def table(self, first: str, count: int, second: str = "") -> list[Record]:
        """Rows of the table whose first column has this name.

        Args:
            first: name of the first column, such as `JointID`.
            count: number of rows.
            second: name of the second column, where several tables begin with the same one.

        Raises:
            UnreadableError: if there is no such table, or a row is no row of numbers.
        """
        index = self._header(first, second)
        if index is None:
            raise UnreadableError(self.file.place(0), f"must have a table that begins with {first}")
        columns = self._lines[index].lower().partition("[")[0].split()
        units = self._lines[index + 1] if index + 1 < len(self._lines) else ""
        if not units.strip().startswith("("):
            raise UnreadableError(self.file.place(index + 2), "must be the row of units")
        for used in (index, index + 1):
            self._rows.pop(used, None)
        return [self._row(columns, index + 2 + at, first) for at in range(count)]

    def _row(self, columns: list[str], index: int, first: str) -> Record:
        place = self.file.place(index + 1)
        line = self._lines[index] if index < len(self._lines) else ""
        tokens = _TOKEN.findall(line.partition("!")[0])
        if not tokens or _number(tokens[0]) is None or not self._is_row(index, len(columns)):
            raise UnreadableError(place, f"must be a row of the table of {first}: {line.strip()}")
        self._rows.pop(index, None)
        name = f"{first} {tokens[0]}"
        fields = {
            column: Field(f"{name} {column}", _value(token), place)
            for column, token in zip(columns, tokens, strict=False)
        }
        return Record(name, place, fields)

    def _is_row(self, index: int, columns: int) -> bool:
        """Whether a line is no line of a keyword; words behind a row are a comment."""
        if index in self._rows:
            return True
        for key, field in self.record.fields.items():
            if field.place.line == index + 1:
                values = field.value if isinstance(field.value, list) else [[field.value]]
                if len(values[0]) < columns:
                    return False
                del self.record.fields[key]
                return True
        return False

    def tell_rest(self, conversion: Conversion) -> None:
        """Tells fields and rows that nothing has read, and the channels of results."""
        conversion.leave_out_unused(self.record)
        for index, line in sorted(self._rows.items()):
            conversion.left_out(self.file.place(index + 1), f"row {line.strip()[:60]!r}")
        for line, place in self._channels:
            channel = Field("channel", line, place)
            conversion.taken(channel, "", f"channel {line[:40]}: files of results alone")


def _number(token: str) -> float | None:
    try:
        return float(token.lower().replace("d", "e")) if "_" not in token else None
    except ValueError:
        return None


def _is_value(tokens: list[str]) -> bool:
    """Whether the words before a keyword are numbers, flags, texts in quotes or DEFAULT."""
    if len(tokens) == 1 and re.match(r"\d", tokens[0]):
        return True  # WaveMod = 1P90
    return all(
        _number(token) is not None or token.lower() in _WORDS or token[0] in "\"'"
        for token in tokens
    )


def _value(token: str) -> Any:
    if token[0] in "\"'":
        return token[1:-1].strip()
    number = _number(token)
    return token if number is None or token.lower() in ("nan", "inf") else number


def is_default(field: Field | None) -> bool:
    """Whether a field is absent or says DEFAULT."""
    return field is None or str(field.value).strip().lower() == "default"
