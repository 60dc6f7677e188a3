"""A recording in the browser: the view and the plots of a session, without a server."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.serving import serve_console
from raftup.results.recorded import read_recorded

from .browsing import Open, shown_poses, until, wait_for_time
from .helpers import floats


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten seconds of two boxes."""
    file = tmp_path_factory.mktemp("result") / "boxes.nc"
    bodies = [
        f"{body}.{part}" for body in ("left", "right") for part in ("position", "orientation")
    ]
    integration = {"step": 0.02, "duration": 10, "output_step": 0.1}
    raftup.run(
        floats(outputs=[*bodies, "hawser.tension", "sea.elevation"], integration=integration),
        out=file,
    )
    return file


def test_a_recording_plays_with_the_poses_that_were_recorded(result: Path, open_page: Open) -> None:
    recorded = read_recorded(result)
    with serve_console(ConsoleOptions(address="", port=0, recording=result)) as url:
        page = open_page(f"{url}&/sessions/boxes")
        until(page, "window.raftupConsole?.performance().calls > 0")
        expect(page.locator(".words")).to_contain_text("waves made anew from the model")
        expect(page.get_by_role("button", name="Checkpoint")).to_have_count(0)
        page.get_by_label("Time to run to").fill("4")
        page.get_by_role("button", name="Run to").click()
        until(page, "Math.abs(raftupConsole.time() - 4) < 1e-6")
        page.wait_for_timeout(400)
        poses = shown_poses(page)
        assert np.array_equal(np.hstack([poses["left"], poses["right"]]), recorded.values[40, :14])
        elevation = recorded.values[40, recorded.columns.slices["sea.elevation"]]
        assert np.allclose(page.evaluate("raftupConsole.sum([[0, 0]])"), elevation, atol=1e-9)


def test_a_slider_moves_a_recording_forth_and_back(result: Path, open_page: Open) -> None:
    recorded = read_recorded(result)
    with serve_console(ConsoleOptions(address="", port=0, recording=result)) as url:
        page = open_page(f"{url}&/sessions/boxes")
        until(page, "window.raftupConsole?.performance().calls > 0")
        slider = page.get_by_label("Time that is shown")
        for time, row in ("7.5", 75), ("2", 20):
            slider.fill(time)
            wait_for_time(page, float(time))
            expect(page.locator(".clock output")).to_have_text(f"{float(time):.1f}")
            expect(slider).to_have_value(time)
            assert np.array_equal(shown_poses(page)["right"], recorded.values[row, 7:14])
        slider.press("ArrowRight")
        wait_for_time(page, 2.1)
