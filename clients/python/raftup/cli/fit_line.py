"""A line that says how far a radiation memory is, while a command waits for it."""

from __future__ import annotations

from rich.console import Console
from rich.status import Status

from raftup.remote.fit_progress import FitProgress


class FitLine:
    """Shows what it is called with, on a terminal only, until it is called with None."""

    def __init__(self, console: Console) -> None:
        self._status = Status("", console=console)

    def __call__(self, fit: FitProgress | None) -> None:
        """Shows how far a fit is; None takes the line away."""
        if fit is None:
            self._status.stop()
            return
        self._status.update(str(fit))
        self._status.start()
