"""What tests of the console share: two raftupd and the gateways before them."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.headless import chromium
from raftup.console.serving import serve_console
from raftup.local.server import find_server

from .browsing import SMALL, WAIT, Open
from .helpers import client_of, code_of, cookie_name, floats, origin_of

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
        serve_console(
            ConsoleOptions(address=server.address, port=0, logins_per_minute=1000)
        ) as url,
    ):
        yield server.address, tokens, url


@pytest.fixture(scope="session")
def cookie(console: str) -> str:
    """A login by the link of `console`, which is good once."""

    async def log_in() -> str:
        async with client_of(console) as client:
            response = await client.post("/login", data=json.dumps({"code": code_of(console)}))
            assert response.status == 200
            return response.cookies[cookie_name(console)].value

    return asyncio.run(log_in())


@pytest.fixture
def session(client: raftup.Client) -> Iterator[raftup.Session]:
    """Two boxes, ready to step."""
    with client.create_session(floats()) as session:
        session.initialise()
        yield session


@pytest.fixture(scope="session")
def studies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a study of 16 cases, and another that is none."""
    pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")
    folder = tmp_path_factory.mktemp("studies")
    wave = "environment.sea.waves[0].irregular"
    axes = {
        "hs": {"path": f"{wave}.jonswap.significant_wave_height", "values": [1.0, 2.0]},
        "heading": {"path": f"{wave}.direction_deg", "values": [0, 90, 180, 270]},
        "seed": {"path": f"{wave}.seed", "range": [1, 2]},
    }
    small = {"model": floats(), "axes": axes, "duration": 4, "statistics": ["mean", "std"]}
    raftup.study(small, folder / "small.study", workers=1)
    (folder / "secret").mkdir()
    return folder


@pytest.fixture(scope="session")
def static() -> Path:
    """The front end that has been built."""
    folder = Path(raftup.__file__).parent / "console" / "static"
    if not (folder / "console.js").is_file():
        pytest.fail("the console has not been built: clients/console/build.py")
    return folder


@pytest.fixture(scope="module")
def browser(static: Path) -> Iterator[Browser]:
    """Chromium with a graphics processor in software; no event loop may run beside it."""
    if shutil.which("chromium") is None:
        pytest.skip("no chromium: deploy/install.sh --dev installs it")
    with chromium() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens pages, and makes sure at the end that each kept to its origin and had no complaint."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(url: str, cookie: str = "", allowed: str = "") -> Page:
        context = browser.new_context(viewport=SMALL)
        contexts.append(context)
        context.set_default_timeout(WAIT)
        expect.set_options(timeout=WAIT)
        origin = origin_of(url)
        if cookie:
            context.add_cookies([{"name": cookie_name(url), "value": cookie, "url": origin}])
        page = context.new_page()

        def look(text: str) -> None:
            # A tab that outlives its gateway comes again until it is closed.
            is_late = "ERR_CONNECTION_REFUSED" in text
            if not is_late and not (allowed and re.search(allowed, text)):
                complaints.append(text)

        def see_message(message: ConsoleMessage) -> None:
            if message.type == "error":
                look(message.text)

        def see_request(request: Request) -> None:
            if not request.url.startswith((origin, "blob:", "data:")):
                look(f"left its origin: {request.url}")

        page.on("console", see_message)
        page.on("pageerror", lambda error: look(str(error)))
        page.on("request", see_request)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints
