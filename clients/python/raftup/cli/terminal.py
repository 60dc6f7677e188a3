"""Where the command writes to people."""

from __future__ import annotations

from rich.console import Console


def terminal(*, quiet: bool = False, stderr: bool = False) -> Console:
    """A console that shows text as it stands: `[m]` is a unit and `[1]` an index, not a style.

    Args:
        quiet: say nothing.
        stderr: write to standard error.
    """
    return Console(quiet=quiet, stderr=stderr, markup=False, highlight=False)
