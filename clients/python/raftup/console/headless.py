"""Chromium without a window, which draws in software and only connects to the console."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as BrowserError

from raftup.base.errors import RaftupError

SWITCHES = (
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The installed Chromium; no event loop may run at the same time.

    Raises:
        RaftupError: FAILED_PRECONDITION if there is none; INTERNAL for errors in it.
    """
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise RaftupError(
            "chromium must be on the PATH (Debian: apt-get install chromium)",
            code="FAILED_PRECONDITION",
        )
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=[*SWITCHES])
            yield browser
            browser.close()
    except BrowserError as error:
        said = str(error).partition("\n")[0]
        raise RaftupError(f"the browser failed: {said}", code="INTERNAL") from error
