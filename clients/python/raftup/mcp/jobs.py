"""Calls that take long: few at a time, awaited for a minute, then asked for by their id."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from raftup.base.errors import RaftupError, bad_field

PATIENCE = 60.0
"""Time for which a call waits for its answer [s]; clients give up after one or a few minutes."""

MOST_RUNNING = 2
"""Calls that compute at a time; each may use a core and the memory of a model."""

_KEPT = 64  # jobs whose answers can still be asked for


@dataclass
class Job:
    """One call that computes.

    Attributes:
        id: name and number, such as `modes-3`.
        begun: time.monotonic() at its begin.
        cancel: what ends it early; None where nothing can.
    """

    id: str
    begun: float
    cancel: Callable[[], None] | None = None
    _done: threading.Event = field(default_factory=threading.Event)
    _answer: Any = None
    _error: BaseException | None = None
    _seconds: float = 0.0

    @property
    def is_running(self) -> bool:
        """Whether there is no answer yet."""
        return not self._done.is_set()

    @property
    def seconds(self) -> float:
        """Wall clock time that it has taken so far [s]."""
        return time.monotonic() - self.begun if self.is_running else self._seconds

    def answer(self, patience: float) -> Any:
        """The answer; waits for at most `patience` [s].

        Raises:
            TimeoutError: if there is none yet.
            BaseException: what has ended the call.
        """
        if not self._done.wait(patience):
            raise TimeoutError
        if self._error is not None:
            raise self._error
        return self._answer

    def run(self, work: Callable[[], Any]) -> None:
        """Computes the answer, in the thread of the job."""
        try:
            self._end(work(), None)
        except BaseException as error:  # it belongs to who asks for the answer
            self._end(None, error)

    def abandon(self) -> None:
        """Ends it early where it can be, and ends all waits for its answer."""
        if self.is_running and self.cancel is not None:
            self.cancel()
        self._end(None, RaftupError("the server of tools ends", code="ABORTED"))

    def _end(self, answer: Any, error: BaseException | None) -> None:
        if self.is_running:
            self._answer, self._error = answer, error
            self._seconds = time.monotonic() - self.begun
            self._done.set()


class Jobs:
    """The calls of a server that compute."""

    def __init__(self, patience: float = PATIENCE, most_running: int = MOST_RUNNING) -> None:
        """Begins without jobs.

        Args:
            patience: time for which a call waits [s].
            most_running: number of jobs at a time.
        """
        self.patience = patience
        self._most_running = most_running
        self._jobs: dict[str, Job] = {}
        self._count = 0
        self._lock = threading.Lock()

    def begin(
        self, name: str, work: Callable[[], Any], cancel: Callable[[], None] | None = None
    ) -> Job:
        """Starts a job in a thread of its own.

        Args:
            name: first part of its id.
            work: computes the answer.
            cancel: ends the work early.

        Raises:
            RaftupError: RESOURCE_EXHAUSTED if as many jobs run as may.
        """
        with self._lock:
            running = [job.id for job in self._jobs.values() if job.is_running]
            if len(running) >= self._most_running:
                raise RaftupError(
                    f"{len(running)} calls compute already, {' and '.join(running)}: wait for one "
                    "with the tool job",
                    code="RESOURCE_EXHAUSTED",
                )
            self._count += 1
            job = Job(f"{name}-{self._count}", time.monotonic(), cancel)
            finished = [one.id for one in self._jobs.values() if not one.is_running]
            for old in finished[: max(0, len(self._jobs) - _KEPT + 1)]:
                del self._jobs[old]
            self._jobs[job.id] = job
        context = copy_context()
        threading.Thread(target=context.run, args=(job.run, work), daemon=True).start()
        return job

    def compute(self, name: str, work: Callable[[], Any]) -> Any:
        """The answer of a job that is awaited.

        Raises:
            RaftupError: DEADLINE_EXCEEDED with its id, if it takes longer than the patience; the
                errors of `work`.
        """
        job = self.begin(name, work)
        try:
            return job.answer(self.patience)
        except TimeoutError:
            raise RaftupError(
                f"it takes longer than {self.patience:g} s and goes on: ask for the answer with "
                f"the tool job and the id {job.id}",
                code="DEADLINE_EXCEEDED",
            ) from None

    def find(self, job_id: str) -> Job:
        """The job of an id.

        Raises:
            RaftupError: BAD_FIELD if there is none.
        """
        job = self._jobs.get(job_id)
        if job is None:
            known = ", ".join(self._jobs) or "none yet"
            raise bad_field("id", f"must be one of {known}, is {job_id!r}")
        return job

    def close(self) -> None:
        """Cancels what can be cancelled, and ends all waits."""
        for job in list(self._jobs.values()):
            job.abandon()
