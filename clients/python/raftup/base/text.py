"""Text that people hand over in files."""

from __future__ import annotations

from pathlib import Path


def text_of(file: Path) -> str:
    """The text of a file in UTF-8, with or without the mark that some programs begin it with.

    Args:
        file: what to read; line ends stay as they are.

    Raises:
        ValueError: where it is not such text, with the line and what to do.
        OSError: where it cannot be read.
    """
    data = file.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValueError(
            f"must be text in UTF-8, has the byte 0x{data[error.start]:02x} in line {line}: "
            "save it in this encoding, if it is a text at all"
        ) from None


def number_in(cell: str, what: str, row: list[str]) -> float:
    """The number that a cell of a table holds; NaN where it is empty.

    Args:
        cell: as the file has it.
        what: of which quantity, for the refusal.
        row: that the cell is one of, whose first one the refusal names.

    Raises:
        ValueError: with all of this; where a comma takes the place of the point, it says so.
    """
    try:
        return float(cell or "nan")
    except ValueError:
        hint = "; decimals have a point" if "," in cell else ""
        place = f"in the row that begins with {row[0]!r}"
        raise ValueError(f"{what} must be a number, is {cell!r} {place}{hint}") from None
