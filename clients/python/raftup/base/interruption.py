"""Signals that end a program where it waits, not where they happen to strike.

Python runs the handler of a signal between any two instructions of the main thread, and so a
KeyboardInterrupt may be raised inside the locks of a library: the lock stays taken, and who wants
it next waits for ever. Here calls into such libraries are made by a Worker, a thread that no signal
interrupts, while the main thread waits in wait(), where an exception harms nothing.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Generic, TypeVar

from raftup.base.closing import Closing

T = TypeVar("T")

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Those by which a user, a service manager or a terminal that is closed ends a program."""

_LOOK = 1.0  # s: a signal that another thread is told of wakes none that waits
_DELAY = 0.5  # s, after which a program that does not wait is interrupted where it is
_PAUSE = 0.02  # s, until the next look whether it may be
_PATIENCE = 5.0  # s, with a library that may hold locks
_CLEAN_UP = 30.0  # s, that a program has to leave in good order
_LOCKING = frozenset(
    [
        "asyncio",
        "concurrent",
        "dask",
        "distributed",
        "fsspec",
        "grpc",
        "logging",
        "netCDF4",
        "numcodecs",
        "queue",
        "rich",
        "threading",
        "tornado",
        "xarray",
        "zarr",
    ]
)
"""Packages whose code holds locks: an exception in their midst would leave these taken."""


class Interrupted(KeyboardInterrupt):
    """A signal asked the program to end.

    Attributes:
        number: of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"interrupted by signal {number}")
        self.number = number


@dataclass
class _Interruption:
    """What the program knows of a signal; the main thread's alone.

    Attributes:
        number: of the first signal; None before.
        time: of that signal, monotonic [s].
        raised: whether the exception has been raised: it is, once.
        held: how many blocks of held_back() the main thread is in.
        waiting: what the main thread waits for.
        noted: the number for the thread that ends a program which does not end; None: it has.
    """

    number: int | None = None
    time: float = 0.0
    raised: bool = False
    held: int = 0
    waiting: queue.SimpleQueue[Any] | None = None
    noted: queue.SimpleQueue[int | None] = field(default_factory=queue.SimpleQueue)


_interruption = _Interruption()
_WAKE = object()


@contextmanager
def interruptions() -> Iterator[None]:
    """Raises Interrupted in the main thread, once, when a signal comes inside the block.

    It is raised at the next wait(), or after half a second where the program is by then. Later
    signals change nothing; a program that has not ended within half a minute is ended. Signals that
    the program was started to ignore stay ignored.
    """
    global _interruption
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (*SIGNALS, signal.SIGALRM)}
    _interruption = _Interruption()
    for number in SIGNALS:
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, _note)
    signal.signal(signal.SIGALRM, _insist)
    # made here: a handler may strike where the module threading holds its own lock
    threading.Thread(target=_end_in_time, args=(_interruption.noted,), daemon=True).start()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        _interruption.noted.put(None)
        for number, handler in before.items():
            signal.signal(number, handler)


def _note(number: int, _frame: FrameType | None) -> None:
    if _interruption.number is not None:
        return
    _interruption.number, _interruption.time = number, time.monotonic()
    if _interruption.waiting is not None:
        _interruption.waiting.put(_WAKE)
    signal.setitimer(signal.ITIMER_REAL, _DELAY)
    _interruption.noted.put(number)


def _insist(_number: int, frame: FrameType | None) -> None:
    """Raises where the program is, unless that is in the midst of something that holds locks."""
    if _interruption.raised or _interruption.number is None:
        return
    may_lock = time.monotonic() < _interruption.time + _PATIENCE and _holds_locks(frame)
    if _interruption.held or may_lock:
        signal.setitimer(signal.ITIMER_REAL, _PAUSE)
    else:
        _raise_noted()


def _holds_locks(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in _LOCKING:
            return True
        frame = frame.f_back
    return False


def _raise_noted() -> None:
    if _interruption.number is not None and not _interruption.raised:
        _interruption.raised = True
        raise Interrupted(_interruption.number)


def _end_in_time(noted: queue.SimpleQueue[int | None]) -> None:
    """Ends a program that a signal has not ended within half a minute."""
    number = noted.get()
    if number is None:
        return
    try:
        noted.get(timeout=_CLEAN_UP)
    except queue.Empty:
        print("raftup: interrupted, and ended without cleaning up", file=sys.stderr, flush=True)
        os._exit(128 + number)


@contextmanager
def held_back() -> Iterator[None]:
    """Has no signal end the program within the block, for what is made and must be remembered.

    Only those of interruptions() are held back, and but in wait().
    """
    state = _interruption
    is_main = threading.current_thread() is threading.main_thread()
    state.held += is_main
    try:
        yield
    finally:
        state.held -= is_main


def wait(answers: queue.SimpleQueue[T]) -> T:
    """The next item of a queue; in the main thread a place where a signal may end the program.

    Raises:
        Interrupted: inside interruptions().
        KeyboardInterrupt: elsewhere, as Python does.
    """
    if threading.current_thread() is not threading.main_thread():
        return answers.get()
    before, _interruption.waiting = _interruption.waiting, answers
    try:
        while True:
            _raise_noted()
            with suppress(queue.Empty):
                item = answers.get(timeout=_LOOK)
                if item is not _WAKE:
                    return item
    finally:
        _interruption.waiting = before


@dataclass(frozen=True)
class Outcome(Generic[T]):
    """What a function returned, or the exception that it raised."""

    value: T | None = None
    error: BaseException | None = None

    @classmethod
    def of(cls, function: Callable[[], T]) -> Outcome[T]:
        """Calls a function and keeps what it returns or raises."""
        try:
            return cls(value=function())
        except BaseException as error:  # raised again by result()
            return cls(error=error)

    def result(self) -> T:
        """The value, or the error raised."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]  # None only where T has it


class Worker(Closing):
    """A thread that calls functions one after another, where no signal interrupts them."""

    def __init__(self, name: str) -> None:
        """Starts it.

        Args:
            name: of the thread, for those who look at a hanging program.
        """
        self._orders: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(
            target=_serve, args=(self._orders,), name=f"raftup {name}", daemon=True
        )
        self._thread.start()

    def post(self, function: Callable[[], object]) -> None:
        """Has a function called, and does not wait for it; what it raises is lost."""

        def order() -> None:
            Outcome.of(function)

        self._orders.put(order)

    def call(self, function: Callable[[], T]) -> T:
        """What a function gives; it is waited for to its end, whatever signal comes."""
        answers: queue.SimpleQueue[Outcome[T]] = queue.SimpleQueue()
        with held_back():
            self._orders.put(lambda: answers.put(Outcome.of(function)))
            outcome = answers.get()
        return outcome.result()

    def await_call(self, function: Callable[[], T]) -> T:
        """What a function gives; a signal ends the waiting, not the function. See wait()."""
        answers: queue.SimpleQueue[Outcome[T]] = queue.SimpleQueue()
        self._orders.put(lambda: answers.put(Outcome.of(function)))
        return wait(answers).result()

    def close(self) -> None:
        """Ends the thread after what it was asked to do; may be called again."""
        self._orders.put(None)

    def __del__(self) -> None:
        self._orders.put(None)


def undisturbed(function: Callable[[], T]) -> T:
    """What a function gives that uses a library with locks: called by a Worker, to its end."""
    with Worker("undisturbed") as worker:
        return worker.call(function)


def awaited(items: Iterable[T], name: str) -> Iterator[T]:
    """Iterates over items whose iterator may block, so that signals still end the wait.

    Each item is fetched by a Worker in a thread of its own while wait() waits for it.

    Args:
        items: whose iterator blocks.
        name: of the worker.
    """
    worker, iterator = Worker(name), iter(items)
    last: Any = object()
    while (item := worker.await_call(lambda: next(iterator, last))) is not last:
        yield item


def _serve(orders: queue.SimpleQueue[Callable[[], None] | None]) -> None:
    while (order := orders.get()) is not None:
        order()
        del order
