"""The command raftup console RESULT --film: a film of a recording."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from raftup.base.extras import require_extra
from raftup.cli.counting_bar import counting_bar
from raftup.cli.terminal import terminal


def film_recording(
    result: Path,
    target: Path,
    rate: float,
    speed: float,
    meshes: dict[str, bytes],
    **look: Any,
) -> None:
    """Makes a film of a result, with a progress bar, and prints its path.

    Args:
        result: result of raftup run.
        target: an .mp4 file or a folder.
        rate: images per second of the film.
        speed: seconds of the recording per second of the film.
        meshes: hulls by body.
        **look: further attributes of FilmOptions.
    """
    require_extra("a film", "film", "playwright")
    from raftup.console.film import FilmOptions, make_film

    options = FilmOptions(target, rate, speed, **look)
    with counting_bar(terminal(stderr=True), "pictures") as bar:
        task = bar.add_task("drawing", total=None)
        count = make_film(
            result,
            options,
            meshes,
            lambda done, total: bar.update(task, completed=done, total=total),
        )
    seconds = count / options.rate
    terminal().print(f"film {options.target}: {count} pictures, {seconds:g} s", soft_wrap=True)


def parse_size(text: str) -> tuple[int, int]:
    """Width and height from a text such as "1280x720" [px].

    Raises:
        BadParameter: if the text has another form.
    """
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise typer.BadParameter(f"--film-size must be like 1280x720, is {text}")
    return int(width), int(height)
