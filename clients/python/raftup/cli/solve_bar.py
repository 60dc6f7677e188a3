"""Progress bar of the panel solver."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from raftup.cli.counting_bar import counting_bar

if TYPE_CHECKING:
    from raftup.bem.kept_results import ProgressCallback, SolveProgress


@contextmanager
def solve_bar(console: Console, store: Path) -> Iterator[ProgressCallback]:
    """A bar with frequencies done, elapsed and remaining time; yields its update function.

    Args:
        console: where the bar is shown.
        store: folder of the results of single frequencies, which Ctrl-C names.
    """
    bar = counting_bar(console, "frequencies")
    with bar:
        task = bar.add_task("reading meshes", total=None)

        def show(state: SolveProgress) -> None:
            bar.update(
                task,
                description=f"{state.panels} panels",
                completed=state.done,
                total=state.total,
            )

        try:
            yield show
        except KeyboardInterrupt as error:
            error.add_note(
                f"solved frequencies are kept in {store}; the same command continues from there"
            )
            raise
