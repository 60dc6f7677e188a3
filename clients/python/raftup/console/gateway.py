"""The web server of the console: pages, logins, and a WebSocket for each tab."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from aiohttp import web

from raftup._generated.caller_pb2 import AccessRole, GetCallerResponse
from raftup._generated.console_pb2 import Driving, FromServer
from raftup.base.errors import RaftupError
from raftup.console.backend import Backend
from raftup.console.calls import Calls
from raftup.console.driver import Drivers
from raftup.console.guard import Guard, add_headers
from raftup.console.history import BYTE_LIMIT
from raftup.console.login import IDLE_LIMIT, LOGINS_PER_MINUTE, Login, Logins
from raftup.console.models import ModelPages
from raftup.console.studies import StudyPages
from raftup.console.tab import MESSAGE_LIMIT, QUEUE_LIMIT, Tab
from raftup.console.uploads import UploadPages
from raftup.console.watches import Watches
from raftup.model.convert import enum_short_name
from raftup.remote.identity import Identity

_STATIC = Path(__file__).parent / "static"
_KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
}
_PROTOCOL = "raftup.console.v1"
_HEARTBEAT = 30.0  # s; a tab of which nothing is heard for half as long again is let go
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class ConsoleOptions:
    """Options of a console: its sessions and its address.

    Attributes:
        address: address of the raftupd.
        identity: certificates of the connection to it; its token is used for the link with a code.
        host: host name or address on which the console listens; others than loopback need
            `certificate`.
        port: port; 0 = any free port.
        certificate: PEM file of the console's own certificate chain; enables TLS.
        key: PEM file of the private key of `certificate`.
        names: further host names under which the console may be called.
        logins_per_minute: largest number of logins per minute from one address, > 0.
        meshes: hulls by the name of their body, as from read_mesh().
        recording: result that is played in place of the sessions of a raftupd.
        studies: folder with folders of studies, which all users may see.
    """

    address: str
    identity: Identity = field(default_factory=Identity)
    host: str = "127.0.0.1"
    port: int = 8551
    certificate: Path | None = None
    key: Path | None = None
    names: tuple[str, ...] = ()
    logins_per_minute: int = LOGINS_PER_MINUTE
    meshes: Mapping[str, bytes] = field(default_factory=dict)
    studies: Path | None = None
    recording: Path | None = None

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise ValueError("certificate and key must be given together")
        if self.certificate is None and self.host not in ("127.0.0.1", "localhost", "::1"):
            raise ValueError(f"a console on {self.host} needs a certificate and its key")


class Gateway:
    """The web server of the console of one raftupd.

    Attributes:
        url: URL of the console, with a one-time code if the server accepts the token.
    """

    def __init__(self, options: ConsoleOptions) -> None:
        self._options = options
        self._calls = _backend_of(options)
        self._watches = Watches(self._calls)
        self._tabs: set[Tab] = set()
        self._drivers = Drivers(self._calls, self._tell, self._is_seen)
        self._logins = Logins(None)
        self._scheme = "http" if options.certificate is None else "https"
        self._cookie = ""  # named when the port is known
        self._guard = Guard(self._scheme)
        self._runner: web.AppRunner | None = None
        self.url = ""

    async def start(self) -> None:
        """Starts to listen.

        Raises:
            OSError: if the port is in use or a file cannot be read.
        """
        options = self._options
        self._logins = Logins(await self._token_of_the_link(), options.logins_per_minute)
        application = web.Application(
            middlewares=[self._guard.middleware()], client_max_size=MESSAGE_LIMIT
        )
        application.on_response_prepare.append(add_headers)
        application.on_shutdown.append(self._let_go)
        for file in sorted(_STATIC.iterdir()) if _STATIC.is_dir() else []:
            application.router.add_get(f"/{file.name}", self._page)
        application.router.add_get("/", self._page)
        application.router.add_get("/ws", self._socket)
        application.router.add_get("/who", self._who)
        application.router.add_get("/mesh/{body}", self._mesh)
        application.router.add_get("/health", self._health)
        for pages in (
            ModelPages(self._calls, self._require_login),
            UploadPages(self._calls, self._require_login),
            StudyPages(options.studies, options.address, options.identity, self._require_login),
        ):
            pages.add_to(application.router)
        application.router.add_post("/login", self._log_in)
        application.router.add_post("/logout", self._log_out)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        context = None
        if options.certificate is not None:
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(options.certificate, options.key)
        await web.TCPSite(self._runner, options.host, options.port, ssl_context=context).start()
        port = self._runner.addresses[0][1]
        # Browsers ignore ports in cookies: two consoles on one host need cookies of two names.
        self._cookie = ("raftup-" if context is None else "__Host-raftup-") + str(port)
        self._guard.allow([*_LOOPBACK, *options.names], port)
        name = "127.0.0.1" if context is None else next(iter(options.names), options.host)
        code = f"#code={self._logins.code}" if self._logins.code else ""
        self.url = f"{self._scheme}://{name}:{port}/{code}"

    async def close(self) -> None:
        """Stops listening, then closes all connections."""
        if self._runner is not None:
            await self._runner.cleanup()
        await self._calls.close()

    async def _let_go(self, application: web.Application) -> None:
        """Closes all connections, after listening has stopped so that tabs cannot reconnect."""
        await self._drivers.close()
        await self._watches.close()
        await asyncio.gather(*(tab.close() for tab in self._tabs))

    async def _token_of_the_link(self) -> str | None:
        token = self._options.identity.token or ""
        try:
            await self._calls.caller(token)
        except RaftupError as error:
            if error.code != "UNAUTHENTICATED":
                raise
            return None
        return token

    # --- pages --------------------------------------------------------------------------------

    async def _page(self, request: web.Request) -> web.StreamResponse:
        file = _STATIC / (request.path[1:] or "index.html")
        if not file.is_file():
            raise web.HTTPNotFound(text="the console has not been built: deploy/install.sh does it")
        response = web.Response(
            body=file.read_bytes(), content_type=_KINDS[file.suffix], charset="utf-8"
        )
        response.enable_compression()
        return response

    async def _mesh(self, request: web.Request) -> web.StreamResponse:
        self._require_login(request)
        mesh = self._options.meshes.get(request.match_info["body"])
        if mesh is None:
            raise web.HTTPNoContent
        return web.Response(body=mesh, content_type="application/octet-stream")

    async def _health(self, request: web.Request) -> web.StreamResponse:
        tenant = self._require_login(request).caller.tenant
        serving = await self._calls.is_serving()
        return web.json_response({"serving": serving, "buffers": self._buffers(tenant)})

    def _buffers(self, tenant: str) -> list[dict[str, object]]:
        """Number and bytes of the buffers of a tenant's watches and tabs, and their limits."""
        kept = {
            "history": (self._watches.byte_counts(tenant), BYTE_LIMIT),
            "queue": ([tab.byte_count for tab in self._tabs if tab.tenant == tenant], QUEUE_LIMIT),
        }
        return [
            {"name": name, "count": len(counts), "bytes": sum(counts), "limit": limit}
            for name, (counts, limit) in kept.items()
        ]

    # --- logins -------------------------------------------------------------------------------

    def _require_login(self, request: web.Request) -> Login:
        login = self._logins.find(request.cookies.get(self._cookie))
        if login is None:
            raise web.HTTPUnauthorized(text="log in first")
        return login

    async def _who(self, request: web.Request) -> web.StreamResponse:
        login = self._logins.find(request.cookies.get(self._cookie))
        return web.json_response(None if login is None else self._caller_document(login.caller))

    async def _log_in(self, request: web.Request) -> web.StreamResponse:
        if not self._logins.may_try(request.remote or ""):
            raise web.HTTPTooManyRequests(
                text=f"at most {self._options.logins_per_minute} logins a minute"
            )
        try:
            asked = json.loads(await request.text())
            code, token = str(asked.get("code", "")), str(asked.get("token", ""))
        except (ValueError, AttributeError, RecursionError):
            raise web.HTTPBadRequest(text="a login must be a JSON object") from None
        try:
            login = await self._login_of(code, token)
        except RaftupError as error:
            raise web.HTTPUnauthorized(text=str(error)) from error
        response = web.json_response(self._caller_document(login.caller))
        response.set_cookie(
            self._cookie,
            self._logins.add(login),
            max_age=int(IDLE_LIMIT),
            httponly=True,
            secure=self._options.certificate is not None,
            samesite="Strict",
        )
        return response

    async def _login_of(self, code: str, token: str) -> Login:
        if code:
            redeemed = self._logins.redeem(code)
            if redeemed is None:
                raise RaftupError("the link has been used: start the console again for a new one")
            token = redeemed
        elif not token or await self._asks_nobody():
            raise RaftupError("use the link that the console was started with")
        return Login(token, await self._calls.caller(token))

    async def _asks_nobody(self) -> bool:
        """Whether the server accepts any token, so that only the link with a code protects it."""
        try:
            await self._calls.caller(secrets.token_urlsafe(16))
        except RaftupError as error:
            if error.code != "UNAUTHENTICATED":
                raise
            return False
        return True

    async def _log_out(self, request: web.Request) -> web.StreamResponse:
        self._logins.remove(request.cookies.get(self._cookie))
        response = web.json_response(None)
        response.del_cookie(self._cookie)
        return response

    def _caller_document(self, caller: GetCallerResponse) -> dict[str, str | bool]:
        return {
            "tenant": caller.tenant,
            "role": enum_short_name(AccessRole.DESCRIPTOR, caller.role),
            "version": caller.server_version,
            "recording": self._options.recording is not None,
        }

    # --- tabs ---------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        login = self._require_login(request)
        socket = web.WebSocketResponse(
            protocols=(_PROTOCOL,),
            max_msg_size=2 * MESSAGE_LIMIT,
            heartbeat=_HEARTBEAT,
            compress=False,
        )
        await socket.prepare(request)
        tab = Tab(socket, login, self._calls, self._watches)
        self._tabs.add(tab)
        try:
            await tab.serve(self._drivers)
        finally:
            self._tabs.discard(tab)
        return socket

    def _tell(self, tenant: str, driving: Driving) -> None:
        for tab in self._tabs:
            if tab.tenant == tenant:
                tab.send(FromServer(driving=driving))

    def _is_seen(self, tenant: str, session: str) -> bool:
        return any(tab.tenant == tenant and tab.looks_at(session) for tab in self._tabs)


def _backend_of(options: ConsoleOptions) -> Backend:
    """The raftupd or recording with the sessions."""
    if options.recording is None:
        return Calls(options.address, options.identity)
    from raftup.console.recording import RecordedCalls  # xarray takes half a second
    from raftup.results.recorded import read_recorded

    return RecordedCalls(read_recorded(options.recording), session_id(options.recording))


def session_id(recording: Path) -> str:
    """Id of the session that represents a recording."""
    return re.sub(r"[^a-z0-9]+", "-", recording.stem.lower()).strip("-") or "recording"
