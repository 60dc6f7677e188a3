#!/usr/bin/env python3
"""Three programs, one sea: a wave model and an autopilot move a hull that a viewer shows.

    python main.py                        # starts its own server
    python main.py localhost:50551        # or uses a running one
    python main.py --kill autopilot       # kills one on the way and starts it anew

Each is a process of its own. What comes out depends on what they send alone: not on who is fast,
not on who dies.
"""

import argparse
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from autopilot import PERIOD_NS

import raftup

FOLDER = Path(__file__).resolve().parent
MODEL = FOLDER.parents[2] / "examples" / "models" / "station_keeping.yaml"
TICK_NS = 10_000_000
PROGRAMS = ("waves", "autopilot", "viewer")


def participants() -> list[raftup.Participant]:
    """Who writes what: steps wait for both."""
    ticks = PERIOD_NS // TICK_NS
    return [
        raftup.Participant("waves", inputs=["sea"], interpolation="linear"),
        raftup.Participant("autopilot", inputs=["thrust"], period_ticks=ticks),
    ]


class Programs:
    """The three processes; ended with the block."""

    def __init__(self, address: str, session: str) -> None:
        self._arguments = [address, session]
        self._processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, program: str) -> None:
        """Starts one of them, or starts it anew."""
        command = [sys.executable, str(FOLDER / f"{program}.py"), *self._arguments]
        self._processes[program] = subprocess.Popen(command)

    def kill(self, program: str) -> None:
        """As a crash would: without a word to the server."""
        self._processes[program].kill()
        self._processes[program].wait()

    def __enter__(self) -> "Programs":
        for program in PROGRAMS:
            self.start(program)
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes.values():
            try:
                process.wait(10)  # they leave when the session is gone
            except subprocess.TimeoutExpired:
                process.kill()


def run(address: str, duration: float, kill: str | None = None) -> raftup.Rows:
    """Lets the three programs move the hull.

    Args:
        address: of a server.
        duration: s.
        kill: the program to kill and start anew in the middle.

    Returns:
        the model's outputs at every step.
    """
    with raftup.connect(address) as client, ExitStack() as stack:
        session = client.create_session(MODEL, participants=participants(), base_tick_ns=TICK_NS)
        session.initialise()
        programs = stack.enter_context(Programs(address, session.name))
        stack.enter_context(session)  # deleted before the programs are waited for
        steps = round(duration / (session.step_ns * 1e-9))
        with session.exchange(output_stride=1) as controller:
            parts = [controller.advance(steps // 2)]
            if kill is not None:
                controller.request(steps - steps // 2)  # the session is on its way
                programs.kill(kill)
                programs.start(kill)
                parts.append(controller.receive())
            else:
                parts.append(controller.advance(steps - steps // 2))
        return raftup.Rows.concatenate(parts)


def main() -> None:
    """Runs the three programs on the server that the command line names, or on our own."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", nargs="?", help="of a running raftupd; default: our own")
    parser.add_argument("--kill", choices=PROGRAMS, help="kill and start anew in the middle")
    parser.add_argument("--duration", type=float, default=120.0, help="s")
    arguments = parser.parse_args()
    with raftup.server_address(arguments.address) as address:
        rows = run(address, arguments.duration, arguments.kill)
        surge, sway, *_ = rows["hemisphere.displacement"][-1]
        print(f"after {rows.time[-1]:g} s the hull is at {surge:.3f} m, {sway:.3f} m")


if __name__ == "__main__":
    main()
