"""Databases, studies, the server and new sessions in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from conftest import DATABASES
from playwright.sync_api import expect
from solved_hydro.families_of_boxes import solved

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.serving import serve_console

from .browsing import Open, until
from .helpers import floats, origin_of


def test_a_model_is_checked_at_its_lines_and_becomes_a_session(
    console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    page = open_page(f"{origin_of(console)}/#/new", cookie)
    text = page.get_by_label("Model", exact=True)
    text.fill(text.input_value().replace("duration: 60", "duration: sixty"))
    page.get_by_role("button", name="Check").click()
    broken = page.get_by_role("list", name="Broken rules")
    expect(broken).to_contain_text("line 4 integration.duration must be a number")
    expect(page.locator(".gutter .wrong")).to_have_text("4")
    broken.get_by_role("button").first.click()
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    assert "sixty" in page.evaluate("getSelection().toString()")
    text.fill(text.input_value().replace("sixty", "60"))
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status").first).to_contain_text("No rule is broken")
    page.get_by_role("button", name="Make the session").click()
    until(page, "window.raftupConsole?.performance().calls > 0")
    name = re.search(r"sessions/[a-z0-9-]+", page.url)
    assert name is not None
    with client.session(name.group()) as session:
        page.get_by_role("button", name="model", exact=True).click()
        expect(page.locator(".text")).to_contain_text("linear_velocity:\n  - 1.0")
        page.get_by_role("button", name="Run", exact=True).click()
        until(page, "raftupConsole.time() > 0.1")
        page.get_by_role("button", name="Pause").click()
        assert session.status().step_index > 0


def test_coefficients_of_a_pair_are_drawn_as_the_database_has_them(
    console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    name = client.upload_database(DATABASES / "alongside.h5").name
    known = client.read_coefficients(name)
    page = open_page(f"{origin_of(console)}/#/databases", cookie)
    page.get_by_role("link", name="alongside").first.click()
    page.get_by_label("Force on").select_option(index=1)
    page.get_by_role("button", name="heave by pitch", exact=True).click()
    expect(page.locator(".big h2")).to_contain_text("differ by")
    lines = "document.querySelector('raftup-lines').lines"
    added_mass = known.arrays["added_mass"].values
    until(page, f"{lines}[0].values[3] === {float(added_mass[3, 8, 4])!r}")
    drawn = page.evaluate(f"{lines}[0].values")
    assert np.array_equal(drawn, added_mass[:, 8, 4])
    assert np.array_equal(page.evaluate(f"{lines}[1].values"), added_mass[:, 4, 8])
    kernel = "document.querySelectorAll('raftup-lines')[2].lines[0].values"
    stored = known.arrays["retardation_kernel"].values[:, 8, 4]
    assert np.array_equal(page.evaluate(kernel), stored)
    expect(page.locator(".big")).to_contain_text("from that of its retardation kernel")
    page.locator("raftup-lines summary").first.click()
    expect(page.locator("raftup-lines table").first).to_be_visible()
    page.get_by_role("button", name="excitation", exact=True).click()
    page.locator(".heat").click(position={"x": 200, "y": 60})
    force = known.arrays["excitation_force"].values
    direction = page.evaluate("document.querySelector('raftup-database').direction")
    modulus = np.hypot(force[0, :, direction, 8], force[1, :, direction, 8])
    assert np.allclose(page.evaluate(f"{lines}[0].values"), modulus, rtol=1e-14)
    page.get_by_role("button", name="sum QTF").click()
    expect(page.locator(".empty")).to_contain_text("has no sum QTF")


def test_a_family_is_drawn_over_position_as_its_nodes_have_it(
    tmp_path: Path, console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    pytest.importorskip("capytaine", reason="the extra raftup[bem] is not installed")
    file = solved(tmp_path, {"x": 0, "y": [16, 17, 18]}, [0.9, 1.2])
    name = client.upload_database(file).name
    nodes = [client.read_coefficients(name, node=node) for node in range(3)]
    page = open_page(f"{origin_of(console)}/#/{name}", cookie)
    page.get_by_label("Second body at").select_option(label="x 0 m, y 18 m, heading 0 deg")
    lines = "document.querySelectorAll('raftup-lines')[{}]?.lines[0].values"
    until(page, f"{lines.format(0)}?.[0] === {float(nodes[2].added_mass[0, 2, 2])!r}")
    page.get_by_role("button", name="over position").click()
    page.get_by_label("by motion of").select_option(label="tug heave")
    page.get_by_label("Frequency").select_option(index=1)
    expect(page.get_by_role("status").first).to_contain_text("3 nodes through x 0 m, y 18 m")
    drawn = [page.evaluate(lines.format(chart)) for chart in range(3)]
    assert drawn[0] == [node.added_mass[1, 2, 8] for node in nodes]
    assert drawn[1] == [node.radiation_damping[1, 2, 8] for node in nodes]
    assert np.allclose(drawn[2], [abs(node.excitation_force[1, 0, 2]) for node in nodes])
    assert page.evaluate("document.querySelector('raftup-lines').x") == [16, 17, 18]
    page.get_by_role("list", name="Findings").get_by_role("button", name="nodes[0]").first.click()
    expect(page.get_by_label("Second body at")).to_have_value("0")


def test_a_finding_leads_to_its_dof_and_frequency(
    console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    database = client.upload_database(DATABASES / "hemisphere.h5")
    page = open_page(f"{origin_of(console)}/#/{database.name}", cookie)
    page.get_by_role("list", name="Findings").get_by_role("button", name="roll at 4.4").click()
    expect(page.locator(".big h2").first).to_contain_text("roll")
    shown = "document.querySelector('raftup-database')"
    assert page.evaluate(f"[{shown}.influenced, {shown}.mark]") == [3, 4.4]


def test_a_file_is_uploaded_and_a_bad_one_refused(
    tmp_path: Path, open_page: Open, console: str, cookie: str
) -> None:
    page = open_page(f"{origin_of(console)}/#/databases", cookie)
    (tmp_path / "Barge 7.h5").write_bytes((DATABASES / "hemisphere.h5").read_bytes())
    page.get_by_label("Upload a file").set_input_files(tmp_path / "Barge 7.h5")
    expect(page.locator(".toast")).to_contain_text("databases/barge-7@")
    expect(page.get_by_role("link", name="barge-7")).to_have_count(1)
    (tmp_path / "hull.obj").write_text("v 0 0 0\n")
    page.get_by_label("Upload a file").set_input_files(tmp_path / "hull.obj")
    expect(page.locator(".toast.error")).to_contain_text("triangle")


@pytest.fixture(scope="module")
def with_studies(server: raftup.LocalServer, studies: Path) -> Iterator[str]:
    """The link of a console that shows studies."""
    options = ConsoleOptions(address=server.address, port=0, studies=studies)
    with serve_console(options) as url:
        yield url


def test_a_study_is_drawn_and_a_case_of_it_runs_live(
    with_studies: str, client: raftup.Client, open_page: Open
) -> None:
    page = open_page(with_studies)
    page.get_by_role("link", name="Studies").click()
    page.get_by_role("link", name="small.study").click()
    expect(page.locator(".screen")).to_contain_text("16 of 16 cases")
    page.get_by_label("Statistic").select_option("displacement_mean")
    heat = page.locator(".heat")
    heat.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".case")).to_contain_text("Case: hs 2, heading 90, seed 1")
    page.get_by_role("button", name="polar").click()
    expect(page.locator(".polar polygon, .polar polyline")).to_have_count(2)
    page.get_by_role("button", name="Run this case live").click()
    until(page, "window.raftupConsole?.performance().calls > 0")
    name = re.search(r"sessions/[a-z0-9-]+", page.url)
    assert name is not None
    with client.session(name.group()) as session:
        assert session.model.environment.sea.waves[0].irregular.direction_deg == 90


def test_the_server_tells_who_holds_up_a_session(
    console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    inputs = [{"name": "push", "external_force": {"body": "left"}}]
    pilot = raftup.Participant("pilot", inputs=["push"])
    with client.create_session(floats(inputs=inputs), participants=[pilot]) as session:
        session.initialise()
        with session.exchange() as exchange:
            exchange.request(1)
            page = open_page(f"{origin_of(console)}/#/server", cookie)
            row = page.locator(".list tbody tr", has_text=session.name.removeprefix("sessions/"))
            expect(row.locator(".warning")).to_have_text("pilot", timeout=10_000)
            expect(page.locator(".bar .state")).to_have_text("serving")
            expect(page.locator(".panel").first).to_contain_text("admin of default")
            expect(page.locator(".panel").last).to_contain_text("messages to tabs")
            answer = session.exchange(
                participant_id="pilot", inputs=["push"], role=raftup.Role.PARTICIPANT
            )
            with answer as waited_for:
                waited_for.send([0], [[0.0] * 6])
                exchange.receive()
