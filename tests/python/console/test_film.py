"""Films of recordings: pictures of the view, at any time."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

import raftup
from raftup.base.errors import RaftupError
from raftup.console.film import FilmOptions, make_film
from raftup.console.film_files import picture_folder

from .helpers import floats

SIZE = (320, 200)


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Path:
    """Two seconds of two boxes, of which one drifts by 5 m/s; ten rows."""
    file = tmp_path_factory.mktemp("film") / "drift.nc"
    model = floats()
    model["bodies"][0]["linear_velocity"] = [5, 0, 0]
    outputs = [f"{body}.{part}" for body in ("left", "right") for part in POSE]
    integration = {"step": 0.02, "duration": 2, "output_step": 0.2}
    raftup.run({**model, "outputs": outputs, "integration": integration}, out=file)
    return file


POSE = ("position", "orientation")


def quiet(done: int, total: int) -> None:
    """No progress."""


def test_pictures_are_of_even_times_also_between_the_rows(tmp_path: Path, result: Path) -> None:
    options = FilmOptions(tmp_path / "film", rate=5, speed=0.5, size=SIZE)
    told: list[tuple[int, int]] = []
    count = make_film(result, options, {}, lambda *counts: told.append(counts))
    assert count == 21  # of 0, 0.1 ... 2 s
    assert [told[0], told[-1]] == [(0, 21), (21, 21)]
    files = sorted((tmp_path / "film").iterdir())
    assert [file.name for file in files] == [f"{i:06d}.png" for i in range(21)]
    pictures = [matplotlib.image.imread(file) for file in files]
    assert {picture.shape[:2] for picture in pictures} == {SIZE[::-1]}
    changes = [np.abs(a - b).max() for a, b in zip(pictures[1:], pictures[:-1], strict=True)]
    assert min(changes) > 0.1  # the body drifts by half a metre from each to the next


def test_a_film_has_its_colours_and_its_camera(tmp_path: Path, result: Path) -> None:
    films = {
        "light": FilmOptions(tmp_path / "light", 0.5, size=SIZE),
        "dark": FilmOptions(tmp_path / "dark", 0.5, size=SIZE, dark=True),
        "top": FilmOptions(tmp_path / "top", 0.5, size=SIZE, camera="top"),
    }
    pictures = {}
    for name, options in films.items():
        make_film(result, options, {}, quiet)
        pictures[name] = matplotlib.image.imread(options.target / "000000.png")[..., :3]
    assert pictures["dark"].mean() < pictures["light"].mean() - 0.1
    sky = pictures["light"][2, SIZE[0] // 2]
    assert np.abs(pictures["top"][2, SIZE[0] // 2] - sky).max() > 0.05  # from above there is none


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (lambda folder: FilmOptions(folder, rate=0.0), "must be above 0"),
        (lambda folder: FilmOptions(folder, size=(321, 200)), "must be even"),
        (lambda folder: FilmOptions(folder, camera="drone"), "camera must be one of free, follow"),
        (lambda folder: FilmOptions(folder), "must be a new or empty folder"),
    ],
)
def test_what_cannot_be_filmed_is_refused(
    make: Callable[[Path], FilmOptions], rule: str, tmp_path: Path, result: Path
) -> None:
    (tmp_path / "notes.txt").touch()
    with pytest.raises(RaftupError, match=rule):
        make_film(result, make(tmp_path), {}, quiet)


def test_a_file_wants_ffmpeg(tmp_path: Path, result: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RaftupError, match=r"apt-get install ffmpeg.*name a folder"):
        make_film(result, FilmOptions(tmp_path / "film.mp4"), {}, quiet)
    with pytest.raises(RaftupError, match="chromium must be on the PATH"):
        make_film(result, FilmOptions(tmp_path / "film"), {}, quiet)


def fake_ffmpeg(folder: Path, script: str) -> None:
    """A program of that name; its last argument is the file."""
    program = folder / "ffmpeg"
    program.write_text(f'#!/bin/bash\nfile="${{@: -1}}"\n{script}\n')
    program.chmod(0o755)


def test_pictures_go_to_ffmpeg_and_its_failure_leaves_no_file(
    tmp_path: Path, result: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    film = tmp_path / "film.mp4"
    options = FilmOptions(film, rate=2, size=SIZE)
    fake_ffmpeg(tmp_path, 'cat > "$file"')
    assert make_film(result, options, {}, quiet) == 5
    assert film.read_bytes().count(b"\x89PNG") == 5
    film.unlink()
    fake_ffmpeg(tmp_path, 'head -c 100 > "$file"; echo "No space left on device" >&2; exit 1')
    with pytest.raises(RaftupError, match="No space left on device"):
        make_film(result, options, {}, quiet)
    assert [file.name for file in tmp_path.iterdir()] == ["ffmpeg"]


def test_the_command_says_what_is_there_when_it_is_interrupted(
    tmp_path: Path, result: Path
) -> None:
    command = [sys.executable, "-m", "raftup", "console", str(result)]
    options = ["--film", str(tmp_path / "film"), "--film-size", "320x200", "--film-speed", "0.01"]
    with subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while not (tmp_path / "film" / "000002.png").exists():
            assert process.poll() is None, process.stderr.read()
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        assert process.wait(20) == 130
    assert "pictures are in" in said


def test_a_full_disk_leaves_whole_pictures(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

    def fill() -> None:
        with picture_folder(tmp_path / "film") as add:
            add(b"picture")
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
            add(b"picture" * 1000)

    try:
        with pytest.raises(OSError, match="File too large") as full:
            fill()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert full.value.__notes__ == [f"1 pictures are in {tmp_path / 'film'}"]
    assert [file.name for file in (tmp_path / "film").iterdir()] == ["000000.png"]
