"""Signals that end a program while it waits, rather than at any moment.

Python runs the handler of a signal between any two instructions of the main thread. A
KeyboardInterrupt may therefore be raised while a library holds a lock; the lock remains taken, and
the next thread that needs it waits forever. Here calls into such libraries are made by a Worker, a
thread that no signal interrupts, while the main thread waits in wait(), where an exception does no
harm.
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
from raftup.base.system import ALARM, SIGNALS, alarm_in

T = TypeVar("T")

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
"""Packages whose code holds locks; an exception inside them would leave the locks taken."""


class Interrupted(KeyboardInterrupt):
    """A signal has requested the end of the program.

    Attributes:
        number: number of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"interrupted by signal {number}")
        self.number = number


@dataclass
class _Interruption:
    """State of the handling of a signal; only used by the main thread.

    Attributes:
        number: number of the first signal; None before.
        time: monotonic time of that signal [s].
        raised: whether the exception has been raised, which happens once.
        held: number of blocks of held_back() in which the main thread is.
        waiting: queue for which the main thread waits.
        noted: queue to the thread that ends a program after half a minute: the number of the
            signal, or None when the program has ended its work.
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
    """Raises Interrupted in the main thread, once, after a signal inside the block.

    It is raised in the next call of wait(), or after half a second wherever the program is then.
    Further signals have no effect. A program that has not ended after half a minute is terminated.
    Signals that were ignored when the program started remain ignored.
    """
    global _interruption
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in (*SIGNALS, ALARM)}
    _interruption = _Interruption()
    for number in SIGNALS:
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, _note)
    signal.signal(ALARM, _insist)
    # the thread is made here, since a handler may run while `threading` holds its own lock
    threading.Thread(target=_end_in_time, args=(_interruption.noted,), daemon=True).start()
    try:
        yield
    finally:
        alarm_in(0.0)
        _interruption.noted.put(None)
        for number, handler in before.items():
            signal.signal(number, handler)


def _note(number: int, _frame: FrameType | None) -> None:
    if _interruption.number is not None:
        return
    _interruption.number, _interruption.time = number, time.monotonic()
    if _interruption.waiting is not None:
        _interruption.waiting.put(_WAKE)
    alarm_in(_DELAY)
    _interruption.noted.put(number)


def _insist(_number: int, frame: FrameType | None) -> None:
    """Raises the exception where the program is, unless code that holds locks is running.

    Nor is it raised in a finalizer, where Python would print and forget it.
    """
    if _interruption.raised or _interruption.number is None:
        return
    may_lock = time.monotonic() < _interruption.time + _PATIENCE and _holds_locks(frame)
    if _interruption.held or may_lock or _is_finalizer(frame):
        alarm_in(_PAUSE)
    else:
        _raise_noted()


def _holds_locks(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_globals.get("__name__", "").partition(".")[0] in _LOCKING:
            return True
        frame = frame.f_back
    return False


def _is_finalizer(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False


def _raise_noted() -> None:
    if _interruption.number is not None and not _interruption.raised:
        _interruption.raised = True
        raise Interrupted(_interruption.number)


def _end_in_time(noted: queue.SimpleQueue[int | None]) -> None:
    """Terminates a program that has not ended within half a minute after a signal."""
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
    """Delays signals to the end of the block, for work that must be completed once it has begun.

    It only affects signals handled by interruptions(), and not inside wait().
    """
    state = _interruption
    is_main = threading.current_thread() is threading.main_thread()
    state.held += is_main
    try:
        yield
    finally:
        state.held -= is_main


def wait(answers: queue.SimpleQueue[T]) -> T:
    """Waits for the next item of a queue; in the main thread, a signal may end the waiting.

    Raises:
        Interrupted: after a signal inside interruptions().
        KeyboardInterrupt: after Ctrl-C elsewhere, as in Python.
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
    """The result of a function, or the exception that it raised."""

    value: T | None = None
    error: BaseException | None = None

    @classmethod
    def of(cls, function: Callable[[], T]) -> Outcome[T]:
        """Calls a function and stores its result or exception."""
        try:
            return cls(value=function())
        except BaseException as error:  # raised again by result()
            return cls(error=error)

    def result(self) -> T:
        """Returns the stored result, or raises the stored exception."""
        if self.error is not None:
            raise self.error
        return self.value  # type: ignore[return-value]  # None only where T has it


class Worker(Closing):
    """A thread that calls functions one after another and is not interrupted by signals."""

    def __init__(self, name: str) -> None:
        """Starts the thread.

        Args:
            name: name of the thread, for debugging.
        """
        self._orders: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(
            target=_serve, args=(self._orders,), name=f"raftup {name}", daemon=True
        )
        self._thread.start()

    def post(self, function: Callable[[], object]) -> None:
        """Calls a function in the thread without waiting; its exceptions are lost."""

        def order() -> None:
            Outcome.of(function)

        self._orders.put(order)

    def call(self, function: Callable[[], T]) -> T:
        """Calls a function in the thread and returns its result; signals do not end the waiting."""
        answers: queue.SimpleQueue[Outcome[T]] = queue.SimpleQueue()
        with held_back():
            self._orders.put(lambda: answers.put(Outcome.of(function)))
            outcome = answers.get()
        return outcome.result()

    def await_call(self, function: Callable[[], T]) -> T:
        """Calls a function in the thread; a signal ends the waiting, not the function: see wait."""
        answers: queue.SimpleQueue[Outcome[T]] = queue.SimpleQueue()
        self._orders.put(lambda: answers.put(Outcome.of(function)))
        return wait(answers).result()

    def close(self) -> None:
        """Ends the thread after the functions that were posted; may be called several times."""
        self._orders.put(None)

    def __del__(self) -> None:
        self._orders.put(None)


def undisturbed(function: Callable[[], T]) -> T:
    """Calls a function that uses a library with locks in a Worker, and returns its result."""
    with Worker("undisturbed") as worker:
        return worker.call(function)


def awaited(items: Iterable[T], name: str) -> Iterator[T]:
    """Iterates over items whose iterator may block, so that signals can end the waiting.

    A Worker gets each item in a thread of its own while wait() waits for it.

    Args:
        items: items whose iterator may block.
        name: name of the thread.
    """
    worker, iterator = Worker(name), iter(items)
    last: Any = object()
    while (item := worker.await_call(lambda: next(iterator, last))) is not last:
        yield item


def _serve(orders: queue.SimpleQueue[Callable[[], None] | None]) -> None:
    while (order := orders.get()) is not None:
        order()
        del order
