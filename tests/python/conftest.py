"""What tests with a server share: one raftupd for all of them, and the example models."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import raftup

EXAMPLES = Path(__file__).resolve().parents[2] / "clients" / "examples"
MODELS = EXAMPLES / "models"
DATABASES = EXAMPLES / "data" / "own"


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
