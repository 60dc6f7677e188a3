#!/usr/bin/env python3
"""Draws clients/console/console.png and, with a folder as argument, every screen light and dark.

Needs what deploy/install.sh --dev installs.
"""

import shutil
import sys
from pathlib import Path

import raftup
from playwright.sync_api import Browser, Page, sync_playwright
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


STUDY = "headings.study"
WAVE = "environment.sea.waves[0].irregular"


def make_study(folder: Path) -> None:
    """Two ships in 24 sea states, two seeds each."""
    axes = {
        "hs": {"path": f"{WAVE}.jonswap.significant_wave_height", "values": [1.0, 2.0]},
        "heading": {
            "path": f"{WAVE}.direction_deg",
            "values": list(range(0, 360, 30)),
        },
        "seed": {"path": f"{WAVE}.seed", "range": [1, 2]},
    }
    study = {
        "model": str(EXAMPLES / "models" / "alongside.yaml"),
        "axes": axes,
        "duration": 120,
        "statistics": ["std", "max"],
        "outputs": ["carrier.displacement", "supply.displacement"],
    }
    raftup.study(study, folder / STUDY, workers=1)


class Screens:
    """Pictures of one page, in one colour scheme.

    Args:
        page: of the console.
        folder: where pictures go.
        suffix: of their names: scheme, and role where it matters.
    """

    def __init__(self, page: Page, folder: Path, suffix: str) -> None:
        self.page = page
        self._folder = folder
        self._suffix = suffix

    def take(self, name: str) -> None:
        """Draws the page as it is."""
        self.page.screenshot(path=self._folder / f"{name}_{self._suffix}.png")

    def go(self, route: str, sign: str) -> None:
        """Goes to a screen and waits for what shows that it is there."""
        self.page.evaluate(f"location.hash = '{route}'")
        self.page.locator(sign).first.wait_for()
        self.page.wait_for_timeout(400)


def draw_empty(screens: Screens, url: str) -> None:
    """Nobody logged in, and nothing there yet."""
    page = screens.page
    page.goto(url.partition("#")[0])
    page.get_by_label("Token").wait_for()
    screens.take("login")
    page.goto(url)
    page.reload()
    page.locator(".empty .button").wait_for()
    screens.take("empty")


def draw_session(screens: Screens) -> None:
    """The session "alongside", its sides and its cameras."""
    page = screens.page
    page.get_by_role("link", name="alongside").wait_for()
    screens.take("sessions")
    page.get_by_role("link", name="alongside").click()
    until(page, "window.raftupConsole?.performance().calls > 0")
    show_rewind(page)
    screens.take("session")
    page.get_by_role("button", name="beam").click()
    page.get_by_role("button", name="model", exact=True).click()
    page.locator(".text").wait_for()
    page.wait_for_timeout(1000)
    screens.take("model")


def draw_inputs(screens: Screens, client: raftup.Client) -> None:
    """A session that clients push."""
    model = EXAMPLES / "models" / "forced_by_client.yaml"
    with client.create_session(model, session_id="forced-by-client") as session:
        session.initialise()
        screens.go("#/sessions/forced-by-client", ".cameras")
        page = screens.page
        page.get_by_role("button", name="inputs", exact=True).click()
        for label, value in {
            "Fx": "1e5",
            "Fy": "0",
            "Fz": "-2e5",
            "Mx": "heel",
        }.items():
            page.get_by_label(f"New {label}").fill(value)
        page.get_by_role("button", name="Set", exact=True).click()
        page.get_by_role("alert").wait_for()
        screens.take("inputs")
        screens.go("#", ".sessions")


def draw_others(screens: Screens) -> None:
    """Databases, studies, server, and a model with mistakes."""
    page = screens.page
    screens.go("#/databases", ".list")
    screens.take("databases")
    page.get_by_role("link", name="alongside").click()
    page.get_by_label("by motion of").select_option(index=1)
    page.locator(".thumb").first.wait_for()
    page.wait_for_timeout(500)
    screens.take("database")
    page.get_by_role("button", name="excitation", exact=True).click()
    page.locator(".heat").wait_for()
    page.wait_for_timeout(500)
    screens.take("excitation")
    screens.go(f"#/studies/{STUDY}", ".heat")
    screens.take("study")
    page.get_by_role("button", name="polar").click()
    page.locator(".polar").wait_for()
    screens.take("polar")
    screens.go("#/server", ".columns")
    page.wait_for_timeout(2500)
    screens.take("server")
    screens.go("#/new", "textarea")
    page.get_by_label("Model", exact=True).fill(MISTAKES)
    page.get_by_role("button", name="Check").click()
    page.locator(".findings").wait_for()
    screens.take("new")


MISTAKES = """\
name: barge
bodies:
  - name: barge
    shapes: [{box: {size: [40, 12, 6]}, density: 500}]
    linear_velocty: [1, 0, 0]
hydrodynamics:
  - {name: hull, database: barge.h5, bodies: [{body: barge}]}
integration: {step: 0.05, duration: sixty}
"""


def draw(browser: Browser, server: str, scheme: str, folder: Path) -> None:
    """Every screen in one colour scheme."""
    options = ConsoleOptions(address=server, port=0, meshes=hulls(), studies=folder)
    with serve_console(options) as url, raftup.connect(server) as client:
        page = browser.new_page(viewport=SIZE, color_scheme=scheme)
        screens = Screens(page, folder, scheme)
        draw_empty(screens, url)
        model = EXAMPLES / "models" / "alongside.yaml"
        with client.create_session(model, session_id="alongside") as session:
            session.initialise()
            draw_session(screens)
            draw_inputs(screens, client)
            draw_others(screens)
        page.close()


def main() -> None:
    """Into the folder that is named, and the picture of the README."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out/console")
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / STUDY).is_dir():
        make_study(folder)
    chromium = shutil.which("chromium")
    with sync_playwright() as playwright, raftup.local_server() as server:
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        for scheme in ("light", "dark"):
            draw(browser, server.address, scheme, folder)
        browser.close()
    pictures = {
        "session_light.png": "console.png",
        "database_light.png": "database.png",
    }
    for drawn, kept in pictures.items():
        shutil.copyfile(folder / drawn, ROOT / "clients" / "console" / kept)


if __name__ == "__main__":
    main()
