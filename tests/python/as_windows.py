"""Runs a command of raftup as on Windows, as far as a Linux machine can: without what POSIX has.

    python as_windows.py run model.yaml --server ADDRESS

Libraries are loaded first, as they decide by the system what they do. The locks of Windows are
those of bytes of a file, which Linux has too.
"""

import asyncio  # noqa: F401
import fcntl
import multiprocessing  # noqa: F401
import os
import platform  # noqa: F401
import signal
import subprocess  # noqa: F401
import sys
from types import ModuleType

import dask.array  # noqa: F401
import grpc  # noqa: F401
import netCDF4  # noqa: F401
import rich.console
import rich.progress  # noqa: F401
import typer  # noqa: F401
import xarray  # noqa: F401

_POSIX = {
    signal: ("SIGALRM", "SIGHUP", "SIGKILL", "setitimer", "ITIMER_REAL", "pthread_sigmask"),
    os: ("O_CLOEXEC", "getloadavg", "pread", "sched_getaffinity", "sendfile", "sysconf", "waitid"),
}


def _locking(descriptor: int, mode: int, byte_count: int) -> None:
    operation = fcntl.LOCK_UN if mode == 0 else fcntl.LOCK_EX | fcntl.LOCK_NB
    fcntl.lockf(descriptor, operation, byte_count, os.lseek(descriptor, 0, os.SEEK_CUR))


def become_windows() -> None:
    """Takes away what Windows lacks."""
    locks = ModuleType("msvcrt")
    locks.locking, locks.LK_UNLCK, locks.LK_NBLCK = _locking, 0, 2  # type: ignore[attr-defined]
    sys.modules["msvcrt"] = locks
    sys.modules.update({"fcntl": None, "resource": None})  # type: ignore[dict-item]  # no such
    for module, names in _POSIX.items():
        for name in names:
            delattr(module, name)
    signal.SIGBREAK = signal.SIGUSR1  # type: ignore[attr-defined]  # Ctrl-Break
    sys.platform = "win32"


if __name__ == "__main__":
    become_windows()
    from raftup.cli.main import main
    from raftup.results import open_file

    open_file._DESCRIPTORS = "nowhere"
    main()
