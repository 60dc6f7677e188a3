"""What the gateway needs of where its sessions are: a raftupd, or a recording."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from raftup._generated.caller_pb2 import GetCallerResponse
from raftup.console.login import Login


class Messages(Protocol):
    """An Exchange stream, serialised."""

    async def write(self, request: bytes) -> None:
        """Sends a request."""

    async def read(self) -> object:
        """The next response as bytes; anything else at the end."""

    async def done_writing(self) -> None:
        """Says that nothing follows."""

    def cancel(self) -> bool:
        """Ends the call at once."""


class Backend(Protocol):
    """Calls of SessionService and DatabaseService, as bytes."""

    async def close(self) -> None:
        """Ends the connection."""

    async def unary(self, login: Login, method: str, request: bytes) -> bytes:
        """The serialised answer of a call; RaftupError as the server has it."""

    async def upload(self, login: Login, messages: AsyncIterator[bytes]) -> bytes:
        """The serialised answer of an UploadDatabase; RaftupError as the server has it."""

    def watch(self, login: Login, request: bytes) -> AsyncIterator[bytes]:
        """Serialised messages of a WatchSession call."""

    def exchange(self, login: Login) -> Messages:
        """Opens an Exchange stream."""

    async def is_serving(self) -> bool:
        """Whether it says that it serves."""

    async def caller(self, token: str) -> GetCallerResponse:
        """Who it is to whom a token belongs; RaftupError UNAUTHENTICATED."""
