"""The package as pip installs it, where there is no network: the console works all the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import CLIENTS

from raftup.local.server import find_server

ALONE = ["unshare", "--map-root-user", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "-"]
"""Runs a program that has loopback and no other network."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Path:
    """The Python of an environment with the package's wheel; what it needs is that of ours."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    source.mkdir()
    shutil.copytree(CLIENTS / "python" / "raftup", source / "raftup")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(CLIENTS / "python" / name, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    ours = ["--no-deps", "--no-index"]
    built = [*pip, "wheel", *ours, "--no-build-isolation", "--wheel-dir", str(folder), str(source)]
    subprocess.run(built, check=True, capture_output=True)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
    python = folder / "venv" / "bin" / "python"
    [wheel] = folder.glob("raftup-*.whl")
    subprocess.run([*pip, "--python", python, "install", *ours, wheel], check=True)
    [packages] = (folder / "venv" / "lib").glob("python*/site-packages")
    (packages / "needs.pth").write_text(f"{Path(np.__file__).parents[1]}\n")
    shutil.rmtree(source)
    return python


def test_an_installed_console_works_without_a_network_and_keeps_to_its_origin(
    installed: Path, tmp_path: Path
) -> None:
    if shutil.which("chromium") is None:
        pytest.skip("no chromium: deploy/install.sh --dev installs it")
    if subprocess.run([*ALONE, "true"], check=False, capture_output=True).returncode != 0:
        pytest.skip("this machine lets nobody have a network namespace")
    program = Path(__file__).with_name("installed_console.py")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "RAFTUP_SERVER_BINARY": str(find_server()),
    }
    done = subprocess.run(
        [*ALONE, installed, program],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert Path(found["package"]).is_relative_to(installed.parents[1])
    assert not found["network"]
    assert found["step_index"] == 100
    assert found["errors"] == []
    origin = found["origin"]
    own = (origin, origin.replace("http", "ws", 1), "blob:", "data:")
    assert {url for url in found["requests"] if not url.startswith(own)} == set()
    assert any(url.endswith("/console.js") for url in found["requests"])
    assert any(url.endswith("/ws") for url in found["requests"])
