"""Where the programs are that this package starts, and the library that it gives away."""

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
    """The first that exists.

    1. where the environment's `variable` says, 2. in this package, which has it from a wheel,
    3. beside the Python interpreter, 4. `folder` of build/release of the repository that this
    package is installed from, 5. the PATH.

    Args:
        name: of the file.
        folder: where the build puts it.
        variable: of the environment.

    Raises:
        RaftupError: where there is none.
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
    places = ", ".join(str(candidate) for candidate in candidates)
    raise RaftupError(
        f"no {name} found at {places} or on the PATH: install the wheel, build it with "
        f"deploy/install.sh, or name it in {variable}",
        code="UNAVAILABLE",
        reason="PROGRAM_NOT_FOUND",
    )


def read_library(name: str, folder: str, variable: str) -> bytes:
    """A library that no process of ours loads. A wheel has what it differs by from raftupd.

    Args:
        name: of the file.
        folder: as in find_program().
        variable: as in find_program().

    Raises:
        RaftupError: where there is none, or raftupd or the difference is damaged.
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
