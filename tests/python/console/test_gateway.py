"""What the gateway promises to any tab, without a browser."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack

import aiohttp
import pytest

import raftup
from raftup._generated import console_pb2, session_pb2
from raftup._generated.caller_pb2 import ACCESS_ROLE_OPERATOR, GetCallerResponse
from raftup.console.calls import METHODS
from raftup.console.gateway import ConsoleOptions
from raftup.console.login import Login, Logins
from raftup.console.serving import serve_console

from .helpers import PROTOCOL, client_of, code_of, cookie_name, tab_of

# --- who may come in ------------------------------------------------------------------------------


def test_headers_hosts_origins_and_cookies_are_asked_for(console: str, cookie: str) -> None:
    async def run() -> None:
        async with client_of(console) as client:
            page = await client.get("/")
            assert "default-src 'none'" in page.headers["Content-Security-Policy"]
            assert page.headers["X-Content-Type-Options"] == "nosniff"
            assert (await client.get("/", headers={"Host": "evil.example"})).status == 403
            elsewhere = {"Origin": "http://evil.example"}
            login = await client.post("/login", data="{}", headers=elsewhere)
            assert login.status == 403
            for headers, status in (({}, 401), (elsewhere, 403)):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await client.ws_connect("/ws", protocols=(PROTOCOL,), headers=headers)
                assert refused.value.status == status
            client.cookie_jar.update_cookies({cookie_name(console): cookie})
            assert (await (await client.get("/who")).json())["role"] == "admin"

    asyncio.run(run())


def test_the_code_of_the_link_is_good_once_and_a_token_opens_no_open_server(
    server: raftup.LocalServer,
) -> None:
    async def run(url: str) -> None:
        code = url.partition("code=")[2]
        async with client_of(url) as client:
            assert (await client.post("/login", data="no JSON")).status == 400
            first = await client.post("/login", data=json.dumps({"code": code}))
            assert first.status == 200
            assert "HttpOnly" in first.headers["Set-Cookie"]
            assert "SameSite=Strict" in first.headers["Set-Cookie"]
            again = await client.post("/login", data=json.dumps({"code": code}))
            assert again.status == 401
            guess = await client.post("/login", data=json.dumps({"token": "anything"}))
            assert "use the link" in await guess.text()
            assert (await client.post("/login", data="{}")).status == 401
            assert (await client.post("/login", data="{}")).status == 429

    with serve_console(ConsoleOptions(address=server.address, port=0)) as url:
        asyncio.run(run(url))


def test_a_token_is_asked_of_the_server_and_ends_with_the_logout(
    guarded: tuple[str, dict[str, str], str],
) -> None:
    _, tokens, url = guarded

    async def run() -> None:
        async with client_of(url) as client:
            wrong = await client.post("/login", data=json.dumps({"token": "raftup_wrong"}))
            assert wrong.status == 401
            right = await client.post("/login", data=json.dumps({"token": tokens["observer"]}))
            assert (await right.json())["role"] == "observer"
            await client.post("/logout")
            assert await (await client.get("/who")).json() is None

    asyncio.run(run())


def test_a_login_that_is_not_used_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    logins = Logins(None)
    cookie = logins.add(Login("token", GetCallerResponse(role=ACCESS_ROLE_OPERATOR)))
    assert logins.find(cookie) is not None
    monkeypatch.setattr("raftup.console.login.IDLE_LIMIT", -1.0)
    assert logins.find(cookie) is None
    assert logins.find(None) is None


def test_nobody_comes_back_while_the_console_ends(server: raftup.LocalServer) -> None:
    async def run(stack: ExitStack, url: str) -> None:
        async with client_of(url) as client:
            await client.post("/login", data=json.dumps({"code": code_of(url)}))
            async with client.ws_connect("/ws", protocols=(PROTOCOL,)) as socket:
                ending = asyncio.create_task(asyncio.to_thread(stack.close))
                assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSE
                assert socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
                with pytest.raises(aiohttp.ClientConnectionError):
                    await client.ws_connect("/ws", protocols=(PROTOCOL,))
                await ending

    with ExitStack() as stack:
        options = ConsoleOptions(address=server.address, port=0)
        asyncio.run(run(stack, stack.enter_context(serve_console(options))))


def test_elsewhere_than_on_loopback_it_wants_a_certificate() -> None:
    with pytest.raises(ValueError, match=r"0\.0\.0\.0 needs a certificate"):
        ConsoleOptions(address="", host="0.0.0.0")


# --- what a tab may say ---------------------------------------------------------------------------

BAD_MESSAGES: dict[str, tuple[str | bytes, str]] = {
    "text": ("hello", "messages must be binary"),
    "truncated": (b"\x0a\xff", "a message must be a ToServer"),
    "too long": (bytes((1 << 20) + 1), "must have at most"),
    "without an id": (b"", "id must be above 0"),
    "nothing asked": (b"\x08\x01", "must say what it is"),
    "unknown method": (
        console_pb2.ToServer(
            id=1, call=console_pb2.Call(method="SessionService.Exchange")
        ).SerializeToString(),
        "one that the gateway passes on",
    ),
    "backwards": (
        console_pb2.ToServer(
            id=1, drive=console_pb2.Drive(realtime_factor=-1.0)
        ).SerializeToString(),
        "must not be negative",
    ),
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
def test_a_message_that_breaks_a_rule_closes_the_socket(
    console: str, cookie: str, name: str
) -> None:
    message, rule = BAD_MESSAGES[name]

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            if isinstance(message, str):
                await tab.socket.send_str(message)
            else:
                await tab.socket.send_bytes(message)
            closed = await tab.socket.receive(timeout=10)
            assert closed.type == aiohttp.WSMsgType.CLOSE
            assert closed.data == 4400
            assert rule in str(closed.extra)

    asyncio.run(run())


def test_what_a_role_may_not_do_the_server_refuses(
    guarded: tuple[str, dict[str, str], str],
) -> None:
    _, tokens, url = guarded
    reads = {"Get", "List", "Query", "Read"}

    async def run() -> None:
        for role, token in tokens.items():
            async with tab_of(url, token=token) as tab:
                for method in sorted(METHODS):
                    answer = await tab.call(method, session_pb2.GetCallerRequest())
                    name = method.partition(".")[2]
                    allowed = role != "observer" or any(name.startswith(verb) for verb in reads)
                    refused = answer.status.code == "PERMISSION_DENIED"
                    assert refused != allowed, (role, method, answer.status)

    asyncio.run(run())
