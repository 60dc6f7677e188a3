"""A tab in a process of its own, which tests stop: says what it got once it is let go on.

python stopped_tab.py URL COOKIE SESSION STEPS
"""

from __future__ import annotations

import asyncio
import json
import sys

from raftup._generated.console_pb2 import FromServer
from raftup._generated.watch_pb2 import OVERFLOW_POLICY_DROP_OLDEST

from .helpers import frame_of, tab_of


async def look(url: str, cookie: str, session: str, variables: list[str], steps: int) -> None:
    """Watches until a step is seen, then prints bytes, lost frames and rows."""
    seen = {"bytes": 0, "lost": 0, "rows": 0}
    async with tab_of(url, cookie=cookie) as tab:
        await tab.watch(
            session,
            output_variables=variables,
            output_stride=1,
            overflow_policy=OVERFLOW_POLICY_DROP_OLDEST,
        )
        print("ready", flush=True)
        step = 0
        while step < steps:
            message: FromServer = await tab.receive(timeout=600)  # also while stopped
            frame = frame_of(message)
            if frame is None:
                continue
            step = frame.step_index
            seen["bytes"] += message.ByteSize()
            seen["lost"] += message.lost_frame_count
            seen["rows"] += len(frame.row_time_ns) or 1
    print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    address, proof, name, columns, count = sys.argv[1:]
    asyncio.run(look(address, proof, name, columns.split(","), int(count)))
