"""The raftup command in a process of its own."""

import subprocess
import sys
from pathlib import Path

LONG = "--duration=1e6"
"""Of a run that does not end by itself."""


def command(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "raftup", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def start(*arguments: object, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "raftup", *map(str, arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
