"""What systems offer under different names: locks of files, signals, alarms, sizes.

Linux and macOS have it by POSIX. Windows has locks of parts of a file, fewer signals, no alarm and
no set of processors of a process.
"""

from __future__ import annotations

import _thread
import errno
import os
import signal
import sys
import threading
from contextlib import suppress

SIGNALS: tuple[signal.Signals, ...] = tuple(
    getattr(signal, name)
    for name in (
        ("SIGINT", "SIGBREAK") if sys.platform == "win32" else ("SIGINT", "SIGTERM", "SIGHUP")
    )
)
"""Signals by which a user, a service manager or a terminal that is closed ends a program."""

ALARM: signal.Signals = getattr(signal, "SIGALRM", signal.SIGTERM)
"""Signal of alarm_in(). On Windows it is SIGTERM, which no other program can send there."""

_WITHOUT_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)  # of some file systems

if sys.platform == "win32":
    import msvcrt

    _alarm: threading.Timer | None = None
    _LOCKED_BYTE = 1 << 40  # beyond the end, so that the content can be read; locks need no bytes

    def lock_file(descriptor: int) -> bool:
        """Takes the exclusive lock of an open file; False if another program has it."""
        return _lock_byte(descriptor, msvcrt.LK_NBLCK)

    def unlock_file(descriptor: int) -> None:
        """Releases the lock of an open file."""
        _lock_byte(descriptor, msvcrt.LK_UNLCK)

    def alarm_in(seconds: float) -> None:
        """Sends ALARM to the main thread after a time [s]; 0 takes it back."""
        global _alarm
        if _alarm is not None:
            _alarm.cancel()
        _alarm = threading.Timer(seconds, _thread.interrupt_main, [ALARM]) if seconds else None
        if _alarm is not None:
            _alarm.daemon = True
            _alarm.start()

    def _lock_byte(descriptor: int, mode: int) -> bool:
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, mode, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)
        return True

else:
    import fcntl

    def lock_file(descriptor: int) -> bool:
        """Takes the exclusive lock of an open file; False if another program has it.

        On file systems without locks every caller gets it.

        Raises:
            OSError: of a descriptor that is not open.
        """
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _WITHOUT_LOCKS:
                raise
        return True

    def unlock_file(descriptor: int) -> None:
        """Releases the lock of an open file."""
        with suppress(OSError):  # of a file system without locks
            fcntl.flock(descriptor, fcntl.LOCK_UN)

    def alarm_in(seconds: float) -> None:
        """Sends ALARM to this process after a time [s]; 0 takes it back."""
        signal.setitimer(signal.ITIMER_REAL, seconds)


def machine_memory() -> int:
    """Memory of the machine [bytes]; of Linux and macOS alone."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def processor_count() -> int:
    """Number of processors that this process may use; of all where the system does not tell."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
