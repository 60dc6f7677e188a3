"""What tests of the console share: two raftupd and the gateways before them."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.serving import serve_console
from raftup.server import find_server

from .helpers import client_of, code_of, floats

ROLES = ("observer", "operator", "admin")


@pytest.fixture(scope="session")
def console(server: raftup.LocalServer) -> Iterator[str]:
    """A console of a server that asks nobody; the address has no code, see `cookie`."""
    with serve_console(ConsoleOptions(address=server.address, port=0)) as url:
        yield url


@pytest.fixture(scope="session")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str], str]]:
    """A server that asks who calls: its address, a token for each role, its console."""
    access = tmp_path_factory.mktemp("access") / "access"
    command = [str(find_server()), "tokens", "add"]
    tokens = {}
    for role in ROLES:
        options = ["--access", str(access), "--tenant", "acme", "--role", role]
        made = subprocess.run(
            [*command, role, *options], check=True, capture_output=True, text=True
        )
        tokens[role] = made.stdout.strip()
    with (
        raftup.local_server("127.0.0.1:0", ["--access", str(access)]) as server,
        serve_console(ConsoleOptions(address=server.address, port=0)) as url,
    ):
        yield server.address, tokens, url


@pytest.fixture(scope="session")
def cookie(console: str) -> str:
    """A login by the link of `console`, which is good once."""

    async def log_in() -> str:
        async with client_of(console) as client:
            response = await client.post("/login", data=json.dumps({"code": code_of(console)}))
            assert response.status == 200
            return response.cookies["raftup"].value

    return asyncio.run(log_in())


@pytest.fixture
def session(client: raftup.Client) -> Iterator[raftup.Session]:
    """Two boxes, ready to step."""
    with client.create_session(floats()) as session:
        session.initialise()
        yield session


@pytest.fixture(scope="session")
def static() -> Path:
    """The front end that has been built."""
    folder = Path(raftup.__file__).parent / "console" / "static"
    if not (folder / "console.js").is_file():
        pytest.fail("the console has not been built: clients/console/build.py")
    return folder
