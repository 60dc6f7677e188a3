#!/usr/bin/env python3
"""Draws the console's pictures in clients/console; with a folder as argument every screen besides.

Each is drawn light and dark, wide and narrow, and of an operator and an observer. Needs what
deploy/install.sh --dev installs.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page

import raftup
from raftup.console.gateway import ConsoleOptions, session_id
from raftup.console.headless import chromium
from raftup.console.meshes import read_mesh
from raftup.console.serving import serve_console
from raftup.local.server import find_server
from raftup.remote.identity import Identity

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "clients" / "examples"
SIZES = {
    "wide": {"width": 1280, "height": 800},
    "narrow": {"width": 400, "height": 1400},
}
KEPT = {"session": "console.png", "database": "database.png"}
# Where the origin of each mesh lies in the model frame, which is at the centre of mass [m].
HULLS = {"carrier": (0.0, 0.0, -0.5), "supply": (-10.0, -22.0, -0.3)}


def hulls() -> dict[str, bytes]:
    """The panels that the database of the two ships was solved with."""
    folder = EXAMPLES / "hydro" / "meshes"
    return {name: read_mesh(folder / f"{name}.obj", place) for name, place in HULLS.items()}


def shown_hulls() -> dict[str, object]:
    """The same as a model has them: files of the catalogue."""
    folder = EXAMPLES / "hydro" / "meshes"
    return {
        f"bodies[{i}].visual_mesh": {
            "mesh": str(folder / f"{name}.obj"),
            "position": [*place],
        }
        for i, (name, place) in enumerate(HULLS.items())
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
    """Pictures of one page, in one colour scheme, of any size.

    Args:
        page: of the console.
        folder: where pictures go.
        suffix: of their names: role and scheme.
    """

    def __init__(self, page: Page, folder: Path, suffix: str) -> None:
        self.page = page
        self._folder = folder
        self._suffix = suffix

    def take(self, name: str) -> None:
        """Draws the page as it is."""
        for size, viewport in reversed(SIZES.items()):
            self.page.set_viewport_size(viewport)
            self.page.wait_for_timeout(800)
            self.page.screenshot(path=self._folder / f"{name}_{self._suffix}_{size}.png")

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
    page.get_by_role("button", name="supply", exact=True).click()
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


def draw_contacts(screens: Screens, client: raftup.Client) -> None:
    """Cargo on a deck that rolls, with the forces on it."""
    model = EXAMPLES / "models" / "deck_cargo.yaml"
    with client.create_session(model, session_id="deck-cargo") as session:
        session.initialise()
        session.advance(800)
        screens.go("#/sessions/deck-cargo", ".cameras")
        page = screens.page
        until(page, "window.raftupConsole?.performance().calls > 0")
        page.get_by_label("Forces drawn as arrows").select_option("contacts")
        until(page, "raftupConsole.contacts().length > 0")
        page.wait_for_timeout(1000)
        screens.take("contacts")
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


def draw_recording(browser: Browser, result: Path, scheme: str, folder: Path) -> None:
    """A result at half its time, with a slider."""
    options = ConsoleOptions(address="", port=0, recording=result, meshes=hulls())
    with serve_console(options) as url:
        page = browser.new_page(viewport=SIZES["wide"], color_scheme=scheme)
        page.goto(f"{url}&/sessions/{session_id(result)}")
        until(page, "window.raftupConsole?.performance().calls > 0")
        page.get_by_label("Time that is shown").fill("30")
        until(page, "raftupConsole.time() === 30")
        Screens(page, folder, f"recording_{scheme}").take("session")
        page.close()


def draw_observer(browser: Browser, url: str, token: str, scheme: str, folder: Path) -> None:
    """What one who may only look sees of the session "alongside" and a study."""
    page = browser.new_page(viewport=SIZES["wide"], color_scheme=scheme)
    screens = Screens(page, folder, f"observer_{scheme}")
    page.goto(url.partition("#")[0])
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="alongside").wait_for()
    screens.take("sessions")
    page.get_by_role("link", name="alongside").click()
    until(page, "window.raftupConsole?.performance().calls > 0")
    screens.take("session")
    screens.go(f"#/studies/{STUDY}", ".heat")
    screens.take("study")
    page.close()


def draw(browser: Browser, address: str, tokens: dict[str, str], scheme: str, folder: Path) -> None:
    """Every screen in one colour scheme."""
    options = ConsoleOptions(
        address=address,
        port=0,
        studies=folder,
        identity=Identity(token=tokens["operator"]),
    )
    with (
        serve_console(options) as url,
        raftup.connect(address, token=tokens["operator"]) as client,
    ):
        page = browser.new_page(viewport=SIZES["wide"], color_scheme=scheme)
        screens = Screens(page, folder, f"operator_{scheme}")
        draw_empty(screens, url)
        model = EXAMPLES / "models" / "alongside.yaml"
        with client.create_session(
            model, overrides=shown_hulls(), session_id="alongside"
        ) as session:
            session.initialise()
            draw_session(screens)
            draw_inputs(screens, client)
            draw_contacts(screens, client)
            draw_others(screens)
            draw_observer(browser, url, tokens["observer"], scheme, folder)
        page.close()


def make_result(folder: Path) -> Path:
    """A minute of the two ships."""
    motions = [
        f"{ship}.{part}"
        for ship in ("carrier", "supply")
        for part in ("position", "orientation", "displacement")
    ]
    changes = {"outputs": motions, "integration.duration": 60}
    result = folder / "alongside.nc"
    raftup.run(EXAMPLES / "models" / "alongside.yaml", overrides=changes, out=result)
    return result


def make_tokens(access: Path) -> dict[str, str]:
    """Tokens of a tenant by role."""
    command = [str(find_server()), "tokens", "add"]
    options = ["--access", str(access), "--tenant", "yard", "--role"]
    return {
        role: subprocess.run(
            [*command, role, *options, role], check=True, capture_output=True, text=True
        ).stdout.strip()
        for role in ("operator", "observer")
    }


def keep(folder: Path) -> None:
    """Pictures of the README, smaller by two bits of each colour that nobody sees."""
    for name, kept in KEPT.items():
        with Image.open(folder / f"{name}_operator_light_wide.png") as picture:
            small = ImageOps.posterize(picture.convert("RGB"), 6)
            small.save(ROOT / "clients" / "console" / kept, optimize=True)


def main() -> None:
    """Into the folder that is named, and the pictures of the README."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "out/console")
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / STUDY).is_dir():
        make_study(folder)
    result = make_result(folder)
    with tempfile.TemporaryDirectory() as access, chromium() as browser:
        tokens = make_tokens(Path(access) / "access")
        with raftup.local_server("127.0.0.1:0", ["--access", f"{access}/access"]) as server:
            for scheme in ("light", "dark"):
                draw(browser, server.address, tokens, scheme, folder)
                draw_recording(browser, result, scheme, folder)
    keep(folder)


if __name__ == "__main__":
    main()
