"""Logins: a cookie of 256 random bits represents a token, which is only kept in memory."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from raftup._generated.caller_pb2 import GetCallerResponse

IDLE_LIMIT = 8 * 3600.0  # s
LOGINS_PER_MINUTE = 5
_ADDRESSES = 10_000  # that are remembered


@dataclass
class Login:
    """A user who has logged in.

    Attributes:
        token: bearer token of every call; empty if the server needs none.
        caller: identity of the user on the server.
    """

    token: str = field(repr=False)
    caller: GetCallerResponse
    last_use: float = field(default_factory=time.monotonic)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """Metadata of a call with the bearer token."""
        return (("authorization", f"Bearer {self.token}"),) if self.token else ()


LoginOf = Callable[[web.Request], Login]
"""Function that returns the login of a request; raises HTTPUnauthorized without a login."""


class Logins:
    """All logins of a console.

    Args:
        token: token for the link with a one-time code; None = there is no link.
        per_minute: largest number of logins per minute from one address.
    """

    def __init__(self, token: str | None, per_minute: int = LOGINS_PER_MINUTE) -> None:
        self._token = token
        self._per_minute = per_minute
        self._code = secrets.token_urlsafe(32)
        self._logins: dict[str, Login] = {}
        self._attempts: dict[str, deque[float]] = {}

    @property
    def code(self) -> str | None:
        """The one-time code of the link; None if there is none or it was used."""
        return self._code if self._token is not None and self._code else None

    def redeem(self, code: str) -> str | None:
        """The token for a one-time code; None for a wrong code."""
        if self.code is None or not secrets.compare_digest(code.encode(), self._code.encode()):
            return None
        self._code = ""
        return self._token

    def may_try(self, address: str) -> bool:
        """Whether a further login from an address is permitted in this minute."""
        now = time.monotonic()
        if len(self._attempts) > _ADDRESSES:
            self._attempts.clear()
        attempts = self._attempts.setdefault(address, deque(maxlen=self._per_minute))
        if len(attempts) == self._per_minute and now - attempts[0] < 60.0:
            return False
        attempts.append(now)
        return True

    def add(self, login: Login) -> str:
        """Adds a login and returns its cookie."""
        cookie = secrets.token_urlsafe(32)
        self._logins[cookie] = login
        return cookie

    def find(self, cookie: str | None) -> Login | None:
        """The login of a cookie, whose time limit restarts; None if unknown or expired."""
        login = self._logins.get(cookie or "")
        if login is None:
            return None
        if time.monotonic() - login.last_use > IDLE_LIMIT:
            self.remove(cookie)
            return None
        login.last_use = time.monotonic()
        return login

    def remove(self, cookie: str | None) -> None:
        """Removes the login of a cookie."""
        self._logins.pop(cookie or "", None)
