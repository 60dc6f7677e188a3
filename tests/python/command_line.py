"""The raftup command in a process of its own."""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

LONG = "--duration=1e6"
"""Of a run that does not end by itself."""

_TIMEOUT = 200.0  # s


class _Copies:
    """A process of command_copies.py, which runs commands without loading their packages anew."""

    def __init__(self) -> None:
        program = Path(__file__).with_name("command_copies.py")
        self._process = subprocess.Popen(
            [sys.executable, program], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        atexit.register(self._end)

    def run(self, command: dict[str, object]) -> int:
        """Exit code of a command.

        Raises:
            subprocess.TimeoutExpired: after _TIMEOUT; the command is killed.
        """
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(command).encode() + b"\n")
        stdin.flush()
        child = int(stdout.readline())
        late = not select.select([stdout], [], [], _TIMEOUT)[0]
        if late:
            os.kill(child, signal.SIGKILL)
        code = int(stdout.readline())
        if late:
            raise subprocess.TimeoutExpired(str(command["arguments"]), _TIMEOUT)
        return code

    def _end(self) -> None:
        self._process.communicate()


@cache
def _copies() -> _Copies:
    return _Copies()


def command(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end; `start` also loads the packages as a user's command does."""
    words = [str(argument) for argument in arguments]
    with (
        tempfile.NamedTemporaryFile("r", prefix="stdout-") as stdout,
        tempfile.NamedTemporaryFile("r", prefix="stderr-") as stderr,
    ):
        code = _copies().run(
            {
                "arguments": words,
                "folder": str(folder),
                "environment": dict(os.environ),
                "stdout": stdout.name,
                "stderr": stderr.name,
            }
        )
        return subprocess.CompletedProcess(words, code, stdout.read(), stderr.read())


def start(*arguments: object, folder: Path) -> subprocess.Popen[str]:
    """Starts a command that the test ends, or whose end it awaits."""
    return subprocess.Popen(
        [sys.executable, "-m", "raftup", *map(str, arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
