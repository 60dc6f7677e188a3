"""Output of the images of a film: a folder of PNG files, or a video file by ffmpeg."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from raftup.base.errors import RaftupError, bad_field

Sink = Callable[[bytes], None]
"""Function that receives the next image, a PNG."""


@contextmanager
def picture_folder(folder: Path) -> Iterator[Sink]:
    """Writes PNG files that are numbered from 0; each is written completely or not at all.

    Args:
        folder: new or empty folder.

    Raises:
        RaftupError: BAD_FIELD if the folder is not empty.
        OSError: if there is no room.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise bad_field(str(folder), "must be a new or empty folder, or end in .mp4")
    folder.mkdir(parents=True, exist_ok=True)
    count = 0

    def add(picture: bytes) -> None:
        nonlocal count
        file = folder / f"{count:06d}.png"
        try:
            file.write_bytes(picture)
        except OSError as error:
            file.unlink(missing_ok=True)
            error.filename = error.filename or str(file)
            raise
        count += 1

    try:
        yield add
    except (KeyboardInterrupt, OSError) as error:
        error.add_note(f"{count} pictures are in {folder}")
        raise


@contextmanager
def mp4_file(file: Path, rate: float) -> Iterator[Sink]:
    """Writes H.264 with the installed ffmpeg; an interrupted film has the images until then.

    Args:
        file: path of the video, which appears at the end of the block.
        rate: images per second.

    Raises:
        RaftupError: FAILED_PRECONDITION without ffmpeg; INTERNAL with its message if it fails.
    """
    program = shutil.which("ffmpeg")
    if program is None:
        raise RaftupError(
            f"{file} needs ffmpeg, which is not on the PATH (Debian: apt-get install ffmpeg): "
            "name a folder to get PNG files, which need none",
            code="FAILED_PRECONDITION",
        )
    part = file.with_name(f".{file.stem}.part.mp4")
    source = ("-f", "image2pipe", "-framerate", f"{rate:g}", "-c:v", "png", "-i", "-")
    coded = ("-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "+faststart")
    process = subprocess.Popen(
        [program, "-loglevel", "error", "-y", *source, *coded, str(part)],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is ours: it ends the film in good order
    )

    def finish() -> None:
        _, said = process.communicate()
        if process.returncode != 0:
            last = said.decode(errors="replace").strip().rpartition("\n")[2]
            raise RaftupError(f"ffmpeg failed for {file}: {last}", code="INTERNAL")
        part.replace(file)

    def add(picture: bytes) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(picture)
        except BrokenPipeError:
            finish()

    try:
        yield add
        finish()
    except KeyboardInterrupt:
        with suppress(RaftupError):  # there was no picture yet
            finish()
        raise
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
        part.unlink(missing_ok=True)
