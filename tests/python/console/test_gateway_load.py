"""Many tabs, one of which stops reading: the others are as before, and it costs bounded memory."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

from conftest import eventually

import raftup
from raftup._generated import console_pb2
from raftup.console.tab import QUEUE_LIMIT

from .helpers import frame_of, tab_of

TABS = 100
STEPS = 40_000
SOCKET_BUFFERS = 16 << 20  # bytes that the kernel may hold of a connection on loopback


def test_a_tab_that_is_stopped_loses_frames_and_nobody_else_does(
    console: str, cookie: str, session: raftup.Session
) -> None:
    variables = [one.name for one in session.variables() if one.name.startswith(("left", "right"))]
    width = sum(one.size for one in session.variables() if one.name in variables)
    assert 8 * width * STEPS > 2 * SOCKET_BUFFERS  # more than could wait unseen
    command = [sys.executable, "-m", "console.stopped_tab", console, cookie, session.name]
    command += [",".join(variables), str(STEPS)]
    folder = Path(__file__).resolve().parents[1]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as stopped:
        assert stopped.stdout is not None
        assert stopped.stdout.readline() == "ready\n"
        stopped.send_signal(signal.SIGSTOP)

        async def look_on(drives: bool) -> int:
            """Steps until the end, as a tab sees them that draws each picture at once."""
            async with tab_of(console, cookie=cookie) as tab:
                watch = await tab.watch(session.name, output_variables=["left.position"])
                if drives:
                    await tab.send(drive=console_pb2.Drive(session=session.name, step_count=STEPS))
                step, pictures = 0, 0
                while step < STEPS:
                    message = await tab.until(lambda one: one.id == watch)
                    frame = frame_of(message)
                    if frame is not None:
                        step, pictures = frame.step_index, pictures + 1
                        await tab.send(seen=console_pb2.Seen(watch=watch))
                return pictures

        async def run() -> list[int]:
            return await asyncio.gather(*(look_on(i == 0) for i in range(TABS)))

        pictures = asyncio.run(run())
        assert min(pictures) > 5
        eventually(lambda: session.status().step_index == STEPS)
        stopped.send_signal(signal.SIGCONT)
        seen = json.loads(stopped.stdout.readline())
    assert seen["lost"] > 0
    assert seen["bytes"] < QUEUE_LIMIT + SOCKET_BUFFERS
    assert seen["rows"] < STEPS
