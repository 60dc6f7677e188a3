"""Asynchronous calls of a raftupd with serialized messages."""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc

from raftup._generated import console_pb2
from raftup._generated.caller_pb2 import GetCallerRequest, GetCallerResponse
from raftup.base.errors import RaftupError, bad_field, error_from_rpc
from raftup.console.login import Login
from raftup.remote.identity import Identity
from raftup.remote.rpc import BUILD_TIMEOUT, channel_options

_SESSION_METHODS = (
    "CreateCheckpoint CreateSession DeleteCheckpoint DeleteSession GetCaller GetSea GetSession "
    "GetStatistics InitializeSession ListCheckpoints ListSessions ListVariables PauseSession "
    "QueryContacts ReadValues ResetSession RestoreCheckpoint ResumeSession StepSession "
    "TerminateSession"
)
_MERGED = ("DatabaseService.ReadCoefficients", "DatabaseService.ReadMesh")
METHODS = frozenset(
    [
        *(f"SessionService.{name}" for name in _SESSION_METHODS.split()),
        "DatabaseService.GetDatabase",
        "DatabaseService.ListDatabases",
        *_MERGED,
    ]
)
"""Calls that tabs may make: unary calls, and streams whose responses are merged to one."""

_ANSWER_LIMIT = 64 << 20  # bytes of a merged answer

_HEALTH_TIMEOUT = 2.0  # s
_SERVING = b"\x08\x01"  # a grpc.health.v1.HealthCheckResponse of status SERVING

_RECONNECTION = [
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.min_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 1000),
]


class Calls:
    """A connection to a raftupd on which every call has the identity of its caller.

    Args:
        address: address of the server.
        identity: certificates of the connection; its token is not used.
    """

    def __init__(self, address: str, identity: Identity) -> None:
        options = [*channel_options(address), *_RECONNECTION]
        credentials = identity.channel_credentials()
        self._channel = (
            grpc.aio.insecure_channel(address, options=options)
            if credentials is None
            else grpc.aio.secure_channel(address, credentials, options=options)
        )

    async def close(self) -> None:
        """Closes the connection."""
        await self._channel.close(None)

    async def unary(self, login: Login, method: str, request: bytes) -> bytes:
        """Makes a unary call and returns its serialized answer.

        Args:
            login: caller.
            method: name such as "SessionService.GetSession".
            request: serialized request.

        Raises:
            RaftupError: the error of the server.
        """
        if method in _MERGED:
            return await self._merged(login, method, request)
        call = self._channel.unary_unary(f"/raftup.v1.{method.replace('.', '/')}", None, None)
        try:
            answer: bytes = await call(request, metadata=login.metadata, timeout=BUILD_TIMEOUT)
        except grpc.aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        return answer

    async def _merged(self, login: Login, method: str, request: bytes) -> bytes:
        """Merges all responses of a stream to one message by joining their serialized bytes."""
        stream = self._stream(method)(request, metadata=login.metadata, timeout=BUILD_TIMEOUT)
        answer = bytearray()
        try:
            async for response in stream:
                answer += response
                if len(answer) > _ANSWER_LIMIT:
                    raise bad_field("answer", f"must have at most {_ANSWER_LIMIT} bytes here")
        except grpc.aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        finally:
            stream.cancel()
        return bytes(answer)

    async def upload(self, login: Login, messages: AsyncIterator[bytes]) -> bytes:
        """Makes a call of UploadDatabase and returns its serialized answer.

        Args:
            login: caller.
            messages: serialized messages UploadDatabaseRequest.

        Raises:
            RaftupError: the error of the server.
        """
        method = "/raftup.v1.DatabaseService/UploadDatabase"
        call = self._channel.stream_unary(method, None, None)
        try:
            answer: bytes = await call(messages, metadata=login.metadata, timeout=BUILD_TIMEOUT)
        except grpc.aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        return answer

    def _stream(self, method: str) -> grpc.aio.UnaryStreamMultiCallable[bytes, bytes]:
        return self._channel.unary_stream(f"/raftup.v1.{method.replace('.', '/')}", None, None)

    async def watch(self, login: Login, request: bytes) -> AsyncIterator[bytes]:
        """Yields the serialized messages of a WatchSession call.

        Raises:
            RaftupError: the error with which the server ends the call.
        """
        stream = self._stream("SessionService.WatchSession")(request, metadata=login.metadata)
        try:
            async for response in stream:
                yield response
        except grpc.aio.AioRpcError as error:
            raise error_from_rpc(error) from error
        finally:
            stream.cancel()

    def exchange(self, login: Login) -> grpc.aio.StreamStreamCall[bytes, bytes]:
        """Opens an Exchange stream with serialized messages."""
        call = self._channel.stream_stream("/raftup.v1.SessionService/Exchange", None, None)
        stream: grpc.aio.StreamStreamCall[bytes, bytes] = call(None, metadata=login.metadata)
        return stream

    async def is_serving(self) -> bool:
        """Whether the health check of the server reports that it is serving."""
        call = self._channel.unary_unary("/grpc.health.v1.Health/Check", None, None)
        try:
            answer: bytes = await call(b"", timeout=_HEALTH_TIMEOUT)
        except grpc.aio.AioRpcError:
            return False
        return answer == _SERVING

    async def caller(self, token: str) -> GetCallerResponse:
        """Identity of the owner of a token; an empty token is anonymous.

        Raises:
            RaftupError: UNAUTHENTICATED.
        """
        login = Login(token, GetCallerResponse())
        answer = await self.unary(
            login, "SessionService.GetCaller", GetCallerRequest().SerializeToString()
        )
        return GetCallerResponse.FromString(answer)


def status_of(error: RaftupError) -> console_pb2.Status:
    """An error in the form in which it is sent to tabs."""
    return console_pb2.Status(
        code=error.code,
        message=str(error),
        reason=error.reason,
        violations=[
            console_pb2.FieldViolation(field=one.path, description=one.description)
            for one in error.violations
        ],
    )
