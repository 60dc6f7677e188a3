"""A program: a console as it is installed, in Chromium; prints what the page asked for.

It needs no test of ours, only the package, and runs where there is no network but loopback.
"""

from __future__ import annotations

import json
import socket
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.headless import chromium
from raftup.console.serving import serve_console

MODEL = {
    "environment": {"sea": {"waves": [{"regular": {"amplitude": 0.5, "period": 8.0}}]}},
    "bodies": [{"name": "box", "shapes": [{"box": {"size": [20, 8, 4]}, "density": 500}]}],
    "integration": {"step": 0.02, "duration": 60},
}
SCREENS = {"": "table", "new": "textarea", "databases": "h1", "studies": "h1", "server": "h1"}


def has_network() -> bool:
    """Whether an address outside this machine can be reached for."""
    try:
        socket.create_connection(("192.0.2.1", 9), timeout=1.0)
    except TimeoutError:
        return True
    except OSError:
        return False
    return True


def look(page: Page, url: str, session: raftup.Session) -> None:
    """At every screen, and at a session that is stepped."""
    page.goto(f"{url}&/")
    for screen, sign in SCREENS.items():
        page.evaluate("screen => location.hash = '#/' + screen", screen)
        page.locator(f"main {sign}").first.wait_for()
    page.evaluate("name => location.hash = '#/' + name", session.name)
    while not page.evaluate("window.raftupConsole?.performance().calls > 0"):
        page.wait_for_timeout(50)
    page.get_by_role("button", name="Take 100 steps").click()
    while not page.evaluate("raftupConsole.time() >= 2"):
        page.wait_for_timeout(50)


def main() -> None:
    found: dict[str, Any] = {"package": raftup.__file__, "network": has_network()}
    with (
        tempfile.TemporaryDirectory() as folder,
        raftup.local_server(f"unix:{folder}/socket", data=Path(folder) / "data") as server,
        raftup.connect(server.address) as client,
        client.create_session(MODEL) as session,
        serve_console(ConsoleOptions(address=server.address, port=0)) as url,
        chromium() as browser,
    ):
        session.initialise()
        page = browser.new_page()
        requests: list[str] = []
        errors: list[str] = []
        page.on("request", lambda request: requests.append(request.url))
        page.on("websocket", lambda opened: requests.append(opened.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        look(page, url, session)
        found |= {
            "origin": url.partition("/#")[0],
            "requests": requests,
            "errors": errors,
            "step_index": session.status().step_index,
        }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
