"""Consoles for the output of commands."""

from __future__ import annotations

from typing import NoReturn

from rich.console import Console


class _Terminal(Console):
    """A console that does not handle closed outputs, which the command does."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def terminal(*, quiet: bool = False, stderr: bool = False) -> Console:
    """A console that prints text unchanged: `[m]` is a unit and `[1]` an index, not a style.

    Args:
        quiet: prints nothing.
        stderr: writes to standard error.
    """
    return _Terminal(quiet=quiet, stderr=stderr, markup=False, highlight=False)
