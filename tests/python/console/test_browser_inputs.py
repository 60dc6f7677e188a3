"""Inputs that are seen and set in the browser."""

from __future__ import annotations

from playwright.sync_api import expect

import raftup

from .browsing import Open, show
from .helpers import origin_of, pushed


def test_inputs_are_shown_set_and_refused_at_their_place(
    console: str, cookie: str, client: raftup.Client, open_page: Open
) -> None:
    pilot = raftup.Participant("pilot", inputs=["tug"], required=False)
    with client.create_session(pushed(), participants=[pilot]) as session:
        page = show(open_page, console, cookie, session)
        page.get_by_role("button", name="inputs", exact=True).click()
        push, tug = page.get_by_role("form", name="push"), page.get_by_role("form", name="tug")
        expect(push).to_contain_text("[N m]")
        expect(tug).to_contain_text("written by pilot")
        expect(tug.get_by_role("button", name="Set")).to_have_count(0)
        push.get_by_role("button", name="Set").click()
        expect(push.get_by_role("alert")).to_contain_text("Every value must be a number")
        for label, value in zip(("Fx", "Fy", "Fz", "Mx", "My", "Mz"), "100000", strict=True):
            push.get_by_label(f"New {label}").fill(value)
        push.get_by_role("button", name="Set").click()  # a start value: it has not begun
        expect(push.get_by_label("Fx now")).to_have_text("1")
        expect(push.get_by_role("alert")).to_have_count(0)
        assert session.status().state == 2  # initialised
        session.advance(50)
        push.get_by_label("New Fx").fill("2.5e5")
        push.get_by_role("button", name="Set").click()
        expect(push.get_by_label("Fx now")).to_have_text("250000")
        expect(page.locator(".inputs ol li").first).to_contain_text("1.00 s push = 250000, 0")
        with session.exchange(inputs=["push"]):
            push.get_by_role("button", name="Set").click()
            expect(push.get_by_role("alert")).to_contain_text("must have one writer")


def test_an_observer_sees_inputs_and_sets_none(
    guarded: tuple[str, dict[str, str], str], open_page: Open
) -> None:
    address, tokens, url = guarded
    with (
        raftup.connect(address, token=tokens["operator"]) as client,
        client.create_session(pushed(), session_id="pushed-by-others") as session,
    ):
        session.initialise({"push": [3.5, 0, 0, 0, 0, 0]})
        page = open_page(f"{origin_of(url)}/#/{session.name}")
        page.get_by_label("Token").fill(tokens["observer"])
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("button", name="inputs", exact=True).click()
        push = page.get_by_role("form", name="push")
        expect(push.get_by_label("Fx now")).to_have_text("3.5")
        expect(page.get_by_role("button", name="Set")).to_have_count(0)
