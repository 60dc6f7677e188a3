"""How far a study has come, on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress

from raftup.cli.counting_bar import counting_bar
from raftup.study import Preparation, StudyProgress

_RUNNING = "running"


class StudyBar:
    """A bar with cases done, failures, rate and time left, which begins anew with every phase."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._phase = "checking"
        self._task = bar.add_task(self._phase, total=None)

    def prepare(self, state: Preparation) -> None:
        """Shows what is done before the first case runs."""
        self._show(state.doing, state.doing, state.done, state.total)

    def run(self, state: StudyProgress) -> None:
        """Shows how many cases are done."""
        text = f"{state.failed} failed, {state.rate:,.1f} cases/s"
        self._show(_RUNNING, text, state.done + state.failed, state.total)

    def _show(self, phase: str, text: str, done: int, total: int | None) -> None:
        """A phase begins with what is done already, which does not count for the time left."""
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
        """Takes the bar from the screen."""
        self._bar.remove_task(self._task)


@contextmanager
def study_bar(console: Console) -> Iterator[StudyBar]:
    """A bar for the length of a block; where no case ran or an error comes, it is taken away."""
    with counting_bar(console, "cases") as progress:
        bar, stays = StudyBar(progress), False
        try:
            yield bar
            stays = bar.has_run
        finally:
            if not stays:
                bar.clear()
