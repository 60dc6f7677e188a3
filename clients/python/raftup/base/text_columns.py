"""Columns of numbers in text files such as CSV, as written by instruments and programs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.text import text_of


@dataclass(frozen=True)
class TextColumns:
    """The columns of a text file with their headings.

    Attributes:
        headings: heading of each column, such as `eta [cm]`; empty without headings.
        names: headings without units.
        units: unit of each column as the file writes it; empty text if it has none.
        rows: cells of each row.
        lines: line of each row in the file, from 1.
    """

    headings: list[str]
    names: list[str]
    units: list[str]
    rows: list[list[str]]
    lines: tuple[int, ...]

    def find(self, name: str) -> int | None:
        """Index of the column with a heading, with or without its unit; None if there is none."""
        for known in (self.headings, self.names):
            if name in known:
                return known.index(name)
        return None

    def numbers(self, column: int, *, gaps: bool = True) -> FloatArray:
        """Numbers [n] of a column, in the unit of its heading.

        Args:
            column: index of the column.
            gaps: empty cells become NaN; otherwise they are refused.

        Raises:
            ValueError: if a row is too short or a cell is not a number, with its line.
        """
        short = next((k for k, row in enumerate(self.rows) if len(row) <= column), None)
        if short is not None:
            raise ValueError(
                f"must have {column + 1} columns in every row, row {short + 1} has fewer"
            )
        cells = [row[column] or ("nan" if gaps else "") for row in self.rows]
        try:
            return np.array([float(cell) for cell in cells])
        except ValueError:
            wrong = next(k for k, cell in enumerate(cells) if not cell or not _is_number(cell))
            hint = "; decimals have a point" if "," in cells[wrong] else ""
            raise ValueError(
                f"must have a number in line {self.lines[wrong]}, is {cells[wrong]!r}{hint}"
            ) from None

    def times(self, column: int) -> tuple[FloatArray, str]:
        """Times of a column of times or dates, with their unit.

        Returns:
            [n] times in the returned unit; for dates, seconds from the first row.

        Raises:
            ValueError: as of numbers(), and if a cell is neither a number nor a date.
        """
        if not self.rows or _is_number(self.rows[0][column]):
            return self.numbers(column, gaps=False), self.units[column]
        dates = np.array([row[column] for row in self.rows], "datetime64[ns]")
        return seconds_since_first(dates), ""


def read_text_columns(file: Path, what: str) -> TextColumns:
    """Reads the columns of a file that are separated by comma, semicolon, tab or blanks.

    A line of headings and comments (#) may come first. Units are in the headings, as in `t [min]`
    or `eta (cm)`, or in a line of their own below them.

    Args:
        file: text file in UTF-8.
        what: the columns that are required, for the message: `time and elevation`.

    Raises:
        ValueError: if the file has fewer than two columns, or is not such a text.
        OSError: if it cannot be read.
    """
    numbered = [
        (number, line) for number, line in enumerate(text_of(file).splitlines(), 1) if line.strip()
    ]
    comments = [line for _, line in numbered if line.lstrip().startswith("#")]
    numbered = [(number, line) for number, line in numbered if not line.lstrip().startswith("#")]
    lines = [line for _, line in numbered]
    separator = next((mark for mark in (";", ",", "\t") if lines and mark in lines[-1]), None)
    rows = [cells_of(line, separator) for line in lines]
    if not rows or len(rows[-1]) < 2:
        raise ValueError(f"must have two columns, {what}")
    width = len(rows[-1])
    headings = [] if _is_number(rows[0][1]) else rows.pop(0)
    if not headings and comments:  # as numpy.savetxt() writes them
        last = cells_of(comments[-1].lstrip("# "), separator)
        headings = last if len(last) == width else []
    names, units = names_and_units(headings)
    if rows and len(rows[0]) == width and not _is_number(rows[0][1]):
        units = [cell.strip("[]()") for cell in rows.pop(0)]
    places = tuple(number for number, _ in numbered[len(numbered) - len(rows) :])
    return TextColumns(headings, names, units or [""] * width, rows, places)


def seconds_since_first(dates: np.ndarray[tuple[int, ...], np.dtype[np.datetime64]]) -> FloatArray:
    """Seconds [n] from the first of several dates."""
    seconds: FloatArray = (dates - dates[0]) / np.timedelta64(1, "s")
    return seconds


def cells_of(line: str, separator: str | None) -> list[str]:
    """The cells of a line, without blanks and quotes around them.

    Args:
        line: line of the file.
        separator: character between columns; None = blanks, but a unit in brackets is part of the
            cell before it.
    """
    if separator is None:
        line = re.sub(r"\s+(?=[\[(])", "", line)
    return [cell.strip().strip('"').strip() for cell in line.split(separator)]


def names_and_units(headings: list[str]) -> tuple[list[str], list[str]]:
    """Splits headings such as `eta [cm]` into names and units; a missing unit is an empty text."""
    found = [re.fullmatch(r"(.*?)\s*[\[(]([^\[\]()]*)[\])]", heading) for heading in headings]
    names = [match[1] if match else text for match, text in zip(found, headings, strict=True)]
    return names, [match[2].strip() if match else "" for match in found]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return text == ""
    return True
