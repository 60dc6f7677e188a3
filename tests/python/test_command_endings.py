"""How the raftup command ends where something ends it, and what it leaves then."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import xarray as xr
from command_line import LONG, start
from conftest import MODELS

import raftup


def wait_for_rows(file: Path, process: subprocess.Popen[str]) -> None:
    """Until a run of two vessels writes its second batch of rows, so that the first is there.

    A batch is 4096 rows, 1.3 MB; a file grows before its rows count.
    """
    deadline = time.monotonic() + 60.0
    while time.monotonic() < deadline and process.poll() is None:
        if file.exists() and file.stat().st_size > 2_000_000:
            return
        time.sleep(0.02)
    pytest.fail(f"no rows: {process.communicate(timeout=5)}")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_keeps_what_was_computed(number: int, tmp_path: Path) -> None:
    process = start("run", MODELS / "alongside.yaml", LONG, "--quiet", folder=tmp_path)
    wait_for_rows(tmp_path / "result.nc", process)
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert "is kept in result.nc" in errors
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 100
        assert result.attrs["complete"] == 0
        assert not result.displacement.isnull().any()


def test_a_full_disk_ends_the_run_with_1_and_keeps_what_was_computed(tmp_path: Path) -> None:
    # Set by another program: code of ours between fork and exec meets threads of gRPC half-copied.
    limited = ["prlimit", "--fsize=4000000"]
    process = subprocess.run(
        [
            *limited,
            sys.executable,
            "-m",
            "raftup",
            "run",
            MODELS / "alongside.yaml",
            LONG,
            "--quiet",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert process.returncode == 1, process.stderr
    assert "File too large" in process.stderr
    assert "is kept in result.nc" in process.stderr
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 1000
        assert not result.displacement.isnull().any()


def test_a_server_killed_in_mid_run_ends_it_with_1_and_keeps_what_was_computed(
    tmp_path: Path,
) -> None:
    with raftup.local_server(listen=f"unix:{tmp_path}/socket") as server:
        process = start(
            "run",
            MODELS / "alongside.yaml",
            LONG,
            f"--server={server.address}",
            "--quiet",
            folder=tmp_path,
        )
        wait_for_rows(tmp_path / "result.nc", process)
        server.process.kill()
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "raftup:" in errors
    assert "is kept in result.nc" in errors
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 100


def test_the_embedded_server_ends_with_the_program_that_is_killed(tmp_path: Path) -> None:
    process = start("run", MODELS / "alongside.yaml", LONG, "--quiet", folder=tmp_path)
    wait_for_rows(tmp_path / "result.nc", process)
    tasks = Path(f"/proc/{process.pid}/task").iterdir()  # a thread of its own starts the server
    children = [child for task in tasks for child in (task / "children").read_text().split()]
    process.kill()
    process.communicate(timeout=10)
    assert children
    deadline = time.monotonic() + 20.0
    while any(is_running(int(child)) for child in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(is_running(int(child)) for child in children)
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 100


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


@pytest.mark.parametrize("arguments", [["schema", "model"], ["explain", "bodies"]])
def test_a_reader_that_goes_ends_the_command_without_a_word(
    arguments: list[str], tmp_path: Path
) -> None:
    gone, ours = os.pipe()
    os.close(gone)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "raftup", *arguments],
            cwd=tmp_path,
            stdout=ours,
            stderr=subprocess.PIPE,
            text=True,
            timeout=100,
            check=False,
        )
    finally:
        os.close(ours)
    assert (ended.returncode, ended.stderr) == (141, "")
