"""Exchange streams of the gateway."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import grpc
from google.protobuf.message import Message

from raftup._generated import exchange_pb2
from raftup.console.backend import Messages

NO_ROWS = 1 << 40
"""An output stride that is larger than any step index, so that no rows are sent."""

_HEARTBEAT = 2.0  # s


class Stream:
    """An Exchange stream to which several tasks may write."""

    def __init__(self, call: Messages) -> None:
        self._call = call
        self._writing = asyncio.Lock()

    async def send(self, **kind: Message) -> None:
        """Sends a request of the given kind."""
        request = exchange_pb2.ExchangeRequest(**kind)  # type: ignore[arg-type]
        async with self._writing:
            await self._call.write(request.SerializeToString())

    async def receive(self) -> exchange_pb2.ExchangeResponse | None:
        """The next response; None at the end."""
        data = await self._call.read()
        return exchange_pb2.ExchangeResponse.FromString(data) if isinstance(data, bytes) else None

    async def leave(self) -> None:
        """Ends the stream in good order."""
        await self.send(detach=exchange_pb2.Detach())
        await self.end()

    async def end(self) -> None:
        """Announces the end of requests and waits for the end of the stream."""
        with suppress(asyncio.InvalidStateError):  # it has ended, which reading tells
            await self._call.done_writing()
        while await self.receive() is not None:
            pass

    async def keep_alive(self) -> None:
        """Sends heartbeats while steps wait for participants, until the stream ends."""
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            while True:
                await asyncio.sleep(_HEARTBEAT)
                await self.send(heartbeat=exchange_pb2.Heartbeat())

    def cancel(self) -> None:
        """Cancels the stream if it has not ended."""
        self._call.cancel()
