"""The server over streamable HTTP, for callers with a bearer token."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer

from raftup.base.errors import RaftupError, bad_field
from raftup.mcp.jobs import Jobs
from raftup.mcp.serving import serve_until_interrupted

PATH = "/mcp"
"""Path of the server's endpoint."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Hosts on which it listens: tokens travel without encryption."""

_PATIENCE = 2  # s, for which calls that are being answered delay the end
_LEAST_TOKEN = 16  # characters: 96 bits in base 64


class TokenGate:
    """An ASGI application that passes calls on which carry a token, and refuses others with 401."""

    def __init__(self, application: Any, token: str) -> None:
        """Stands before an application.

        Raises:
            RaftupError: BAD_FIELD if the token is short.
        """
        if len(token) < _LEAST_TOKEN:
            rule = f"must have at least {_LEAST_TOKEN} characters, has {len(token)}"
            raise bad_field("token", rule)
        self._application, self._expected = application, f"Bearer {token}".encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes one call on, or refuses it."""
        if scope["type"] == "http":
            given = [value for name, value in scope["headers"] if name == b"authorization"]
            if len(given) != 1 or not hmac.compare_digest(given[0], self._expected):
                headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
                await send({"type": "http.response.start", "status": 401, "headers": headers})
                await send({"type": "http.response.body", "body": b""})
                return
        await self._application(scope, receive, send)


def serve_http(
    server: MCPServer,
    jobs: Jobs,
    host: str,
    port: int,
    token: str,
    begun: Callable[[str], None],
) -> None:
    """Serves until the process is interrupted.

    Args:
        server: the server.
        jobs: its calls that compute.
        host: one of LOOPBACK.
        port: port; 0 = any free one.
        token: token that callers must send as `Authorization: Bearer TOKEN`.
        begun: called with the URL as soon as it can be used.

    Raises:
        RaftupError: BAD_FIELD if the host is another; UNAVAILABLE if the port cannot be used.
    """
    if host not in LOOPBACK:
        rule = f"must be one of {', '.join(LOOPBACK)}, since tokens are not encrypted, is {host}"
        raise bad_field("--http", rule)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise RaftupError(
                f"cannot listen at {host}:{port}: {error.strerror}", code="UNAVAILABLE"
            ) from error
        application = TokenGate(
            server.streamable_http_app(streamable_http_path=PATH, host=host), token
        )
        settings = uvicorn.Config(
            application,
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=_PATIENCE,
        )
        listener.listen()
        shown = f"[{host}]" if ":" in host else host
        begun(f"http://{shown}:{listener.getsockname()[1]}{PATH}")
        running = uvicorn.Server(settings)

        def end() -> None:
            jobs.close()
            running.should_exit = True

        serve_until_interrupted(lambda: running.run(sockets=[listener]), end)
