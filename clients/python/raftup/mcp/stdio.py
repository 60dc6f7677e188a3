"""The server over standard input and output, which ends when its caller or the user wants it to."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import anyio
from mcp.server.mcpserver import MCPServer

from raftup.mcp.jobs import Jobs
from raftup.mcp.serving import serve_until_interrupted

_CHUNK = 65_536  # bytes: the capacity of a pipe


def serve_stdio(server: MCPServer, jobs: Jobs) -> None:
    """Serves until standard input ends or the process is interrupted; calls in progress end then.

    Args:
        server: the server.
        jobs: its calls that compute.
    """
    with _ending_input(jobs.close) as end_input:

        def end() -> None:
            jobs.close()
            end_input()

        serve_until_interrupted(lambda: anyio.run(server.run_stdio_async), end)


@contextmanager
def _ending_input(at_end: Callable[[], None]) -> Iterator[Callable[[], None]]:
    """Puts a pipe in the place of standard input, and yields a function that ends it.

    Args:
        at_end: called, in another thread, when the real standard input ends.
    """
    real = os.dup(0)
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    lock, open_ends = threading.Lock(), [writing]

    def end() -> None:
        with lock:
            while open_ends:
                os.close(open_ends.pop())

    def copy() -> None:
        with suppress(OSError):  # the pipe has been ended
            while data := os.read(real, _CHUNK):
                while data:
                    data = data[os.write(writing, data) :]
        at_end()
        end()

    threading.Thread(target=copy, daemon=True).start()
    try:
        yield end
    finally:
        end()
        os.dup2(real, 0)
