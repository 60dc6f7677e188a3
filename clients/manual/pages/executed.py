"""Outputs of commands, run when the manual is built."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from typer.testing import CliRunner

from raftup.cli.main import app

_MOST_LINES = 24  # of an output: what follows has the same form
_EXAMPLES = {
    "raftup explain": "explain bodies.mass",
    "raftup inspect": "inspect clients/examples/data/own/hemisphere.h5",
    "raftup outputs": "outputs clients/examples/models/alongside.yaml 'sea.*' 'carrier.force.*'",
    "raftup rest": "rest clients/examples/models/spread_mooring.yaml",
    "raftup modes": "modes clients/examples/models/alongside.yaml",
    "raftup hydrostatics": "hydrostatics clients/examples/data/own/floating_dock.h5",
    "raftup stability": "stability clients/examples/models/floating_dock.yaml",
}
"""Commands that print much, take little and leave nothing behind, from the repository's root."""


def output_of(name: str, root: Path) -> list[str]:
    """A command as it is typed and the lines that it prints; empty for other commands.

    Raises:
        SystemExit: if the command fails.
    """
    if name not in _EXAMPLES:
        return []
    environment = {"COLUMNS": "96", "NO_COLOR": "1", "TERM": "dumb", "RAFTUP_MANUAL": os.devnull}
    before = Path.cwd()
    os.chdir(root)
    try:
        done = CliRunner().invoke(app, shlex.split(_EXAMPLES[name]), env=environment)
    finally:
        os.chdir(before)
    if done.exit_code != 0:
        raise SystemExit(f"clients/manual/pages/executed.py:1: {_EXAMPLES[name]}: {done.output}")
    lines = [line.rstrip() for line in done.output.strip("\n").splitlines()]
    more = ["..."] if len(lines) > _MOST_LINES else []
    return [f"$ raftup {_EXAMPLES[name]}", *lines[:_MOST_LINES], *more]
