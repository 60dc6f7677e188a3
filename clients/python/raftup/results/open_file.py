"""A file that HDF5 of this process has open: its lock, and whether it still has its name.

HDF5 locks what it writes (flock) for as long as it is open, so that no other process could read it.
A result is one that others may read while it grows: the lock is let go, taken again for the
milliseconds of each write, in which a reader would find rows half written, and a Claim keeps other
writers away.
"""

from __future__ import annotations

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_DESCRIPTORS = "/dev/fd"  # of this process
_PATIENCE = 2.0  # s, with those who read
_PAUSE = 0.005  # s


class OpenFile:
    """The descriptor by which a library of this process writes a file.

    Attributes:
        path: leads to the file whatever becomes of its name.
    """

    def __init__(self, file: Path) -> None:
        """Finds it.

        Args:
            file: is open in this process.
        """
        self._descriptor = _descriptor_of(file)
        self._readers_leave = True
        known = self._descriptor is not None
        self.path = Path(f"{_DESCRIPTORS}/{self._descriptor}") if known else file

    def unlock(self) -> None:
        """Lets other processes open the file."""
        if self._descriptor is not None:
            with suppress(OSError):  # of a file system without locks
                fcntl.flock(self._descriptor, fcntl.LOCK_UN)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Has no other process open the file within the block.

        Waits for those that read it just now, but not again for one that keeps it open for long:
        what that reads of the rows that it knows stays as it was.
        """
        deadline = time.monotonic() + (_PATIENCE if self._readers_leave else 0.0)
        while not (locked := self._try_lock()) and time.monotonic() < deadline:
            time.sleep(_PAUSE)
        self._readers_leave = locked
        try:
            yield
        finally:
            self.unlock()

    def _try_lock(self) -> bool:
        if self._descriptor is None:
            return True
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
                raise
        return True

    def is_at(self, file: Path) -> bool:
        """Whether `file` is the name of what is written; True where that cannot be known."""
        if self._descriptor is None:
            return True
        try:
            return os.path.samestat(os.fstat(self._descriptor), file.stat())
        except FileNotFoundError:
            return False

    def save(self, file: Path) -> Path:
        """Where what has been written is now, having been given a name where it has lost its own.

        Args:
            file: the name that it had, which is another's now or nobody's.

        Raises:
            OSError: where there is no room for a copy.
        """
        assert self._descriptor is not None
        present = self.path.readlink()
        if self.is_at(present):
            return present
        copy = file.with_name(f"{file.stem}-{os.getpid()}{file.suffix}")
        size = os.fstat(self._descriptor).st_size
        with copy.open("wb") as target:
            copied = 0
            while copied < size:
                copied += os.sendfile(target.fileno(), self._descriptor, copied, size - copied)
        return copy


def _descriptor_of(file: Path) -> int | None:
    """The newest descriptor of this process by which a file is open."""
    wanted = file.stat()
    try:
        names = os.listdir(_DESCRIPTORS)
    except OSError:
        return None  # a system that does not tell
    found = None
    for number in sorted(map(int, names)):
        try:
            if os.path.samestat(os.fstat(number), wanted):
                found = number
        except OSError:
            continue  # the one by which the folder was read
    return found
