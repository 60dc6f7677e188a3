"""A hundred tabs at one session: latency from step to WebSocket, what the gateway takes.

Prints a JSON object of figures.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp

import raftup
from raftup._generated import console_pb2
from raftup._generated.console_pb2 import FromServer, ToServer
from raftup._generated.watch_pb2 import (
    OVERFLOW_POLICY_LATEST,
    WatchSessionRequest,
    WatchSessionResponse,
)

MODEL = Path(__file__).resolve().parents[2] / "clients" / "examples" / "models" / "alongside.yaml"
TABS = 100
STEP = 0.016  # s: at real time a row for every picture
WARM_UP, SECONDS = 2.0, 10.0
TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def console(server: str) -> Iterator[tuple[str, int]]:
    """The link of a console in a process of its own, and its id."""
    command = [sys.executable, "-m", "raftup", "console", "--server", server, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().removeprefix("console ").strip(), process.pid
        finally:
            process.terminate()


def spent(pid: int) -> float:
    """CPU time of a process [s]."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> float:
    """Resident memory of a process [MB]."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Tab:
    """One that looks at every picture; notes when each came [ns] and the message itself."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, session: str) -> None:
        self._socket = socket
        self._session = session
        self._id = 0
        self.came: list[tuple[int, bytes]] = []

    async def send(self, **kind: object) -> None:
        self._id += 1
        await self._socket.send_bytes(ToServer(id=self._id, **kind).SerializeToString())

    async def look(self) -> None:
        """Watches the poses of both ships until it is cancelled."""
        poses = [f"{ship}.{one}" for ship in ("carrier", "supply") for one in POSE]
        request = WatchSessionRequest(
            session=self._session,
            output_variables=poses,
            output_stride=1,
            overflow_policy=OVERFLOW_POLICY_LATEST,
        )
        await self.send(watch=console_pb2.Watch(request=request.SerializeToString()))
        seen = ToServer(id=2, seen=console_pb2.Seen(watch=1)).SerializeToString()
        while True:
            message = await self._socket.receive_bytes()
            self.came.append((time.time_ns(), message))
            await self._socket.send_bytes(seen)


POSE = ("position", "orientation")


async def watch_all(url: str, session: str, pid: int) -> dict[str, float]:
    """Lets all tabs look at a session that one of them drives in real time."""
    origin, _, code = url.partition("/#code=")
    jar = aiohttp.CookieJar(unsafe=True)
    headers = {"Origin": origin}
    limits = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(
        origin, cookie_jar=jar, headers=headers, connector=limits
    ) as client:
        await client.post("/login", data=json.dumps({"code": code}))
        tabs = [
            Tab(await client.ws_connect("/ws", protocols=("raftup.console.v1",)), session)
            for _ in range(TABS)
        ]
        looking = [asyncio.create_task(tab.look()) for tab in tabs]
        drive = console_pb2.Drive(session=session, realtime_factor=1.0)
        await tabs[0].send(drive=drive)
        await asyncio.sleep(WARM_UP)
        begin_ns, begin = time.time_ns(), spent(pid)
        await asyncio.sleep(SECONDS)
        share = (spent(pid) - begin) / SECONDS
        for task in looking:
            task.cancel()
        await asyncio.gather(*looking, return_exceptions=True)
    return figures(tabs, begin_ns) | {"core_share": share, "memory_mb": memory(pid)}


def figures(tabs: list[Tab], begin_ns: int) -> dict[str, float]:
    """Of all pictures since an instant of wall clock [ns]: how old each was when it came."""
    ages: list[float] = []
    lost = 0
    for tab in tabs:
        for came_ns, message in tab.came:
            if came_ns < begin_ns:
                continue
            answer = FromServer.FromString(message)
            response = WatchSessionResponse.FromString(answer.watch)
            lost += answer.lost_frame_count
            if response.HasField("frame"):
                ages.append(1e-6 * (came_ns - response.frame.commit_time_ns))
    cuts = statistics.quantiles(ages, n=100)
    return {
        "p50_ms": cuts[49],
        "p99_ms": cuts[98],
        "messages_per_s": len(ages) / SECONDS,
        "left_out_share": lost / max(1, lost + len(ages)),
    }


def main() -> None:
    changes = {"integration.step": STEP, "integration.output_step": STEP}
    with (
        raftup.local_server("127.0.0.1:0") as server,
        raftup.connect(server.address) as client,
        client.create_session(MODEL, overrides=changes) as session,
        console(server.address) as (url, pid),
    ):
        session.initialise()
        found = asyncio.run(watch_all(url, session.name, pid))
    print(json.dumps({"console": found}))


if __name__ == "__main__":
    main()
