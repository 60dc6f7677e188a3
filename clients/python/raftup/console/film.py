"""Films of recordings, drawn image by image in a browser without a window."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

from raftup.base.errors import RaftupError, bad_field
from raftup.console.film_files import Sink, mp4_file, picture_folder
from raftup.console.gateway import ConsoleOptions, session_id
from raftup.console.headless import chromium
from raftup.console.serving import serve_console
from raftup.results.recorded import read_recorded

_PATIENCE = 60.0  # s for the first picture, and for each
_MOST_PIXELS = 3840
CAMERAS = ("free", "follow", "top", "beam", "bow")


@dataclass(frozen=True)
class FilmOptions:
    """Size, rate and view of a film.

    Attributes:
        target: an .mp4 file, or a folder for PNG files that is new or empty.
        rate: images per second of the film, > 0.
        speed: seconds of the recording per second of the film, > 0.
        size: width and height [px], even, from 160 to 3840.
        dark: whether the dark colors of the page are used.
        camera: one of CAMERAS; "follow" follows the first body.
    """

    target: Path
    rate: float = 25.0
    speed: float = 1.0
    size: tuple[int, int] = (1280, 720)
    dark: bool = False
    camera: str = "free"

    def __post_init__(self) -> None:
        if not (0.0 < self.rate <= 240.0 and 0.0 < self.speed < 1e6):
            raise bad_field("rate and speed", "must be above 0, at most 240 and 1e6")
        if any(edge % 2 or not 160 <= edge <= _MOST_PIXELS for edge in self.size):
            raise bad_field("size", f"must be even, from 160 to {_MOST_PIXELS}, is {self.size}")
        if self.camera not in CAMERAS:
            raise bad_field("camera", f"must be one of {', '.join(CAMERAS)}, is {self.camera}")

    def times(self, duration: float) -> list[float]:
        """Times of the images in the recording [s], from 0 to `duration`."""
        step = self.speed / self.rate
        return [i * step for i in range(int(duration / step * (1 + 1e-12)) + 1)]


def make_film(
    result: Path,
    options: FilmOptions,
    meshes: Mapping[str, bytes],
    progress: Callable[[int, int], None],
) -> int:
    """Draws all images of a film in Chromium.

    Args:
        result: path of the result that is played.
        options: options of the film.
        meshes: hulls by body, as from read_mesh().
        progress: function that receives the number of images done and their total number.

    Returns:
        The number of images.

    Raises:
        RaftupError: BAD_FIELD if the file is not a result or the target is not suitable;
            FAILED_PRECONDITION without chromium or ffmpeg; INTERNAL if drawing fails.
        OSError: if the disk is full; images written before remain.
    """
    recorded = read_recorded(result)
    times = options.times(float(recorded.time_ns[-1] - recorded.time_ns[0]) * 1e-9)
    served = ConsoleOptions(address="", port=0, recording=result, meshes=meshes)
    with _sink_of(options) as add, serve_console(served) as url, chromium() as browser:
        page = _page(browser, f"{url}&/sessions/{session_id(result)}", options)
        _await_pictures(page, meshes)
        page.evaluate("camera => raftupConsole.startFilm(camera)", options.camera)
        for i, instant in enumerate(times):
            progress(i, len(times))
            page.evaluate("time => raftupConsole.showFilm(time)", instant)
            add(page.screenshot())
        progress(len(times), len(times))
    return len(times)


def _sink_of(options: FilmOptions) -> AbstractContextManager[Sink]:
    if options.target.suffix.lower() == ".mp4":
        return mp4_file(options.target, options.rate)
    return picture_folder(options.target)


def _page(browser: Browser, url: str, options: FilmOptions) -> Page:
    width, height = options.size
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if options.dark else "light",
    )
    page.set_default_timeout(1e3 * _PATIENCE)
    page.goto(url)
    return page


def _await_pictures(page: Page, meshes: Mapping[str, bytes]) -> None:
    """Waits until the view is drawn, with the mesh of every body that has one."""
    bodies = list(meshes)
    ready = (
        "bodies => window.raftupConsole?.performance().calls > 0 && "
        "bodies.every(body => (raftupConsole.drawn()[body] ?? 'mesh') === 'mesh')"
    )
    deadline = time.monotonic() + _PATIENCE
    while not page.evaluate(ready, bodies):
        if time.monotonic() > deadline:
            raise RaftupError("the browser draws no 3-D picture", code="INTERNAL")
        page.wait_for_timeout(50)
