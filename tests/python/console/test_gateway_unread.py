"""A tab that asks and asks and never reads costs the gateway bounded memory, and then its place."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from aiohttp import WSMessage, WSMsgType, web

import raftup
from raftup._generated import console_pb2
from raftup._generated.caller_pb2 import GetCallerResponse
from raftup._generated.console_pb2 import FromServer, ToServer
from raftup.console.backend import Backend
from raftup.console.driver import Drivers
from raftup.console.gateway import ConsoleOptions
from raftup.console.login import Login
from raftup.console.serving import serve_console
from raftup.console.tab import QUEUE_LIMIT, WAITING_LIMIT, Tab
from raftup.console.watches import Watches

from .helpers import client_of, code_of, cookie_name

ANSWER = bytes(4 << 20)
ASKED = 1000


class UnreadSocket:
    """The gateway's side of a WebSocket whose browser asks for `ASKED` answers and takes none."""

    def __init__(self) -> None:
        self.close_code = 0
        self.taken = 0

    def __aiter__(self) -> UnreadSocket:
        return self

    async def __anext__(self) -> WSMessage:
        await asyncio.sleep(0)
        if self.taken == ASKED:
            await asyncio.Event().wait()
        self.taken += 1
        call = console_pb2.Call(method="SessionService.GetSea")
        data = ToServer(id=self.taken, call=call).SerializeToString()
        return WSMessage(WSMsgType.BINARY, data, None)

    async def send_bytes(self, data: bytes) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int, message: bytes) -> None:
        self.close_code = code


class Answers:
    """A server that answers every call at once."""

    def __init__(self) -> None:
        self.count = 0

    async def unary(self, login: Login, method: str, request: bytes) -> bytes:
        await asyncio.sleep(0)
        self.count += 1
        return ANSWER


def tab_with(socket: UnreadSocket, answers: Answers) -> Tab:
    login = Login("", GetCallerResponse())
    backend = cast(Backend, answers)
    return Tab(cast(web.WebSocketResponse, socket), login, backend, Watches(backend))


def test_what_a_tab_asks_waits_until_it_has_read() -> None:
    async def run() -> None:
        socket, answers = UnreadSocket(), Answers()
        tab = tab_with(socket, answers)
        serving = asyncio.create_task(tab.serve(cast(Drivers, None)))
        for _ in range(20_000):
            await asyncio.sleep(0)
        assert answers.count < 40  # in a thousand, of 4 MiB each
        assert socket.taken < 110
        assert QUEUE_LIMIT < tab.byte_count <= WAITING_LIMIT
        assert socket.close_code == 0
        serving.cancel()

    asyncio.run(run())


def test_a_tab_for_which_too_much_waits_is_let_go() -> None:
    async def run() -> None:
        socket = UnreadSocket()
        tab = tab_with(socket, Answers())
        for i in range(WAITING_LIMIT // len(ANSWER) + 2):
            tab.send(FromServer(id=i + 1, answer=ANSWER))
        await asyncio.sleep(0)
        assert tab.byte_count == 0
        assert socket.close_code == 4408

    asyncio.run(run())


def test_two_consoles_of_one_machine_do_not_log_each_other_out(server: raftup.LocalServer) -> None:
    options = ConsoleOptions(address=server.address, port=0)
    with serve_console(options) as first, serve_console(options) as second:

        async def run() -> list[Any]:
            async with client_of(first) as client:  # the cookies of one browser
                for url in (first, second):
                    at = url.partition("#")[0]
                    code = json.dumps({"code": code_of(url)})
                    headers = {"Origin": at.rstrip("/")}
                    answer = await client.post(at + "login", data=code, headers=headers)
                    assert answer.status == 200
                    assert cookie_name(url) in answer.cookies
                return [
                    await (await client.get(url.partition("#")[0] + "who")).json()
                    for url in (first, second)
                ]

        assert all(caller["role"] == "admin" for caller in asyncio.run(run()))
