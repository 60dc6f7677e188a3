"""The exclusive right to write a file while a program writes it."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from raftup.base.closing import Closing
from raftup.base.system import lock_file

_OPENED = os.O_RDWR | getattr(os, "O_CLOEXEC", 0)


class Claim(Closing):
    """Excludes other writers of this package from a file; a context manager.

    The claim is a lock on a hidden file in the same folder, which the operating system releases
    when the program ends in any way. On file systems without locks a single writer is assumed.
    """

    def __init__(self, file: Path) -> None:
        """Takes the claim.

        Args:
            file: path of the file, which need not exist; its folder must exist.

        Raises:
            OSError: EBUSY if another program has the claim; also if the folder cannot be written.
        """
        self._beside = _lock_file(file)
        self._lock: int | None = None
        while self._lock is None:
            descriptor = os.open(self._beside, _OPENED | os.O_CREAT, 0o666)
            try:
                _lock(descriptor, file)
                # The previous owner deletes the file on release; its name may be another file now.
                if _is_at(descriptor, self._beside):
                    self._lock = descriptor
            finally:
                if self._lock is None:
                    os.close(descriptor)
        os.ftruncate(self._lock, 0)
        os.write(self._lock, str(os.getpid()).encode())

    def close(self) -> None:
        """Releases the claim; may be called several times."""
        if self._lock is None:
            return
        with contextlib.suppress(OSError):  # Windows keeps the names of open files
            self._beside.unlink()
        os.close(self._lock)
        self._lock = None


def check_unclaimed(file: Path) -> None:
    """Refuses a file that another program is writing, before time is spent on computing it.

    Raises:
        OSError: EBUSY if another program has the claim.
    """
    try:
        descriptor = os.open(_lock_file(file), _OPENED)
    except OSError:
        return  # nobody claims it
    try:
        _lock(descriptor, file)
    finally:
        os.close(descriptor)


def _lock_file(file: Path) -> Path:
    place = file.resolve()
    return place.with_name(f".{place.name}.lock")


def _lock(descriptor: int, file: Path) -> None:
    if not lock_file(descriptor):
        writer = os.read(descriptor, 32).decode(errors="replace") or "unknown"
        rule = f"is being written by another run (process {writer}): wait for it, or name another"
        raise OSError(errno.EBUSY, rule, str(file))


def _is_at(descriptor: int, file: Path) -> bool:
    """Whether a path still leads to the file of an open descriptor."""
    try:
        return os.path.samestat(os.fstat(descriptor), file.stat())
    except FileNotFoundError:
        return False
