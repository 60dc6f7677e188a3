"""Debian's Chromium, and how tests wait for what it shows."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
from conftest import eventually
from PIL import Image
from playwright.sync_api import Page, ViewportSize

import raftup
from raftup.base.arrays import FloatArray

from .helpers import origin_of

SMALL: ViewportSize = {"width": 1000, "height": 640}
WAIT = 20_000  # ms; two busy cores draw some pictures a second

Open = Callable[..., Page]


def until(page: Page, holds: str) -> None:
    """Waits until an expression holds; the page itself may evaluate no text, we may."""
    eventually(lambda: bool(page.evaluate(holds)), WAIT / 1000)


def show(open_page: Open, console: str, cookie: str, session: raftup.Session, **more: Any) -> Page:
    """The page of a session, drawn at least once."""
    page = open_page(f"{origin_of(console)}/#/{session.name}", cookie, **more)
    until(page, "window.raftupConsole?.performance().calls > 0")
    return page


def wait_for_time(page: Page, seconds: float) -> None:
    """Waits until the view shows a time."""
    until(page, f"Math.abs(raftupConsole.time() - {seconds}) < 1e-6")


def shown_poses(page: Page) -> dict[str, FloatArray]:
    """The same as the view has them."""
    poses = page.evaluate("raftupConsole.poses()")
    return {
        body: np.array([*pose["position"], *pose["orientation"]]) for body, pose in poses.items()
    }


def picture(page: Page) -> FloatArray:
    """The stage as it is seen, [row][column][rgb]."""
    data = page.locator(".stage").screenshot()
    return np.asarray(Image.open(BytesIO(data)).convert("RGB")).astype(float)
