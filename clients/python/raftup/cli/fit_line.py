"""A line with the progress of fitting a radiation memory, while a command waits."""

from __future__ import annotations

from rich.console import Console
from rich.status import Status

from raftup.remote.fit_progress import FitProgress


class FitLine:
    """Shows the progress with which it is called, only on a terminal, until the call with None."""

    def __init__(self, console: Console) -> None:
        self._status = Status("", console=console)

    def __call__(self, fit: FitProgress | None) -> None:
        """Shows the progress of a fit; None removes the line."""
        if fit is None:
            self._status.stop()
            return
        self._status.update(str(fit))
        self._status.start()
