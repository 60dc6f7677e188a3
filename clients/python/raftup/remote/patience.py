"""Time limits for waiting on a stream."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from raftup.base.errors import RaftupError


@contextmanager
def ending_after(
    timeout: float | None, end: Callable[[], None], waited_for: Callable[[], Sequence[str]]
) -> Iterator[None]:
    """Ends a stream if the block, which waits for it, takes longer than `timeout` seconds.

    Args:
        timeout: s of wall clock; None = no limit.
        end: function that ends the stream, so that the waiting thread gets an error; it is called
            in another thread.
        waited_for: returns the ids of the participants whose samples are missing.

    Raises:
        RaftupError: DEADLINE_EXCEEDED, in place of the error caused by the end of the stream.
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
