"""Files that are written completely or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from raftup.base.interruption import held_back


def file_beside(file: Path) -> Path:
    """Makes an empty, hidden file with a unique name in the folder of another file.

    Raises:
        OSError: with the name of `file`, if the folder cannot be written; also those of
            check_place().
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
    """Refuses a path to which no file can be written, before time is spent on computing the file.

    Raises:
        OSError: if `file` is a folder or a device, or its folder does not exist.
    """
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "is no file that can be replaced", str(file))
    if not file.parent.is_dir():
        code = errno.ENOTDIR if file.parent.exists() else errno.ENOENT
        raise OSError(code, os.strerror(code), str(file.parent))


def make_folder(folder: Path) -> None:
    """Makes a folder and its parents if they are missing.

    Raises:
        OSError: if that fails; NotADirectoryError if a file is in the way.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        code = errno.ENOTDIR
        raise OSError(code, os.strerror(code), str(folder)) from None


@contextmanager
def whole_file(file: Path) -> Iterator[Path]:
    """Yields a file to be written in the folder of `file`, which replaces `file` after the block.

    Raises:
        OSError: as of file_beside(), or if the block fails; `file` is unchanged then.
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
    """Writes bytes to a file, completely or not at all; errors are those of whole_file()."""
    with whole_file(file) as unfinished:
        unfinished.write_bytes(image)


@contextmanager
def temporary_folder(prefix: str, parent: str | None = None) -> Iterator[Path]:
    """A folder that exists for the duration of the block; no signal leaves it behind.

    Args:
        prefix: first part of its name.
        parent: folder in which it is made; default: that of temporary files of the system.
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
