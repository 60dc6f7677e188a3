"""Tabs without a browser, and the model that they look at."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from raftup._generated import console_pb2
from raftup._generated.console_pb2 import FromServer, ToServer
from raftup._generated.watch_pb2 import WatchSessionRequest, WatchSessionResponse

PROTOCOL = "raftup.console.v1"


def floats(**changes: Any) -> dict[str, Any]:
    """Two boxes with a spring between them in a short-crested sea, from which they feel nothing."""
    wave = {
        "jonswap": {"significant_wave_height": 2.0, "peak_period": 8.0},
        "direction_deg": 30,
        "component_count": 60,
        "spreading": {"cosine_2s": 12, "direction_count": 5},
        "seed": 4,
    }
    box = {"box": {"size": [30, 8, 5]}, "density": 500}
    spring = {"body1": "left", "point1": [10, 4, 2], "body2": "right", "point2": [10, -4, 2]}
    bodies = [
        {"name": "left", "shapes": [box], "gravity": False, "linear_velocity": [0.3, 0.1, 0]},
        {
            "name": "right",
            "shapes": [box],
            "gravity": False,
            "position": [0, 20, 0],
            "angular_velocity": [0.05, 0, 0.02],
        },
    ]
    return {
        "name": "floats",
        "environment": {"sea": {"waves": [{"irregular": wave}]}},
        "bodies": bodies,
        "loads": [{"name": "hawser", "point_spring": {**spring, "stiffness": 2e4}}],
        "outputs": ["left.displacement", "right.displacement", "hawser.tension", "sea.elevation"],
        "integration": {"step": 0.02, "duration": 600, "output_step": 0.02},
        **changes,
    }


def pushed() -> dict[str, Any]:
    """Two boxes of 600 t that clients push."""
    inputs = [
        {"name": "push", "external_force": {"body": "left"}},
        {"name": "tug", "external_force": {"body": "right"}},
    ]
    still = {"environment": {}, "loads": [], "outputs": ["left.linear_velocity"]}
    return floats(inputs=inputs, **still)


def origin_of(url: str) -> str:
    """Scheme, host and port."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def code_of(url: str) -> str:
    """The one-time code of a link."""
    return urlsplit(url).fragment.removeprefix("code=")


class Tab:
    """A tab without a browser: sends ToServer, receives FromServer."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self._id = 0

    async def send(self, **kind: Any) -> int:
        """Sends a message and gives its id."""
        self._id += 1
        await self.socket.send_bytes(ToServer(id=self._id, **kind).SerializeToString())
        return self._id

    async def receive(self, timeout: float = 10.0) -> FromServer:
        """The next message."""
        return FromServer.FromString(await self.socket.receive_bytes(timeout=timeout))

    async def call(self, method: str, request: Any) -> FromServer:
        """The answer or status of a call; what else comes is passed over."""
        call = console_pb2.Call(method=method, request=request.SerializeToString())
        identifier = await self.send(call=call)
        return await self.until(lambda message: message.id == identifier)

    async def until(self, holds: Any) -> FromServer:
        """The next message of which something holds."""
        while True:
            message = await self.receive()
            if holds(message):
                return message

    async def watch(self, session: str, history_ns: int = 0, **options: Any) -> int:
        """Begins a watch and gives its id; its first two messages are passed over."""
        request = WatchSessionRequest(session=session, **options).SerializeToString()
        watch = console_pb2.Watch(request=request, history_ns=history_ns)
        identifier = await self.send(watch=watch)
        await self.until(lambda message: message.id == identifier)
        return identifier


def cookie_name(url: str) -> str:
    """What the console at an address calls its cookie."""
    return f"raftup-{urlsplit(url).port}"


def frame_of(message: FromServer) -> Any:
    """The frame that a message brings, else None."""
    response = WatchSessionResponse.FromString(message.watch)
    return response.frame if response.HasField("frame") else None


@asynccontextmanager
async def client_of(url: str) -> AsyncIterator[aiohttp.ClientSession]:
    """A browser's side of HTTP with cookies, as a page of the console would talk."""
    jar = aiohttp.CookieJar(unsafe=True)
    headers = {"Origin": origin_of(url)}
    async with aiohttp.ClientSession(origin_of(url), cookie_jar=jar, headers=headers) as client:
        yield client


@asynccontextmanager
async def tab_of(url: str, **proof: str) -> AsyncIterator[Tab]:
    """A tab of one who has logged in by a token or a cookie."""
    async with client_of(url) as client:
        if "cookie" in proof:
            client.cookie_jar.update_cookies({cookie_name(url): proof["cookie"]})
        else:
            response = await client.post("/login", data=json.dumps(proof))
            assert response.status == 200, await response.text()
        async with client.ws_connect("/ws", protocols=(PROTOCOL,), max_msg_size=0) as socket:
            yield Tab(socket)
