"""What raftup serve starts, and what it adds to what is said."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import start
from conftest import MODELS

import raftup
from raftup.local.server import moordyn_arguments


def test_serve_starts_a_server_that_answers(tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/socket"
    process = start("serve", "--listen", address, "--data", tmp_path / "data", folder=tmp_path)
    try:
        deadline = time.monotonic() + 30.0
        while not (tmp_path / "socket").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        result = raftup.run(MODELS / "two_body_heave.yaml", address, {"integration.duration": 1})
        assert result.sizes["time"] == 51
    finally:
        process.terminate()
        process.communicate(timeout=30)


def serve(folder: Path, *arguments: str, **environment: str) -> tuple[list[str], str]:
    """What raftup serve gives a raftupd that only prints its arguments, and what it says itself."""
    server = folder / "raftupd"
    server.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    server.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "raftup", "serve", *arguments],
        env={**os.environ, "RAFTUP_SERVER_BINARY": str(server), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.splitlines(), done.stderr


def test_serve_without_a_data_folder_keeps_data_in_the_users_and_says_so(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    own = f"{home}/.local/share/raftup"
    given, said = serve(tmp_path, "--listen=unix:a", HOME=home, XDG_DATA_HOME="")
    assert given == ["--listen=unix:a", f"--data={own}", *moordyn_arguments()]
    assert said == f"data in {own} (--data names another folder)\n"
    assert Path(own).is_dir()
    given, _ = serve(tmp_path, HOME=home, XDG_DATA_HOME=f"{tmp_path}/xdg")
    assert given == [f"--data={tmp_path}/xdg/raftup", *moordyn_arguments()]


@pytest.mark.parametrize("arguments", [["--data", "x"], ["--data=x"]])
def test_serve_leaves_a_data_folder_that_is_named(arguments: list[str], tmp_path: Path) -> None:
    assert serve(tmp_path, *arguments) == ([*arguments, *moordyn_arguments()], "")


@pytest.mark.parametrize(
    "arguments", [["--config=raftupd.toml"], ["tokens", "add"], ["--data=x", "--moordyn=mine.so"]]
)
def test_serve_adds_nothing_to_what_is_said(arguments: list[str], tmp_path: Path) -> None:
    assert serve(tmp_path, *arguments) == (arguments, "")
