"""Where the command writes to people."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class _Terminal(Console):
    """Leaves it to the command how to end where nobody reads any more."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def terminal(*, quiet: bool = False, stderr: bool = False) -> Console:
    """A console that shows text as it stands: `[m]` is a unit and `[1]` an index, not a style.

    Args:
        quiet: say nothing.
        stderr: write to standard error.
    """
    return _Terminal(quiet=quiet, stderr=stderr, markup=False, highlight=False)
