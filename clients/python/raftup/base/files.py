"""Files that are there as a whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from raftup.base.interruption import held_back


def file_beside(file: Path) -> Path:
    """A new, empty file in the folder of another, hidden and of a name of its own.

    Raises:
        OSError: with the name of `file`, where its folder takes none; as of check_place().
    """
    check_place(file)
    try:
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        error.filename = str(file)
        raise
    os.close(descriptor)
    umask = os.umask(0)
    os.umask(umask)
    beside = Path(name)
    beside.chmod(0o666 & ~umask)
    return beside


def check_place(file: Path) -> None:
    """Refuses what no file can be written to, before it costs anything.

    Raises:
        OSError: where `file` is a folder or a device, or where its folder is none.
    """
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "is no file that can be replaced", str(file))
    if not file.parent.is_dir():
        code = errno.ENOTDIR if file.parent.exists() else errno.ENOENT
        raise OSError(code, os.strerror(code), str(file.parent))


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it where they are missing.

    Raises:
        OSError: where that does not work, NotADirectoryError where something else is there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        code = errno.ENOTDIR
        raise OSError(code, os.strerror(code), str(folder)) from None


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """A file to be written beside `file`, whose place it takes when the block has ended well.

    Raises:
        OSError: as of file_beside(), or where the block does not work; what was there is then as
            before.
    """
    unfinished: Path | None = None
    try:
        with held_back():
            unfinished = file_beside(file)
        yield unfinished
        with held_back():
            unfinished.replace(file)
    except BaseException:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)
        raise


def write_whole(file: Path, image: bytes) -> None:
    """Writes bytes; errors as of whole_file()."""
    with whole_file(file) as unfinished:
        unfinished.write_bytes(image)


@contextmanager
def temporary_folder(prefix: str, parent: str | None = None) -> Iterator[Path]:
    """A folder for the length of the block; no signal leaves a part of it behind.

    Args:
        prefix: of its name.
        parent: default: where the system keeps temporary files.
    """
    folder: tempfile.TemporaryDirectory[str] | None = None
    try:
        with held_back():
            folder = tempfile.TemporaryDirectory(prefix=prefix, dir=parent)
        yield Path(folder.name)
    finally:
        if folder is not None:
            with held_back():
                folder.cleanup()
