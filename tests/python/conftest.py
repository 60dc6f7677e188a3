"""What tests with a server share: one raftupd for all of them, and the example models."""

import importlib.util
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import raftup

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
MODELS = CLIENTS / "examples" / "models"
DATABASES = CLIENTS / "examples" / "data" / "own"
EXAMPLES = CLIENTS / "python" / "examples"
REFERENCE = Path(os.environ.get("RAFTUP_REFERENCE_DATA", CLIENTS.parent.parent / "shared" / "data"))


def pytest_configure() -> None:
    """Signals end the programs that tests start, even where a shell or nohup has them ignored."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)


def reference(*names: str) -> list[Path]:
    """Files of other projects that are not in this repository; skips the test where one is absent.

    They are sought where the environment's RAFTUP_REFERENCE_DATA says, else in ../shared/data.
    """
    files = [REFERENCE / name for name in names]
    for file in files:
        if not file.is_file():
            pytest.skip(f"reference data not found: {file}")
    return files


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """One of the example programs as a module."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    specification = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, name, module)
    specification.loader.exec_module(module)
    return module


def eventually(holds: Callable[[], bool], timeout: float = 20.0) -> None:
    """Waits until something holds, and fails where it does not in time [s]."""
    deadline = time.monotonic() + timeout
    while not holds():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


@pytest.fixture(scope="session")
def server() -> Iterator[raftup.LocalServer]:
    """A raftupd on a Unix socket; tests that need it fail where there is none."""
    with raftup.local_server() as server:
        yield server


@pytest.fixture(scope="session")
def client(server: raftup.LocalServer) -> Iterator[raftup.Client]:
    with raftup.connect(server.address) as client:
        yield client


@pytest.fixture
def hemisphere() -> dict[str, Any]:
    """A free hemisphere in a regular wave, for 20 s."""
    return {
        "name": "hemisphere",
        "environment": {
            "sea": {
                "ramp_duration": 5,
                "waves": [{"regular": {"amplitude": 0.1, "period": 5.0, "direction_deg": 30}}],
            }
        },
        "bodies": [{"name": "hemisphere", "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6}}],
        "hydrodynamics": [
            {
                "name": "hull",
                "database": str(DATABASES / "hemisphere.h5"),
                "bodies": [{"body": "hemisphere"}],
            }
        ],
        "loads": [
            {
                "name": "mooring",
                "linear_mooring": {
                    "body": "hemisphere",
                    "stiffness": [5e3, 5e3, 0, 0, 0, 1e5],
                    "damping": [5e3, 5e3, 0, 0, 0, 1e5],
                },
            }
        ],
        "integration": {"step": 0.05, "duration": 20, "output_step": 0.1},
    }
