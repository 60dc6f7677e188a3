"""Warnings of commands that read results of runs that did not finish."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from raftup.cli.terminal import terminal


def warn_of_unfinished(files: Sequence[Path]) -> None:
    """Prints on standard error which results end before their run was to end, once for each.

    Args:
        files: results that were read.
    """
    from raftup.results.unfinished import unfinished_runs  # xarray takes half a second

    for line in unfinished_runs(files):
        terminal(stderr=True).print(line, soft_wrap=True)
