"""Interface of the gateway to its sessions, which are those of a raftupd or a recording."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from raftup._generated.caller_pb2 import GetCallerResponse
from raftup.console.login import Login


class Messages(Protocol):
    """A serialized Exchange stream."""

    async def write(self, request: bytes) -> None:
        """Sends a request."""

    async def read(self) -> object:
        """The next response as bytes; another object at the end of the stream."""

    async def done_writing(self) -> None:
        """Announces that no further requests follow."""

    def cancel(self) -> bool:
        """Cancels the call at once."""


class Backend(Protocol):
    """Calls of SessionService and DatabaseService with serialized messages."""

    async def close(self) -> None:
        """Closes the connection."""

    async def unary(self, login: Login, method: str, request: bytes) -> bytes:
        """Returns the serialized answer of a call; raises the RaftupError of the server."""

    async def upload(self, login: Login, messages: AsyncIterator[bytes]) -> bytes:
        """Returns the serialized answer of UploadDatabase; raises the RaftupError of the server."""

    def watch(self, login: Login, request: bytes) -> AsyncIterator[bytes]:
        """Yields the serialized messages of a WatchSession call."""

    def exchange(self, login: Login) -> Messages:
        """Opens an Exchange stream."""

    async def is_serving(self) -> bool:
        """Whether the server reports that it is serving."""

    async def caller(self, token: str) -> GetCallerResponse:
        """Identity of a token's owner; raises RaftupError UNAUTHENTICATED for a wrong token."""
