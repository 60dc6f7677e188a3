"""A console of one's own, in a thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from raftup.console.gateway import ConsoleOptions, Gateway

_PATIENCE = 30.0  # s
_LAST_TASKS = 1.0  # s


@contextmanager
def serve_console(options: ConsoleOptions) -> Iterator[str]:
    """Serves a console for the length of the block, which gets its URL.

    Args:
        options: what to serve, and where.

    Raises:
        RaftupError: where the raftupd cannot be reached.
        OSError: where the port is taken.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="console", daemon=True)
    thread.start()

    async def start() -> Gateway:
        gateway = Gateway(options)
        try:
            await gateway.start()
        except BaseException:
            await gateway.close()
            raise
        return gateway

    async def end(gateway: Gateway) -> None:
        await gateway.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:  # calls that were given up end by themselves
            await asyncio.wait(others, timeout=_LAST_TASKS)

    try:
        gateway = asyncio.run_coroutine_threadsafe(start(), loop).result(_PATIENCE)
        try:
            yield gateway.url
        finally:
            asyncio.run_coroutine_threadsafe(end(gateway), loop).result(_PATIENCE)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_PATIENCE)
        loop.close()
