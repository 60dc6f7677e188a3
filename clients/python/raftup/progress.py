"""Progress of a run, and its display."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self, TypeAlias

from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

from raftup.remote.fit_progress import FitProgress


@dataclass(frozen=True)
class Progress:
    """Progress of a run.

    Attributes:
        time: simulated time so far [s].
        duration: total time to be simulated [s].
        wall_time: wall clock time since the first step [s].
        waiting_for: ids of the participants for whose samples the run waits; empty if it does not
            wait.
    """

    time: float
    duration: float
    wall_time: float
    waiting_for: tuple[str, ...] = ()

    @property
    def real_time_factor(self) -> float:
        """Simulated seconds per second of wall clock."""
        return self.time / self.wall_time if self.wall_time > 0 else 0.0


ProgressCallback: TypeAlias = Callable[[Progress], None]

_STARTING = "starting"


class ProgressBar:
    """A progress bar with simulated time, real-time factor and remaining time.

    It is a context manager, and is called with each Progress.
    """

    def __init__(self, console: Console | None = None) -> None:
        self._bar = RichProgress(
            TextColumn("{task.fields[simulated]}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[factor]}"),
            TimeRemainingColumn(compact=True),
            TextColumn("left"),
            console=console or _plain_console(),
        )
        self._task = self._bar.add_task("run", total=None, simulated=_STARTING, factor="")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None and self._bar.tasks[0].total is None:
            self._bar.remove_task(self._task)  # the run did not begin
        self._bar.stop()

    def show_fit(self, fit: FitProgress | None) -> None:
        """Shows the progress in fitting the radiation memory; None removes it."""
        self._bar.update(self._task, simulated=_STARTING if fit is None else str(fit))

    def __call__(self, progress: Progress) -> None:
        """Shows the progress of a run, and the participants for which it waits."""
        names = ", ".join(progress.waiting_for)
        waits = f", waits for {names}" if names else ""
        self._bar.update(
            self._task,
            completed=progress.time,
            total=progress.duration,
            simulated=f"{progress.time:.1f} of {progress.duration:g} s{waits}",
            factor=f"{progress.real_time_factor:,.0f} x real time",
        )


def _plain_console() -> Console | None:
    """A console for notebooks without widgets, where Rich would issue warnings; else None."""
    if importlib.util.find_spec("ipywidgets") is None and Console().is_jupyter:
        return Console(force_jupyter=False)
    return None


class Stopwatch:
    """Makes Progress objects with the wall clock time since the stopwatch was made."""

    def __init__(self, duration: float) -> None:
        self._start = time.perf_counter()
        self._duration = duration

    def at(self, simulated: float, waiting_for: tuple[str, ...] = ()) -> Progress:
        """Progress at a simulated time [s], with the participants for which the run waits."""
        wall_time = time.perf_counter() - self._start
        return Progress(simulated, self._duration, wall_time, waiting_for)
