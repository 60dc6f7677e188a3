"""Text files of users."""

from __future__ import annotations

from pathlib import Path


def text_of(file: Path) -> str:
    """Reads a text file in UTF-8, with or without a byte order mark.

    Args:
        file: path of the file; line ends are not changed.

    Raises:
        ValueError: if it is not text in UTF-8, with the line and advice.
        OSError: if it cannot be read.
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
