"""A bar of things done out of many."""

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
    """A bar with a description, how many are done, time spent and time left.

    Args:
        console: where it is shown.
        things: what is counted.
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
