"""Where the programs are that this package starts."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from raftup.errors import RaftupError

_PACKAGED = Path(__file__).parent / "bin"
_BUILD = Path(__file__).resolve().parents[3] / "build" / "release"


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
