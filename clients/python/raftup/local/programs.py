"""Paths of the programs that this package starts, and of the library that it copies into FMUs."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from raftup.base.errors import RaftupError
from raftup.local.difference import unpack

_PACKAGED = Path(__file__).resolve().parents[1] / "bin"
_BUILD = Path(__file__).resolve().parents[4] / "build" / "release"


def find_program(name: str, folder: str, variable: str) -> Path:
    """Finds a program; the first of these that exists is returned.

    1. the path in the environment variable `variable`, 2. a program in this package, from a wheel,
    3. one beside the Python interpreter, 4. one in `folder` of build/release of the repository from
    which this package is installed, 5. one on the PATH.

    Args:
        name: name of the file.
        folder: folder in which the build makes it.
        variable: name of the environment variable.

    Raises:
        RaftupError: PROGRAM_NOT_FOUND if there is none.
    """
    named = os.environ.get(variable)
    if named:
        candidates = [Path(named)]
    else:
        on_path = shutil.which(name)
        candidates = [
            _PACKAGED / name,
            Path(sys.executable).parent / name,
            _BUILD / folder / name,
            *([Path(on_path)] if on_path else []),
        ]
    for candidate in candidates:
        if candidate.is_file() and os.access(candidate, os.X_OK):
            return candidate
    if sys.platform != "linux" and not named:
        raise RaftupError(_elsewhere(name), code="UNAVAILABLE", reason="PROGRAM_NOT_FOUND")
    places = ", ".join(str(candidate) for candidate in candidates)
    raise RaftupError(
        f"no {name} found at {places} or on the PATH: install the wheel, build it with "
        f"deploy/install.sh, or name it in {variable}",
        code="UNAVAILABLE",
        reason="PROGRAM_NOT_FOUND",
    )


def _elsewhere(name: str) -> str:
    """The sentence for systems that the programs are not built for."""
    system = {"win32": "Windows", "darwin": "macOS"}.get(sys.platform, sys.platform)
    way = "run in WSL" if sys.platform == "win32" else "run in a container with Linux"
    what = "server" if name == "raftupd" else name
    return f"this package has no {what} for {system}: name a server by --server, or {way}"


def read_library(name: str, folder: str, variable: str) -> bytes:
    """Reads a library that is copied and not loaded; a wheel has its difference from raftupd.

    Args:
        name: name of the file.
        folder: folder as in find_program().
        variable: environment variable as in find_program().

    Raises:
        RaftupError: if there is no such library, or raftupd or the difference is damaged.
    """
    packed = _PACKAGED / f"{name}.difference"
    if os.environ.get(variable) or not packed.is_file():
        return find_program(name, folder, variable).read_bytes()
    other = _PACKAGED / "raftupd"
    try:
        return unpack(other.read_bytes(), packed.read_bytes())
    except (OSError, ValueError) as error:
        raise RaftupError(
            f"{other} and {packed.name} make no {name} ({error}): install the wheel again",
            code="DATA_LOSS",
        ) from error
