"""Everybody can use it: what axe-core finds, keyboard, less motion, twice the size."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import CLIENTS, DATABASES
from playwright.sync_api import Page, expect

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.serving import serve_console

from .browsing import Open, show, until
from .helpers import floats, origin_of, pushed

AXE = CLIENTS / "console" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

LOOK = """async rules => {
  const {violations} = await axe.run(document, {runOnly: rules});
  return violations.flatMap(({id, nodes}) => nodes.map(({html, any}) =>
    `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`));
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that looks; it is no part of the page."""
    if not AXE.is_file():
        pytest.fail("axe-core is not there: clients/console/build.py fetches what the lock names")
    return AXE.read_text()


def violations(page: Page, axe: str) -> list[str]:
    """What the page as it is does not keep to, wide or narrow, by rule and element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = []
    for width in (400, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        found += [f"{width} px: {one}" for one in page.evaluate(LOOK, RULES)]
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_screen_has_a_violation(
    console: str,
    cookie: str,
    client: raftup.Client,
    open_page: Open,
    axe: str,
    scheme: str,
) -> None:
    database = client.upload_database(DATABASES / "hemisphere.h5").name
    page = open_page(origin_of(console))
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    found = {"login": violations(page, axe)}
    origin = origin_of(console)
    name = f"raftup-{urlsplit(origin).port}"
    page.context.add_cookies([{"name": name, "value": cookie, "url": origin}])
    with client.create_session(pushed(), session_id="looked-at-closely") as session:
        session.initialise()
        signs = {
            "": ".sessions",
            "new": "textarea",
            "databases": ".list",
            database: ".thumb",
            "studies": ".empty h1",
            "server": ".columns",
            session.name: ".values",
        }
        page.reload()
        for route, sign in signs.items():
            page.evaluate(f"location.hash = '#/{route}'")
            page.locator(sign).first.wait_for()
            found[route] = violations(page, axe)
        for side in ("inputs", "model"):
            page.get_by_role("button", name=side, exact=True).click()
            page.locator(f"raftup-{side}").wait_for()
            found[side] = violations(page, axe)
        page.get_by_role("button", name="right", exact=True).click()
        page.locator(".detail").first.wait_for()
        found["a body that is picked"] = violations(page, axe)
    assert {screen: some for screen, some in found.items() if some} == {}


def test_a_recording_has_no_violation(tmp_path: Path, open_page: Open, axe: str) -> None:
    outputs = [f"left.{part}" for part in ("position", "orientation", "displacement")]
    integration = {"step": 0.02, "duration": 1, "output_step": 0.1}
    result = tmp_path / "left.nc"
    raftup.run(floats(outputs=outputs, integration=integration), out=result)
    with serve_console(ConsoleOptions(address="", port=0, recording=result)) as url:
        page = open_page(f"{url}&/sessions/left")
        until(page, "window.raftupConsole?.performance().calls > 0")
        expect(page.locator(".words")).to_contain_text("not recorded: poses of right")
        assert violations(page, axe) == []


def test_a_session_is_stepped_by_the_keyboard_alone(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    page.evaluate("document.activeElement.blur()")
    for _ in range(40):
        page.keyboard.press("Tab")
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        if label == "Take 10 steps":
            break
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    until(page, "Math.abs(raftupConsole.time() - 0.2) < 1e-6")
    assert session.status().step_index == 10


def test_who_wants_less_motion_gets_two_pictures_a_second(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    page.emulate_media(reduced_motion="reduce")
    drawn = "document.querySelector('raftup-view').table"
    page.get_by_role("button", name="Run", exact=True).click()
    until(page, "raftupConsole.time() > 0.5")
    before = page.evaluate(drawn)
    page.wait_for_timeout(3000)
    assert 2 <= page.evaluate(drawn) - before <= 7
    page.get_by_role("button", name="Pause").click()


def test_the_page_reads_at_twice_its_size(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    page.set_viewport_size({"width": 640, "height": 400})  # 1280 x 800 at 200 %
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    run = page.get_by_role("button", name="Run", exact=True)
    run.scroll_into_view_if_needed()
    expect(run).to_be_in_viewport()
