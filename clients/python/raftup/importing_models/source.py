"""Files of a source: read with limits, named relative to the folder of the source."""

from __future__ import annotations

import os
from pathlib import Path

from raftup.importing_models.finding import Place, UnreadableError

_LARGEST = 32 * 1024 * 1024
"""Bytes of the largest file that is read; inputs of models have some kilobytes, decks of turbines
some megabytes.
"""


class SourceFile:
    """One text file of a source.

    Attributes:
        path: resolved path of the file.
        name: name in findings, relative to the folder of the source.
        data: its bytes.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        """Reads the file.

        Args:
            path: the file.
            folder: folder of the source, to which `name` is relative.

        Raises:
            UnreadableError: if it does not exist, is no regular file, or is too large.
        """
        self.path = path.resolve()
        self.name = os.path.relpath(self.path, folder).replace(os.sep, "/")
        self._folder = folder
        whole = Place(self.name, 0)
        try:
            if not self.path.is_file():
                raise UnreadableError(whole, "must be a file that exists")
            size = self.path.stat().st_size
            if size > _LARGEST:
                raise UnreadableError(whole, f"must have at most {_LARGEST} bytes, has {size}")
            self.data = self.path.read_bytes()
        except OSError as error:
            raise UnreadableError(whole, f"cannot be read: {error.strerror}") from error

    @property
    def is_outside(self) -> bool:
        """Whether the file lies outside the folder of the source."""
        return not self.path.is_relative_to(self._folder)

    @property
    def is_text(self) -> bool:
        """Whether the file has no byte that text never has."""
        return b"\0" not in self.data

    @property
    def text(self) -> str:
        """The file as text: UTF-8 or, where it is not valid, Latin-1; line ends of Unix."""
        try:
            text = self.data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = self.data.decode("latin-1")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @property
    def lines(self) -> list[str]:
        """The lines of the text without their ends."""
        return self.text.split("\n")

    def place(self, line: int = 0) -> Place:
        """The place of a line, from 1; 0 = the file as a whole."""
        return Place(self.name, line)

    def named(self, name: str) -> Path:
        """Path of a file that this one names; names are relative to its own folder."""
        return self.path.parent / name.strip().replace("\\", "/")

    def open_named(self, name: str, place: Place) -> SourceFile:
        """Reads a file that this one names.

        Args:
            name: path as the file has it, absolute or relative to its folder.
            place: where the name stands, for the error.

        Raises:
            UnreadableError: at `place`, if it cannot be read.
        """
        try:
            return SourceFile(self.named(name), self._folder)
        except (UnreadableError, ValueError) as error:
            reason = error.text if isinstance(error, UnreadableError) else "is no name of a file"
            raise UnreadableError(place, f"the file {name!r} {reason}") from error


def open_source(path: Path) -> SourceFile:
    """Reads the file that the user names.

    Raises:
        UnreadableError: as of SourceFile.
    """
    resolved = path.resolve()
    return SourceFile(resolved, resolved.parent)
