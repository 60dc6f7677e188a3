"""What goes wrong while somebody looks: it is said, what was seen stays, and it comes back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from conftest import eventually
from playwright.sync_api import expect

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.serving import serve_console
from raftup.local.server import find_server

from .browsing import Open, until, wait_for_time
from .helpers import code_of, floats, origin_of

DRAWN = "window.raftupConsole?.performance().calls > 0"


def test_a_token_that_is_revoked_leads_to_the_login_and_back_to_the_view(
    tmp_path: Path, open_page: Open
) -> None:
    access = ["--access", str(tmp_path / "access")]
    command = [str(find_server()), "tokens"]

    def add(name: str) -> str:
        options = [*access, "--tenant", "acme", "--role", "operator", name]
        made = subprocess.run([*command, "add", *options], check=True, capture_output=True)
        return made.stdout.decode().strip()

    first, second = add("first"), add("second")
    with (
        raftup.local_server(f"unix:{tmp_path}/socket", access) as server,
        raftup.connect(server.address, token=second) as client,
        client.create_session(floats(), session_id="looked-at") as session,
        serve_console(ConsoleOptions(address=server.address, port=0)) as url,
    ):
        session.initialise()
        page = open_page(f"{url}#/sessions/looked-at")
        page.get_by_label("Token").fill(first)
        page.get_by_role("button", name="Log in").click()
        until(page, DRAWN)
        subprocess.run([*command, "revoke", "first", *access], check=True, capture_output=True)
        expect(page.locator(".toast")).to_contain_text("logged out")
        page.get_by_label("Token").fill(second)
        page.get_by_role("button", name="Log in").click()
        session.advance(50)
        wait_for_time(page, 1.0)
        assert "#/sessions/looked-at" in page.url
        page.close()


def test_what_an_observer_orders_by_hand_is_refused_and_shown(
    guarded: tuple[str, dict[str, str], str], open_page: Open
) -> None:
    address, tokens, url = guarded
    with (
        raftup.connect(address, token=tokens["operator"]) as client,
        client.create_session(floats(), session_id="not-yours") as session,
    ):
        session.initialise()
        page = open_page(f"{url}#/sessions/not-yours")
        page.get_by_label("Token").fill(tokens["observer"])
        page.get_by_role("button", name="Log in").click()
        until(page, DRAWN)
        page.evaluate(
            "document.querySelector('raftup-view').connection.drive('sessions/not-yours', 1, 10n)"
        )
        expect(page.locator(".toast")).to_contain_text("role must be at least operator")
        assert session.status().step_index == 0


def test_a_server_that_is_killed_is_told_and_comes_back_by_itself(
    tmp_path: Path, open_page: Open
) -> None:
    address, data = f"unix:{tmp_path}/socket", tmp_path / "data"
    with raftup.local_server(address, data=data) as first:
        with raftup.connect(address) as client:
            session = client.create_session(floats(), durability="process", session_id="kept-on")
            session.initialise()
            session.advance(50)
        with serve_console(ConsoleOptions(address=address, port=0)) as url:
            page = open_page(f"{url}&/sessions/kept-on")
            until(page, DRAWN)
            first.process.kill()
            first.process.wait()
            expect(page.get_by_role("alert").first).to_be_visible()
            expect(page.locator(".work.stale")).to_have_count(1)
            with raftup.local_server(address, data=data), raftup.connect(address) as client:
                expect(page.locator(".work.stale")).to_have_count(0)
                session = client.session("sessions/kept-on")
                session.advance(50, 50)
                wait_for_time(page, 2.0)

                def plots_go_on() -> bool:
                    session.advance(1, session.status().step_index)
                    last = "document.querySelector('raftup-plots').branches.now.lastTime()"
                    return float(page.evaluate(last)) > 2.0

                eventually(plots_go_on)
                page.close()


def test_a_console_that_is_gone_is_told_and_a_new_link_leads_back(
    server: raftup.LocalServer, session: raftup.Session, open_page: Open
) -> None:
    with serve_console(ConsoleOptions(address=server.address, port=0)) as url:
        page = open_page(f"{url}&/{session.name}", allowed="WebSocket|ERR_CONNECTION_REFUSED|401")
        until(page, DRAWN)
    expect(page.get_by_role("alert").first).to_contain_text("Not connected to the console")
    expect(page.locator("main.stale")).to_have_count(1)
    port = int(origin_of(url).rpartition(":")[2])
    with serve_console(ConsoleOptions(address=server.address, port=port)) as again:
        expect(page.get_by_label("Token")).to_be_visible()  # it knows nobody from before
        assert session.name in page.url
        page.goto(f"{origin_of(again)}/#code={code_of(again)}&/{session.name}")
        page.reload()
        until(page, DRAWN)
        session.advance(50)
        wait_for_time(page, 1.0)
        page.close()


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording in which a body has no pose between 2 and 3 s, as another program left it."""
    folder = tmp_path_factory.mktemp("broken")
    poses = [f"{body}.{part}" for body in ("left", "right") for part in ("position", "orientation")]
    integration = {"step": 0.02, "duration": 5, "output_step": 0.1}
    raftup.run(
        floats(outputs=[*poses, "hawser.tension"], integration=integration),
        out=folder / "whole.nc",
    )
    with xr.open_dataset(folder / "whole.nc") as whole:
        dataset = whole.load()
    dataset["position"].values[20:30, 0] = np.nan
    dataset.to_netcdf(folder / "broken.nc")
    return folder / "broken.nc"


def test_a_pose_that_is_no_number_is_a_gap_and_is_named(broken: Path, open_page: Open) -> None:
    with serve_console(ConsoleOptions(address="", port=0, recording=broken)) as url:
        page = open_page(f"{url}&/sessions/broken")
        until(page, DRAWN)
        page.get_by_label("Time that is shown").fill("2.5")
        wait_for_time(page, 2.5)
        expect(page.locator(".words")).to_contain_text("no pose, drawn as a wire frame: left")
        page.get_by_label("Time that is shown").fill("4")
        wait_for_time(page, 4.0)
        expect(page.locator(".words")).not_to_contain_text("no pose")
        plot = "document.querySelector('raftup-plots').panes[0].plot.data"
        until(page, f"{plot}[0].length >= 40")
        gap = page.evaluate(f"{plot}[0].filter((_, i) => {plot}[1][i] === null)")
        assert np.allclose([gap[0], gap[-1]], [2.0, 2.9])
        page.close()


def test_ten_thousand_outputs_and_a_thousand_sessions_are_shown_in_part(
    tmp_path: Path, open_page: Open
) -> None:
    observers = [{"name": f"seat{i}", "body": "left"} for i in range(1700)]
    still = floats(environment={}, loads=[], outputs=["left.displacement"])
    with (
        raftup.local_server(f"unix:{tmp_path}/socket", ["--sessions", "1000"]) as server,
        raftup.connect(server.address) as client,
        client.create_session({**still, "observers": observers}, session_id="many-seats") as many,
        serve_console(ConsoleOptions(address=server.address, port=0)) as url,
    ):
        many.initialise()
        assert len(many.variables()) > 10_000
        for i in range(999):
            client.create_session(still, session_id=f"one-of-{i:03d}")
        page = open_page(url)
        expect(page.locator(".sessions")).to_contain_text("1000 in all")
        assert page.locator("tbody tr").count() < 300
        page.get_by_label("Filter sessions").fill("one-of-777")
        expect(page.locator("tbody tr")).to_have_count(1)
        page.get_by_label("Filter sessions").fill("many")
        page.get_by_role("link", name="many-seats").click()
        until(page, DRAWN)
        assert page.locator(".choices li").count() <= 200
        page.get_by_label("Filter outputs").fill("seat1699.position")
        page.get_by_role("button", name="Plot seat1699.position").click()
        many.advance(20)
        wait_for_time(page, 0.4)
        expect(page.locator(".pane")).to_have_count(2)
        page.close()
