"""Progress bar of a study."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

from raftup.cli.counting_bar import counting_bar
from raftup.study import Preparation, StudyProgress

_RUNNING = "running"


class StudyBar:
    """A bar with cases done, failures, rate and remaining time, which restarts with every phase."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._phase = "checking"
        self._task = bar.add_task(self._phase, total=None)

    def prepare(self, state: Preparation) -> None:
        """Shows the progress of the work before the first case."""
        self._show(state.doing, state.doing, state.done, state.total)

    def run(self, state: StudyProgress) -> None:
        """Shows how many cases are done."""
        text = f"{state.failed} failed, {state.rate:,.1f} cases/s"
        self._show(_RUNNING, text, state.done + state.failed, state.total)

    def _show(self, phase: str, text: str, done: int, total: int | None) -> None:
        """Shows a phase; what was done before its start is ignored in the remaining time."""
        if phase != self._phase:
            self._bar.remove_task(self._task)
            self._phase = phase
            self._task = self._bar.add_task(text, completed=done, total=total)
        self._bar.update(self._task, description=text, completed=done, total=total)

    @property
    def has_run(self) -> bool:
        """Whether a case was run."""
        return self._phase == _RUNNING

    def clear(self) -> None:
        """Removes the bar from the screen."""
        self._bar.remove_task(self._task)


@contextmanager
def study_bar(console: Console) -> Iterator[StudyBar]:
    """A bar for the duration of a block; it is removed after an error or if no case was run."""
    with counting_bar(console, "cases") as progress:
        bar, stays = StudyBar(progress), False
        try:
            yield bar
            stays = bar.has_run
        finally:
            if not stays:
                bar.clear()
