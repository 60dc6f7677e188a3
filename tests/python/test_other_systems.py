"""The package where there is no server for the system: clients, and what commands say."""

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml

import raftup
from raftup.local import programs
from raftup.local.server import find_server

AS_WINDOWS = Path(__file__).with_name("as_windows.py")


def command(*words: str | Path) -> list[str]:
    return [sys.executable, str(AS_WINDOWS), *map(str, words)]


@pytest.fixture
def model(hemisphere: dict[str, Any], tmp_path: Path) -> Path:
    file = tmp_path / "model.yaml"
    file.write_text(yaml.safe_dump(hemisphere))
    return file


def test_windows_runs_a_model_on_a_server_elsewhere(
    server: raftup.LocalServer, model: Path, tmp_path: Path
) -> None:
    out = tmp_path / "windows.nc"
    subprocess.run(command("run", model, "--server", server.address, "--out", out), check=True)
    here = raftup.run(model, server=server.address)
    with xr.open_dataset(out) as there:
        for name in here.data_vars:
            np.testing.assert_array_equal(there[name], here[name])


def test_an_interrupt_on_windows_leaves_the_rows_that_came(
    server: raftup.LocalServer, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    file, out = tmp_path / "long.yaml", tmp_path / "long.nc"
    hemisphere["integration"] |= {"duration": 1e6, "output_step": 1.0}
    file.write_text(yaml.safe_dump(hemisphere))
    words = command("run", file, "--server", server.address, "--out", out, "--quiet")
    with subprocess.Popen(words, stderr=subprocess.PIPE) as process:
        while not out.exists():
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.05)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 128 + signal.SIGINT
    with xr.open_dataset(out) as result:
        assert result.sizes["time"] > 1


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("win32", "no server for Windows: name a server by --server, or run in WSL"),
        ("darwin", "no server for macOS: name a server by --server, or run in a container"),
    ],
)
def test_without_a_server_a_system_says_where_to_find_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, words: str
) -> None:
    monkeypatch.setattr(programs, "_BUILD", tmp_path)
    monkeypatch.setattr(programs, "_PACKAGED", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", system)
    with pytest.raises(raftup.RaftupError, match=words) as refusal:
        find_server()
    assert refusal.value.reason == "PROGRAM_NOT_FOUND"
