"""Checks of every request before it is handled, and security headers of all answers."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


class Guard:
    """Refuses requests for other hosts (DNS rebinding) and from pages of other origins.

    Args:
        scheme: http or https.
    """

    def __init__(self, scheme: str) -> None:
        self._scheme = scheme
        self._hosts: frozenset[str] = frozenset()

    def allow(self, names: Sequence[str], port: int) -> None:
        """Sets the host names for which requests are accepted."""
        default = 443 if self._scheme == "https" else 80
        bare = names if port == default else ()
        self._hosts = frozenset([*(f"{name}:{port}" for name in names), *bare])

    def check(self, request: web.Request) -> None:
        """Raises HTTPForbidden with the rule if a request is not accepted."""
        host = request.headers.get("Host", "")
        if host not in self._hosts:
            raise web.HTTPForbidden(text="the console is not served under this name")
        acts = request.method not in ("GET", "HEAD") or "Upgrade" in request.headers
        if acts and request.headers.get("Origin") != f"{self._scheme}://{host}":
            raise web.HTTPForbidden(text="Origin must be that of the console")

    def middleware(self) -> Middleware:
        """Middleware that calls check() before every request."""

        @web.middleware
        async def checked(request: web.Request, handler: Handler) -> web.StreamResponse:
            self.check(request)
            return await handler(request)

        return checked


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Adds security headers; called before every answer is sent."""
    response.headers.update(_HEADERS)
