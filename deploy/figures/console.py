#!/usr/bin/env python3
"""Draws clients/console/console.png and, with a folder as argument, every screen light and dark.

Needs what deploy/install.sh --dev installs.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.meshes import read_mesh
from raftup.console.serving import serve_console

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "clients" / "examples"
SIZE = {"width": 1440, "height": 860}
SWITCHES = [
    "--no-sandbox",
    "--no-first-run",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]


# Where the origin of each mesh lies in the model frame, which is at the centre of mass [m].
HULLS = {"carrier": (0.0, 0.0, -0.5), "supply": (-10.0, -22.0, -0.3)}


def hulls() -> dict[str, bytes]:
    """The panels that the database of the two ships was solved with."""
    folder = EXAMPLES / "hydro" / "meshes"
    return {
        name: read_mesh(folder / f"{name}.obj", place) for name, place in HULLS.items()
    }


def until(page: Page, holds: str) -> None:
    """Waits until an expression holds."""
    while not page.evaluate(holds):
        page.wait_for_timeout(100)


def show_rewind(page: Page) -> None:
    """Runs a session for 40 s, rewinds it by 15 s and runs on."""
    page.get_by_label("Pace").select_option("50")
    for time in ("45", "60"):
        page.get_by_label("Time to run to").fill(time)
        page.get_by_role("button", name="Run to").click()
        until(page, f"Math.abs(raftupConsole.time() - {time}) < 1e-6")
        page.wait_for_timeout(500)
        if time == "45":
            page.get_by_role("button", name="Checkpoint").click()
    page.get_by_role("button", name="Rewind").click()
    page.wait_for_timeout(500)
    page.get_by_label("Time to run to").fill("53")
    page.get_by_role("button", name="Run to").click()
    until(page, "Math.abs(raftupConsole.time() - 53) < 1e-6")
    page.wait_for_timeout(1000)


def draw(browser: Browser, server: str, scheme: str, folder: Path) -> None:
    """Every screen in one colour scheme."""
    options = ConsoleOptions(address=server, port=0, meshes=hulls())
    with serve_console(options) as url, raftup.connect(server) as client:
        page = browser.new_page(viewport=SIZE, color_scheme=scheme)
        page.goto(url.partition("#")[0])
        page.get_by_label("Token").wait_for()
        page.screenshot(path=folder / f"login_{scheme}.png")
        page.goto(url)
        page.reload()
        page.locator(".empty").wait_for()
        page.screenshot(path=folder / f"empty_{scheme}.png")
        model = EXAMPLES / "models" / "alongside.yaml"
        with client.create_session(model, session_id="alongside") as session:
            session.initialise()
            page.get_by_role("link", name="alongside").wait_for()
            page.screenshot(path=folder / f"sessions_{scheme}.png")
            page.get_by_role("link", name="alongside").click()
            until(page, "window.raftupConsole?.performance().calls > 0")
            show_rewind(page)
            page.screenshot(path=folder / f"session_{scheme}.png")
            page.get_by_role("button", name="beam").click()
            page.wait_for_timeout(1000)
            page.screenshot(path=folder / f"beam_{scheme}.png")
        page.close()


def main() -> None:
    """Into the folder that is named, and the picture of the README."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out/console")
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    with sync_playwright() as playwright, raftup.local_server() as server:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        for scheme in ("light", "dark"):
            draw(browser, server.address, scheme, folder)
        browser.close()
    shutil.copyfile(
        folder / "session_light.png", ROOT / "clients" / "console" / "console.png"
    )


if __name__ == "__main__":
    main()
