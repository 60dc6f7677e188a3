"""A server in a thread of its own, while the main thread waits for signals."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from raftup.base.interruption import Outcome, wait

_PATIENCE = 5.0  # s, for which a server may take to end


def serve_until_interrupted(serve: Callable[[], None], end: Callable[[], None]) -> None:
    """Runs a server until it ends, or until a signal ends the program.

    An exception in the midst of an event loop would leave its locks taken; and tasks of the loop
    that wait for threads cannot be cancelled.

    Args:
        serve: runs the server; errors of it are raised here.
        end: makes `serve` return.
    """
    ended: queue.SimpleQueue[Outcome[None]] = queue.SimpleQueue()
    thread = threading.Thread(target=lambda: ended.put(Outcome.of(serve)), daemon=True)
    thread.start()
    try:
        wait(ended).result()
    finally:
        end()
        thread.join(_PATIENCE)
