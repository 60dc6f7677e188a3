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
