"""What a page of the console takes in Chromium without a graphics processor.

Twenty boxes in a short-crested sea of 64 x 16 components at 640 x 360, and plots of 24 lines over
ten minutes at 62.5 rows a second. Prints a JSON object of figures.
"""

import json
import time
from typing import Any

from playwright.sync_api import Page

import raftup
from raftup.console.gateway import ConsoleOptions
from raftup.console.headless import chromium
from raftup.console.serving import serve_console

BODIES = 20
SIZE = {"width": 640, "height": 360}
SECONDS = 10.0
SCRIPT_SAMPLES = 100
LINES, MINUTES = 24, 10  # of the plots
STEP = 0.016  # s: a row for every picture
ROWS_AT_ONCE = 500
REDRAWS = 21


def model() -> dict[str, Any]:
    """Boxes in rows that drift apart; they feel nothing of the sea."""
    box = {"box": {"size": [30, 8, 5]}, "density": 500}
    bodies = [
        {
            "name": f"hull{i}",
            "shapes": [box],
            "gravity": False,
            "position": [50 * (i % 5), 30 * (i // 5), 0],
            "linear_velocity": [0.1 * (i % 3), 0.05, 0],
        }
        for i in range(BODIES)
    ]
    wave = {
        "jonswap": {"significant_wave_height": 2.0, "peak_period": 8.0},
        "direction_deg": 30,
        "component_count": 64,
        "spreading": {"cosine_2s": 12, "direction_count": 16},
        "seed": 1,
    }
    return {
        "name": "fleet",
        "environment": {"sea": {"waves": [{"irregular": wave}]}},
        "bodies": bodies,
        "outputs": [f"hull{i}.displacement" for i in range(LINES // 6)],
        "integration": {"step": STEP, "duration": 3600, "output_step": STEP},
    }


def until(page: Page, holds: str) -> None:
    """Waits until an expression holds."""
    while not page.evaluate(holds):
        page.wait_for_timeout(20)


def first_picture(page: Page, url: str) -> float:
    """Seconds from the address to the first picture."""
    begin = time.monotonic()
    page.goto(url)
    until(page, "window.raftupConsole?.performance().calls > 0")
    return time.monotonic() - begin


def pictures(page: Page) -> dict[str, float]:
    """Of a session that runs in real time: what each picture takes, once the detail has settled."""
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_timeout(SECONDS * 1e3)
    drawn = "document.querySelector('raftup-view').loop.pictures"
    begin, before = time.monotonic(), page.evaluate(drawn)
    scripts = []
    for _ in range(SCRIPT_SAMPLES):
        scripts.append(page.evaluate("raftupConsole.performance().script"))
        page.wait_for_timeout(SECONDS * 1e3 / SCRIPT_SAMPLES)
    rate = (page.evaluate(drawn) - before) / (time.monotonic() - begin)
    seen = page.evaluate("raftupConsole.performance()")
    ages = sorted(seen["latencies"])
    page.get_by_role("button", name="Pause").click()
    return {
        "script_ms": sorted(scripts)[SCRIPT_SAMPLES // 2],
        "draw_calls": seen["calls"],
        "pictures_per_s": rate,
        "step_to_pixel_p50_ms": ages[len(ages) // 2],
        "step_to_pixel_p99_ms": ages[int(0.99 * len(ages))],
    }


REDRAW = """async count => {
  const plots = document.querySelector('raftup-plots');
  plots.window = 600;
  plots.pinned = false;
  await plots.updateComplete;
  const spent = [];
  for (let i = 0; i < count; i++) {
    const begin = performance.now();
    plots.draw(plots.panes);
    await new Promise(resolve => queueMicrotask(() => queueMicrotask(resolve)));
    spent.push(performance.now() - begin);
    await new Promise(resolve => setTimeout(resolve, 30));
  }
  spent.sort((a, b) => a - b);
  return [spent[count >> 1], plots.branches.now.count];
}"""


def plots(page: Page, session: raftup.Session) -> dict[str, float]:
    """How long a redraw of all lines takes; rows come slowly enough that none is left out."""
    seen = "document.querySelector('raftup-plots').branches.now.count"
    for first in range(0, round(60 * MINUTES / STEP), ROWS_AT_ONCE):
        session.advance(ROWS_AT_ONCE, first)
        until(page, f"{seen} >= {first + ROWS_AT_ONCE}")
    spent, rows = page.evaluate(REDRAW, REDRAWS)
    return {"redraw_ms": spent, "redraw_rows": rows}


def main() -> None:
    with (
        raftup.local_server("127.0.0.1:0") as server,
        raftup.connect(server.address) as client,
        client.create_session(model()) as session,
        client.create_session(model() | {"environment": {}}) as lines,
        serve_console(ConsoleOptions(address=server.address, port=0)) as url,
        chromium() as browser,
    ):
        session.initialise()
        lines.initialise()
        page = browser.new_page(viewport=SIZE)
        page.set_default_timeout(60_000)
        found = {"first_picture_s": first_picture(page, f"{url}&/{session.name}")}
        found |= pictures(page)
        page.set_viewport_size({"width": 1280, "height": 800})
        page.evaluate("name => location.hash = '#/' + name", lines.name)
        until(page, "document.querySelector('raftup-plots')?.branches?.now.count === 0")
        found |= plots(page, lines)
    print(json.dumps({"console": found}))


if __name__ == "__main__":
    main()
