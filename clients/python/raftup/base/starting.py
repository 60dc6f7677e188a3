"""The end of a raftup command that is interrupted while it is being loaded."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from raftup.base.system import SIGNALS


def end_quietly_while_starting() -> None:
    """Makes signals end the raftup command at once, with the exit code that a shell expects.

    Loading takes about a second, in which no work has begun that needs an orderly end. Other
    programs that import the package are not affected.
    """
    if not _is_command():
        return
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


def _is_command() -> bool:
    """Whether this process is `raftup` or `python -m raftup`, whose first argument is -m here."""
    program = sys.argv[0] if sys.argv else ""
    by_module = program == "-m" and "raftup" in sys.orig_argv
    return by_module or os.path.basename(program) == "raftup"  # not loaded yet


def _end(number: int, _frame: FrameType | None) -> None:
    os._exit(128 + number)
