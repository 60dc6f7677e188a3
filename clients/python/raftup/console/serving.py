"""A console in a thread of this program."""

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
    """Runs a console for the duration of the block; yields its URL.

    Args:
        options: options of the console.

    Raises:
        RaftupError: if the raftupd cannot be reached.
        OSError: if the port is in use.
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
