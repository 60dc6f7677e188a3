"""Control over a file that HDF5 has open in this process: its lock and its name.

HDF5 locks a file (flock) as long as it is open for writing, so that no other process could read it.
A result must be readable while it is written. Therefore the lock is released, and only taken for
the milliseconds of each write, during which a reader would find incomplete rows. A Claim excludes
other writers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from raftup.base.system import lock_file, unlock_file

_DESCRIPTORS = "/dev/fd"  # of this process
_PATIENCE = 2.0  # s, with those who read
_PAUSE = 0.005  # s


class OpenFile:
    """The descriptor with which a library of this process writes a file.

    Attributes:
        path: path that leads to the file even if the file is renamed.
    """

    def __init__(self, file: Path) -> None:
        """Finds the descriptor.

        Args:
            file: path of a file that is open in this process.
        """
        self._descriptor = _descriptor_of(file)
        self._readers_leave = True
        known = self._descriptor is not None
        self.path = Path(f"{_DESCRIPTORS}/{self._descriptor}") if known else file

    def unlock(self) -> None:
        """Allows other processes to open the file."""
        if self._descriptor is not None:
            unlock_file(self._descriptor)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Prevents other processes from opening the file inside the block.

        It waits for processes that are just reading the file, but only once for a process that
        keeps it open for long: rows that such a process already knows do not change.
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
        return self._descriptor is None or lock_file(self._descriptor)

    def is_at(self, file: Path) -> bool:
        """Whether `file` is the path of the open file; True if this cannot be determined."""
        if self._descriptor is None:
            return True
        try:
            return os.path.samestat(os.fstat(self._descriptor), file.stat())
        except FileNotFoundError:
            return False

    def save(self, file: Path) -> Path:
        """Present path of the written file; a new name is given if the file has lost its own.

        Args:
            file: former path, at which there may now be another file or none.

        Raises:
            OSError: if there is no room for a copy.
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
    """The newest descriptor with which this process has a file open; None if there is none."""
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
