"""An end to waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from raftup.base.errors import RaftupError


@contextmanager
def ending_after(
    timeout: float | None, end: Callable[[], None], waited_for: Callable[[], Sequence[str]]
) -> Iterator[None]:
    """Ends the stream that is waited for within where that takes longer than `timeout` s.

    Args:
        timeout: s of wall clock; None: for ever.
        end: ends the stream, so that who waits gets an error; called in another thread.
        waited_for: the participants that steps wait for.

    Raises:
        RaftupError: DEADLINE_EXCEEDED instead of the error that the end of the stream brings.
    """
    if timeout is None:
        yield
        return
    late = threading.Event()

    def end_late() -> None:
        late.set()
        end()

    timer = threading.Timer(timeout, end_late)
    timer.daemon = True
    timer.start()
    try:
        yield
    except RaftupError as error:
        if not late.is_set():
            raise
        waits = f", which waits for {', '.join(waited_for())}" if waited_for() else ""
        raise RaftupError(
            f"advance() must have its rows within {timeout:g} s{waits}: "
            "resume() goes on from the last step that was taken",
            code="DEADLINE_EXCEEDED",
            reason="DEADLINE_EXCEEDED",
        ) from error
    finally:
        timer.cancel()
