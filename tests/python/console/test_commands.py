"""The commands that serve a console, as a shell starts them."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

import raftup

from .helpers import floats, origin_of


@contextmanager
def command(*arguments: str) -> Iterator[str]:
    """The link that a command prints; it is interrupted at the end, and ends well."""
    program = [sys.executable, "-m", "raftup", *arguments]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("console "):
                yield line.removeprefix("console ").strip()
                break
        else:
            pytest.fail("the command said no link")
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(20) == 0


def test_a_model_is_run_from_the_browser_until_an_interrupt(tmp_path: Path, static: Path) -> None:
    model = tmp_path / "floats.yaml"
    model.write_text(yaml.safe_dump(floats()))
    with command("run", str(model), "--console") as link:
        assert "#code=" in link
        assert "&/sessions/" in link
        with urllib.request.urlopen(origin_of(link)) as page:
            assert b"raftup-console" in page.read()


def test_a_server_has_its_console_beside_it(tmp_path: Path, static: Path) -> None:
    listen = f"--listen=unix:{tmp_path}/socket"
    data = f"--data={tmp_path}/data"
    with (
        command("serve", "--console", "--console-port", "0", listen, data),
        raftup.connect(f"unix:{tmp_path}/socket") as client,
    ):
        assert [*client.list_sessions()] == []


def test_a_console_shows_another_server_and_refuses_a_mesh_that_is_not_there(
    server: raftup.LocalServer, tmp_path: Path
) -> None:
    with command("console", "--server", server.address, "--port", "0") as link:
        assert "#code=" in link
    program = [sys.executable, "-m", "raftup", "console", "--server", server.address]
    process = subprocess.run(
        [*program, "--mesh", f"ship={tmp_path}/none.obj"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 1
    assert "no mesh file" in process.stderr


def test_a_result_is_played_without_a_server(tmp_path: Path, static: Path) -> None:
    integration = {"step": 0.02, "duration": 1}
    outputs = ["left.position", "left.orientation", "right.position", "right.orientation"]
    raftup.run(floats(outputs=outputs, integration=integration), out=tmp_path / "my result.nc")
    nobody = f"unix:{tmp_path}/nobody"
    with command("console", f"{tmp_path}/my result.nc", "--server", nobody, "--port", "0") as link:
        assert link.endswith("&/sessions/my-result")
