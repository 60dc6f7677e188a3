"""Checks of the built pages in Chromium: what loads, fits, can be read and found."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from playwright.sync_api import Browser, Page, sync_playwright

from checks.files import Site

HERE = Path(__file__).resolve().parent
AXE = HERE.parents[1] / "console" / "node_modules" / "axe-core" / "axe.min.js"
CHROMIUM = "/usr/bin/chromium"
NARROW, WIDE = 390, 1400  # px: a telephone, a screen
GENERATED = ("reference/model/", "reference/study/", "reference/hydro/", "reference/validation/")
GENERATED_ALSO = ("reference/cli/",)
OF_EACH = 2  # pages of a generated kind: all have one form
TABS = 12  # of the keyboard, until search has the focus
FIRST = 3  # results of a search that people look at
RULES = ["color-contrast", "image-alt", "link-name", "document-title", "html-has-lang"]
SEARCH = """query => {
  const [words, terms, excluded, marked, objects] = Search._parseQuery(query);
  const found = Search._performSearch(words, terms, excluded, marked, objects);
  return found.reverse().map(result => result[0]);
}"""
WIDE_FORMULAS = """() => [...document.querySelectorAll("mjx-container[display=true]")]
  .map((one, place) => [one.querySelector("svg").getBoundingClientRect().width, one, place + 1])
  .filter(([width, one]) => width > one.parentElement.clientWidth + 1)
  .map(([, , place]) => place)"""


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Address of a server of a folder on loopback, and the requests that it refuses."""
    refused: list[str] = []

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments: Any) -> None:
            if str(arguments[2]).startswith(("4", "5")):
                refused.append(str(arguments[1]))

    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", refused
        server.shutdown()


def looked_at(site: Site) -> list[str]:
    """Pages that a browser opens: all that are written, some of each generated kind."""
    chosen = []
    for folder in (*GENERATED, *GENERATED_ALSO):
        names = [name for name in site.pages if name.startswith(folder)]
        chosen += [name for name in names if not name.endswith("index.html")][:OF_EACH]
    own = ("start/", "trades/", "tutorials/", "howto/", "coming-from/", "theory/")
    top = [name for name in site.pages if "/" not in name and not name.isupper()]
    written = [name for name in site.pages if name.startswith(own)]
    indices = [name for name in site.pages if name.startswith("reference/") and "index" in name]
    flat = [name for name in site.pages if name.count("/") == 1 and name.startswith("reference/")]
    return sorted({*chosen, *top, *written, *indices, *flat})


def problems(site: Site) -> Iterator[str]:
    """Everything that a browser shows to be wrong."""
    with served(site.folder) as (address, refused), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
        )
        names = looked_at(site)
        yield from _pages(browser, address, site, names, "light", NARROW)
        sample = [name for name in names if site.pages[name].xpath("//article//img")][:4]
        yield from _pages(browser, address, site, ["index.html", *sample], "dark", WIDE)
        formulas = [name for name in names if name.startswith("theory/")]
        yield from _pages(browser, address, site, formulas, "light", WIDE)
        yield from _keyboard(browser, address)
        yield from _searches(browser, address)
        browser.close()
        for request in dict.fromkeys(refused):
            yield f"out/manual:1: {request} is not there"


def _pages(
    browser: Browser, address: str, site: Site, names: Sequence[str], scheme: Any, width: int
) -> Iterator[str]:
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    told: list[str] = []
    page.on("console", lambda one: told.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda one: told.append(str(one)))
    page.on("requestfailed", lambda one: told.append(f"request {one.url} failed"))
    for name in names:
        told.clear()
        page.goto(address + name, wait_until="load")
        where = f"{site.source(name)}:1"
        yield from (f"{where}: {text}" for text in told)
        yield from (f"{where}: {text} ({scheme}, {width} px)" for text in _seen(page, width))
    context.close()


def _seen(page: Page, width: int) -> Iterator[str]:
    """What is wrong with a page that is open."""
    if page.query_selector(".math"):
        page.wait_for_selector("mjx-container", state="attached", timeout=10_000)
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    if wide > width:
        yield f"is {wide} px wide"
    if width == WIDE:
        for formula in page.evaluate(WIDE_FORMULAS):
            yield f"formula {formula} is wider than the text"
    page.add_script_tag(path=str(AXE))
    result = page.evaluate(
        "rules => axe.run('article', {runOnly: rules, resultTypes: ['violations']})", RULES
    )
    for broken in result["violations"]:
        yield f"{broken['id']}: {broken['nodes'][0]['html'][:120]}"


def _keyboard(browser: Browser, address: str) -> Iterator[str]:
    page = browser.new_page(viewport={"width": WIDE, "height": 900})
    page.goto(address)
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className.includes('search')"):
            page.keyboard.press("Enter")
            if page.evaluate("document.activeElement.matches('input[type=search]')"):
                return
    yield f"out/manual/index.html:1: search has no focus after {TABS} tabs"


def _searches(browser: Browser, address: str) -> Iterator[str]:
    page = browser.new_page()
    page.goto(f"{address}search.html", wait_until="load")
    page.wait_for_function("() => Search._index !== null")
    path = HERE / "questions.yaml"
    questions = yaml.safe_load(path.read_text(encoding="utf-8"))
    for number, (query, wanted) in enumerate(questions.items(), start=1):
        found = list(dict.fromkeys(page.evaluate(SEARCH, query)))[:FIRST]
        if not set(found) & set(wanted.split()):
            yield f"clients/manual/checks/questions.yaml:{number}: {query}: finds {found}"
