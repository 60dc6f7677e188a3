"""What the gateway promises to any tab, without a browser."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np
import pytest
from conftest import eventually

import raftup
from raftup._generated import console_pb2, session_pb2
from raftup._generated.caller_pb2 import ACCESS_ROLE_OPERATOR, GetCallerResponse
from raftup._generated.exchange_pb2 import Frame
from raftup._generated.watch_pb2 import OVERFLOW_POLICY_DROP_OLDEST
from raftup.base.errors import RaftupError
from raftup.console.calls import METHODS
from raftup.console.gateway import ConsoleOptions
from raftup.console.history import ROW_LIMIT, Ring
from raftup.console.login import Login, Logins
from raftup.console.meshes import parse_mesh_option, read_mesh
from raftup.console.serving import serve_console

from .helpers import (
    PROTOCOL,
    Tab,
    client_of,
    code_of,
    cookie_name,
    floats,
    frame_of,
    origin_of,
    tab_of,
)

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


# --- what a tab sees ------------------------------------------------------------------------------


def test_frames_pass_through_and_who_comes_late_has_the_history(
    console: str, cookie: str, session: raftup.Session
) -> None:
    options: dict[str, Any] = {
        "output_variables": ["left.position"],
        "overflow_policy": OVERFLOW_POLICY_DROP_OLDEST,
    }

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as first, tab_of(console, cookie=cookie) as late:
            watch = await first.watch(session.name, **options)
            rows = await asyncio.to_thread(session.step, 300, ["left.position"], 1)
            seen: list[float] = []
            while len(seen) < 900:
                message = await first.receive()
                if message.id == watch and (frame := frame_of(message)) is not None:
                    seen += frame.values
            assert np.array_equal(seen, rows.values.ravel())
            await late.watch(session.name, history_ns=10**12, **options)
            history = (await late.until(lambda message: message.HasField("history"))).history
            assert np.array_equal(history.values, seen)

    asyncio.run(run())


def test_a_tab_that_draws_nothing_gets_two_frames_then_the_newest(
    console: str, cookie: str, session: raftup.Session
) -> None:
    async def frames_of(tab: Tab, watch: int, last: int) -> list[tuple[int, int]]:
        frames: list[tuple[int, int]] = []
        while not frames or frames[-1][0] < last:
            message = await tab.receive()
            if message.id == watch and (frame := frame_of(message)) is not None:
                frames.append((frame.step_index, message.lost_frame_count))
        return frames

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab, tab_of(console, cookie=cookie) as reader:
            watch = await tab.watch(session.name)
            others = await reader.watch(session.name, overflow_policy=OVERFLOW_POLICY_DROP_OLDEST)
            for _ in range(10):
                await asyncio.to_thread(session.step)
                await asyncio.sleep(0.02)
            everything = await frames_of(reader, others, 10)
            assert [step for step, _ in everything] == [*range(1, 11)]
            assert [step for step, _ in await frames_of(tab, watch, 2)] == [1, 2]
            await tab.send(seen=console_pb2.Seen(watch=watch))
            assert await frames_of(tab, watch, 10) == [(10, 7)]

    asyncio.run(run())


def test_a_watch_of_a_session_that_is_not_there_ends_with_its_status(
    console: str, cookie: str
) -> None:
    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            await tab.send(watch=console_pb2.Watch(request=b"\x0a\x0dsessions/none"))
            assert (await tab.receive()).status.code == "NOT_FOUND"
            await tab.send(watch=console_pb2.Watch(request=b"\xff"))
            assert "must be a WatchSessionRequest" in (await tab.receive()).status.message

    asyncio.run(run())


def test_a_server_that_is_killed_and_started_again_is_watched_again(tmp_path: Path) -> None:
    address, data = f"unix:{tmp_path}/socket", tmp_path / "data"

    async def watch_once(tab: Tab, session: str) -> str:
        identifier = await tab.send(
            watch=console_pb2.Watch(request=b"\x0a" + bytes([len(session)]) + session.encode())
        )
        message = await tab.until(lambda message: message.id == identifier)
        return message.status.code or "OK"

    async def run(url: str, session: str, restart: asyncio.Event) -> None:
        async with tab_of(url, code=url.partition("code=")[2]) as tab:
            assert await watch_once(tab, session) == "OK"
            restart.set()
            gone = await tab.until(lambda message: message.HasField("status"))
            assert gone.status.code == "UNAVAILABLE"
            await asyncio.sleep(0.1)
            for _ in range(100):
                if await watch_once(tab, session) == "OK":
                    return
                await asyncio.sleep(0.05)
            pytest.fail("not live again within 5 s")

    async def with_restart(url: str, session: str) -> None:
        restart = asyncio.Event()
        watching = asyncio.create_task(run(url, session, restart))
        await asyncio.wait_for(restart.wait(), 10)
        first.process.kill()
        with raftup.local_server(address, data=data):
            await watching

    with raftup.local_server(address, data=data) as first:
        with raftup.connect(address) as client:
            session = client.create_session(floats(), durability="process")
            session.initialise()
        with serve_console(ConsoleOptions(address=address, port=0)) as url:
            asyncio.run(with_restart(url, session.name))


# --- how a session is driven ----------------------------------------------------------------------


def state_hash(session: raftup.Session) -> int:
    """After one more step."""
    with session.exchange(state_hash=True) as exchange:
        exchange.advance(1)
        return exchange.state_hash


def test_a_driven_session_has_the_states_of_the_same_steps_without_the_console(
    console: str, cookie: str, session: raftup.Session, client: raftup.Client
) -> None:
    async def run(factor: float, count: int) -> list[console_pb2.Driving]:
        told: list[console_pb2.Driving] = []
        async with tab_of(console, cookie=cookie) as tab:
            await tab.watch(session.name)
            drive = console_pb2.Drive(
                session=session.name, realtime_factor=factor, step_count=count
            )
            await tab.send(drive=drive)
            while not told or told[-1].running:
                message = await tab.until(lambda message: message.HasField("driving"))
                told.append(message.driving)
        return told

    told = asyncio.run(run(0.0, 70))
    assert not told[-1].HasField("failure")
    assert session.status().step_index == 70
    told = asyncio.run(run(1.0, 30))  # .6 s of simulation
    assert told[-1].running is False
    assert session.status().step_index == 100
    with client.create_session(floats()) as other:
        other.initialise()
        other.advance(100)
        assert state_hash(session) == state_hash(other)


def test_a_pause_ends_driving_and_what_fails_is_told(
    console: str, cookie: str, session: raftup.Session
) -> None:
    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            await tab.watch(session.name)
            await tab.send(drive=console_pb2.Drive(session=session.name, realtime_factor=5.0))
            await tab.until(lambda message: message.driving.running)
            await asyncio.sleep(0.3)
            await tab.send(pause=console_pb2.Pause(session=session.name))
            ended = await tab.until(
                lambda message: message.HasField("driving") and not message.driving.running
            )
            assert not ended.driving.HasField("failure")
            index = session.status().step_index
            assert index > 0
            await asyncio.sleep(0.1)
            assert session.status().step_index == index
            with await asyncio.to_thread(session.exchange):
                await tab.send(drive=console_pb2.Drive(session=session.name, realtime_factor=1.0))
                refused = await tab.until(lambda message: message.driving.HasField("failure"))
                assert refused.driving.failure.reason == "CONTROLLER_CONFLICT"

    asyncio.run(run())


def test_a_session_that_nobody_looks_at_is_driven_no_more(
    console: str, cookie: str, session: raftup.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("raftup.console.driver._UNSEEN_LIMIT", 0.2)

    async def run() -> None:
        async with tab_of(console, cookie=cookie) as tab:
            await tab.watch(session.name)
            await tab.send(drive=console_pb2.Drive(session=session.name, realtime_factor=1.0))
            await tab.until(lambda message: message.driving.running)

    asyncio.run(run())

    def free() -> bool:
        try:
            session.exchange().close()
        except RaftupError:
            return False
        return True

    eventually(free)


# --- what is kept, and hulls ----------------------------------------------------------------------


def frame(first: int, values: list[float]) -> Frame:
    """Rows of one column, a second apart."""
    times = [(first + i) * 10**9 for i in range(len(values))]
    return Frame(values=values, row_time_ns=times)


def test_history_keeps_peaks_and_forgets_what_a_rewind_has_undone() -> None:
    ring = Ring(1)
    values = np.sin(np.arange(50_000) / 100)
    values[12_345] = 9.0
    ring.add(frame(0, list(values)))
    history = ring.since(10**15)
    assert len(history.row_time_ns) == ROW_LIMIT
    assert max(history.values) == 9.0
    ring.add(frame(100, [5.0]))
    history = ring.since(10**15)
    assert history.row_time_ns[-1] == 100 * 10**9
    assert [*history.values[-2:]] == [values[99], 5.0]
    assert len(ring.since(10 * 10**9).values) == 11
    assert not Ring(1).since(10**9).values


def test_hulls_are_read_placed_and_refused_with_their_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
    good = tmp_path / "good.obj"
    good.write_text(square + "f 1 2 3 4\n")
    body, file, place = parse_mesh_option(f"ship={good}@1,2,3")
    data = read_mesh(file, place)
    assert body == "ship"
    assert [*np.frombuffer(data[:8], "<u4")] == [4, 2]
    assert [*np.frombuffer(data[8:20], "<f4")] == [1, 2, 3]
    assert origin_of("http://a:1/x#code=2") == "http://a:1"
    refused = {"empty.obj": square, "far.obj": square + "f 1 2 9\n", "none.xyz": "no mesh"}
    for name, text in refused.items():
        (tmp_path / name).write_text(text)
        with pytest.raises(RaftupError, match="must"):
            read_mesh(tmp_path / name)
    (tmp_path / "nan.obj").write_text(square.replace("1 1 0", "nan 1 0") + "f 1 2 3\n")
    with pytest.raises(RaftupError, match="must have finite coordinates"):
        read_mesh(tmp_path / "nan.obj")
    with (tmp_path / "large.stl").open("wb") as large:
        large.truncate((64 << 20) + 1)
    with pytest.raises(RaftupError, match="must have at most 67108864 bytes"):
        read_mesh(tmp_path / "large.stl")
    monkeypatch.setattr("raftup.meshes.files._TRIANGLE_LIMIT", 1)
    with pytest.raises(RaftupError, match="must have at most 1 triangles"):
        read_mesh(good)
    for option in ("ship", "ship=a@1,2", "ship=a@x,y,z", "=a"):
        with pytest.raises(RaftupError, match="must be BODY=FILE"):
            parse_mesh_option(option)
