"""The console in Debian's Chromium: what is seen, that it is true, and that it is steered."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

import raftup
from raftup.base.arrays import FloatArray

from .browsing import Open, picture, show, shown_poses, until, wait_for_time
from .helpers import floats, origin_of


def read_poses(session: raftup.Session) -> dict[str, FloatArray]:
    """Position and orientation of each body as the server has them."""
    return {
        body: session.read([f"{body}.position", f"{body}.orientation"]).values[0]
        for body in ("left", "right")
    }


def test_bodies_and_sea_are_drawn_and_the_sea_moves_with_the_session(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    assert page.evaluate("raftupConsole.drawn()") == {"left": "shapes", "right": "shapes"}
    expect(page.locator(".values")).to_be_visible()  # it takes room from the picture
    page.wait_for_timeout(500)
    first, rested = picture(page), picture(page)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 16
    place = page.evaluate("raftupConsole.project(0)")
    height, width, _ = first.shape
    x, y = int((place["x"] + 1) / 2 * width), int((1 - place["y"]) / 2 * height)
    near = first[max(0, y - 40) : y + 90, max(0, x - 90) : x + 90]
    # Hulls are warm, sea and sky are not.
    assert np.count_nonzero(near[..., 0] > near[..., 2] + 15) > 50
    assert np.abs(first - rested).mean() < 0.05
    session.advance(100)
    wait_for_time(page, 2.0)
    page.wait_for_timeout(300)
    moved = picture(page)
    height = min(len(first), len(moved))  # the bar above may need another line
    assert np.abs(moved[:height] - first[:height]).mean() > 0.3
    assert page.evaluate("raftupConsole.performance().calls") < 150


def test_poses_and_elevations_are_those_of_the_server(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    session.advance(237)
    wait_for_time(page, 4.74)
    page.wait_for_timeout(600)
    for body, pose in shown_poses(page).items():
        assert np.abs(pose - read_poses(session)[body]).max() < 1e-6
    offsets = [(7.3 * i % 90 - 45, 5.1 * i % 70 - 35) for i in range(100)]
    centre = page.evaluate("raftupConsole.seaCentre()")
    points = [[centre[0] + x, centre[1] + y] for x, y in offsets] + [[0, 0]]
    drawn = np.array(page.evaluate("points => raftupConsole.elevations(points)", points))
    summed = np.array(page.evaluate("points => raftupConsole.sum(points)", points))
    height = page.evaluate("raftupConsole.significantHeight()")
    assert height == pytest.approx(2.0, rel=1e-3)
    assert np.abs(drawn - summed).max() < 0.01 * height
    assert summed[-1] == pytest.approx(session.read(["sea.elevation"]).values[0, 0], abs=1e-6)


PANES = """() => document.querySelector('raftup-plots').panes
  .map(({ variable, plot }) => [variable.name, plot.root.isConnected, plot.data[0].length])"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_a_plot_that_nobody_sees_waits_and_one_that_is_removed_takes_no_other_with_it(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    page.set_viewport_size({"width": 640, "height": 360})
    names = ["left.displacement", "right.displacement"]
    top = page.locator(f"[data-pane='{names[0]}']").bounding_box()
    assert top is not None
    assert top["y"] > 360
    page.evaluate(TWO_FRAMES)  # after which the page has been told what is in view
    session.advance(50)
    wait_for_time(page, 1.0)
    until(page, "document.querySelector('raftup-plots').branches.now.count === 50")
    page.wait_for_timeout(400)  # thrice the time from one drawing to the next
    assert page.evaluate(PANES) == [[name, True, 0] for name in names]
    page.locator(f"[data-pane='{names[1]}']").scroll_into_view_if_needed()
    until(page, f"({PANES})()[1][2] === 50")
    page.get_by_label(f"Remove {names[0]}").click()
    until(page, f"({PANES})().length === 1")
    assert page.evaluate(PANES) == [[names[1], True, 50]]


def test_a_session_is_run_paused_kept_and_rewound(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    page.get_by_role("button", name="Take 100 steps").click()
    wait_for_time(page, 2.0)
    page.get_by_role("button", name="Checkpoint").click()
    rewind = page.get_by_role("button", name="Rewind to 2.00 s")
    expect(rewind).to_be_visible()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    page.get_by_label("Time to run to").fill("4")
    page.get_by_role("button", name="Run to").click()
    wait_for_time(page, 4.0)
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    first_pass = shown_poses(page)
    rewind.click()
    wait_for_time(page, 2.0)
    expect(page.get_by_role("log")).to_contain_text("back at checkpoint")
    page.get_by_role("button", name="Take 100 steps").click()
    wait_for_time(page, 4.0)
    page.wait_for_timeout(600)
    for body, pose in shown_poses(page).items():
        assert np.array_equal(pose, first_pass[body])
    lines = "document.querySelector('raftup-plots').branches"
    assert page.evaluate(f"{lines}.now.lastTime()") == pytest.approx(4.0)
    assert page.evaluate(f"{lines}.before.lastTime()") == pytest.approx(4.0)
    assert page.evaluate(f"{lines}.before.time(0)") == pytest.approx(2.0)
    page.get_by_label("Pace").select_option("fastest")
    page.get_by_role("button", name="Run", exact=True).click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_enabled()
    assert session.status().step_index > 200
    page.get_by_role("button", name="Reset").click()
    wait_for_time(page, 0.0)
    assert session.status().step_index == 0


def test_a_checkpoint_is_forked_into_a_session_of_its_own(
    console: str, cookie: str, session: raftup.Session, client: raftup.Client, open_page: Open
) -> None:
    session.advance(50)
    session.checkpoint()
    page = show(open_page, console, cookie, session)
    page.get_by_role("button", name="Fork at 1.00 s").click()
    until(page, f"!location.hash.includes('{session.name}')")
    fork = re.search(r"sessions/[a-z0-9-]+", page.url)
    assert fork is not None
    wait_for_time(page, 1.0)
    with client.session(fork.group()) as copy:
        assert copy.status().step_index == 50
        for body, pose in shown_poses(page).items():
            assert np.abs(pose - read_poses(copy)[body]).max() < 1e-6


def test_outputs_are_plotted_and_the_address_says_which(
    console: str, cookie: str, session: raftup.Session, open_page: Open
) -> None:
    page = show(open_page, console, cookie, session)
    session.advance(500)
    page.get_by_label("Filter outputs").fill("hawser.tension")
    page.get_by_role("button", name="Plot hawser.tension").click()
    page.get_by_role("button", name="Remove left.displacement").click()
    until(page, "location.hash.includes('hawser.tension')")
    expect(page.locator(".pane")).to_have_count(2)
    with page.expect_download() as download:
        page.wait_for_timeout(500)
        page.get_by_role("button", name="CSV").click()
    lines = Path(download.value.path()).read_text().splitlines()
    assert lines[0].endswith('"hawser.tension hawser.tension [N]"')
    last = session.read(["hawser.tension"]).values[0, 0]
    assert float(lines[-1].split(",")[-1]) == pytest.approx(last, rel=1e-9)
    page.reload()
    expect(page.locator(".pane")).to_have_count(2)
    expect(page.locator(".pane header").last).to_contain_text("hawser.tension")


def test_names_are_text_and_sessions_are_listed_and_filtered(
    console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    name = "<script>alert(1)</script>\u202egnp"
    with (
        client.create_session(floats(name=name), session_id="written-by-a-stranger"),
        client.create_session(floats(), session_id="another-one"),
    ):
        page = open_page(origin_of(console), cookie)
        expect(page.locator("tbody")).to_contain_text(name)
        page.get_by_label("Filter sessions").fill("stranger")
        expect(page.locator("tbody tr")).to_have_count(1)
        page.get_by_role("link", name="written-by-a-stranger").click()
        expect(page.locator(".head")).to_contain_text(name)


def test_an_observer_sees_no_controls_and_a_wrong_token_nothing(
    guarded: tuple[str, dict[str, str], str], open_page: Open
) -> None:
    address, tokens, url = guarded
    with (
        raftup.connect(address, token=tokens["operator"]) as client,
        client.create_session(floats(), session_id="seen-by-all") as session,
    ):
        session.initialise()
        page = open_page(url, allowed="401")
        page.get_by_label("Token").fill("raftup_wrong")
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("alert")).to_contain_text("not known here")
        page.get_by_label("Token").fill(tokens["observer"])
        page.get_by_role("button", name="Log in").click()
        expect(page.locator("tbody tr")).to_have_count(1)
        expect(page.get_by_role("button", name="Delete")).to_have_count(0)
        page.get_by_role("link", name="seen-by-all").click()
        until(page, "window.raftupConsole?.performance().calls > 0")
        expect(page.locator(".transport")).to_contain_text("watching only")
        expect(page.get_by_role("button", name="Run", exact=True)).to_have_count(0)
        session.advance(30)
        wait_for_time(page, 0.6)
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_label("Token")).to_be_visible()


def test_what_is_gone_is_told_and_the_rest_goes_on(
    console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    session = client.create_session(floats())
    session.initialise()
    page = show(open_page, console, cookie, session, allowed="WebGL|CONTEXT_LOST")
    page.evaluate(
        "document.querySelector('canvas').getContext('webgl2')"
        ".getExtension('WEBGL_lose_context').loseContext()"
    )
    expect(page.get_by_role("alert")).to_contain_text("graphics processor has been lost")
    session.advance(50)
    wait_for_time(page, 1.0)
    session.delete()
    expect(page.get_by_role("alert").first).to_contain_text("session")
    expect(page.locator(".work.stale")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_screen_has_both_colour_schemes(
    console: str, cookie: str, session: raftup.Session, open_page: Open, scheme: str
) -> None:
    page = open_page(origin_of(console), cookie)
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"{origin_of(console)}/#/{session.name}")
    until(page, "window.raftupConsole?.performance().calls > 0")
    shade = page.evaluate("getComputedStyle(document.body).backgroundColor")
    brightness = np.mean([int(value) for value in re.findall(r"\d+", shade)[:3]])
    assert (brightness > 128) == (scheme == "light")
