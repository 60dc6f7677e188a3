"""A progress bar that counts things."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

_BAR_WIDTH = 18  # leaves 22 of 80 columns to a description


def counting_bar(console: Console, things: str) -> Progress:
    """A bar with a description, the number done, elapsed and remaining time.

    Args:
        console: console on which it is shown.
        things: name of the things that are counted.
    """
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=_BAR_WIDTH),
        MofNCompleteColumn(),
        TextColumn(things),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("left"),
        console=console,
    )
