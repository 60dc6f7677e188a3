"""The command raftup console, and the console of raftup run and raftup serve."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from raftup.base.errors import RaftupError
from raftup.base.extras import require_extra
from raftup.base.interruption import wait
from raftup.cli.connection import with_client
from raftup.cli.film import film_recording, parse_size
from raftup.cli.terminal import terminal
from raftup.local.server import READY
from raftup.model.load import ModelSource
from raftup.remote.client import Client
from raftup.study.library import STUDY_LIBRARIES

if TYPE_CHECKING:
    from raftup.console.gateway import ConsoleOptions

DEFAULT_PORT = 8551

MeshOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BODY=FILE[@X,Y,Z]",
        help="Mesh file of the hull that is drawn for a body, in m, its origin at X,Y,Z in "
        "the model frame of the body; repeatable.",
    ),
]

ResultArgument = Annotated[
    Path | None,
    typer.Argument(
        help="Result file of raftup run to play back, instead of the sessions of a server.",
        exists=True,
        dir_okay=False,
    ),
]

StudiesOption = Annotated[
    Path | None,
    typer.Option(
        help="Folder that contains folders of studies, which the console then shows as well.",
        exists=True,
        file_okay=False,
    ),
]

CertificateOption = Annotated[
    Path | None,
    typer.Option(help="PEM file of the console's own certificate; enables HTTPS.", exists=True),
]

KeyOption = Annotated[
    Path | None,
    typer.Option(help="PEM file of the private key of --https-certificate.", exists=True),
]

NameOption = Annotated[
    list[str] | None,
    typer.Option(help="Further host name under which browsers may open the console; repeatable."),
]

FilmOption = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR|FILE.mp4",
        help="Only write RESULT as a film, or as PNG files to a folder, by chromium and "
        "ffmpeg (Debian: apt-get install chromium ffmpeg).",
    ),
]

CameraOption = Annotated[
    str,
    typer.Option(
        help="View of the film: free (the initial view of the console), follow (moves with "
        "the first body), top, beam or bow."
    ),
]

DarkOption = Annotated[
    bool, typer.Option("--film-dark/--film-light", help="Draw the film in dark or light colors.")
]

HostOption = Annotated[str, typer.Option(help="Host name or address on which the console listens.")]

PortOption = Annotated[
    int, typer.Option(help="Port on which the console listens; 0 selects any free port.")
]

FilmRateOption = Annotated[float, typer.Option(help="Number of pictures per second of the film.")]

FilmSpeedOption = Annotated[
    float, typer.Option(help="Seconds of simulated time per second of the film.")
]

FilmSizeOption = Annotated[
    str,
    typer.Option(help="Width and height of the film in pixels, both even, from 160 to 3840."),
]


@with_client()
def console_command(
    client: Client,
    result: ResultArgument = None,
    host: HostOption = "127.0.0.1",
    port: PortOption = DEFAULT_PORT,
    mesh: MeshOption = None,
    studies: StudiesOption = None,
    https_certificate: CertificateOption = None,
    https_key: KeyOption = None,
    name: NameOption = None,
    film: FilmOption = None,
    film_rate: FilmRateOption = 25.0,
    film_speed: FilmSpeedOption = 1.0,
    film_size: FilmSizeOption = "1280x720",
    film_camera: CameraOption = "free",
    film_dark: DarkOption = False,
) -> None:
    """Show the sessions of a server in a browser: live view, plots, run control and rewind.

    Examples:
      raftup console

      raftup console --server localhost:50051 --mesh carrier=hull.obj@0,0,2

      raftup console result.nc

      raftup console result.nc --film ships.mp4 --film-speed 5

      raftup console --host 0.0.0.0 --https-certificate c.pem --https-key k.pem

    Without a certificate the console can only listen on loopback. Ctrl-C ends the
    console; the sessions continue.
    """
    require_console(studies=studies is not None)
    if film is not None:
        if result is None:
            raise typer.BadParameter("--film needs a RESULT to draw")
        look = {"size": parse_size(film_size), "dark": film_dark, "camera": film_camera}
        film_recording(result, film, film_rate, film_speed, _meshes(mesh or ()), **look)
        return
    from raftup.console.gateway import ConsoleOptions, session_id

    try:
        options = ConsoleOptions(
            address=client.address,
            identity=client.identity,
            host=host,
            port=port,
            certificate=https_certificate,
            key=https_key,
            names=tuple(name or ()),
            meshes=_meshes(mesh or ()),
            studies=studies,
            recording=result,
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    serve(options, "" if result is None else f"sessions/{session_id(result)}")


def require_console(*, studies: bool = False) -> None:
    """Checks that the libraries of the gateway are installed, and optionally those for studies."""
    require_extra("the console", "console", "aiohttp", "meshio")
    if studies:
        require_extra("a study", "study", *STUDY_LIBRARIES)


def serve(options: ConsoleOptions, session: str = "") -> None:
    """Runs a console until Ctrl-C, after printing its URL.

    Args:
        options: options of the console.
        session: session to which the link leads.
    """
    from raftup.console.serving import serve_console

    with serve_console(options) as url, suppress(KeyboardInterrupt):
        terminal().print(f"console {url}{_route(url, session)}", soft_wrap=True, highlight=False)
        wait(queue.SimpleQueue())


def run_in_console(
    client: Client, model: ModelSource, overrides: Mapping[str, Any], meshes: Sequence[str]
) -> None:
    """Creates a session of a model that is run from the browser, and ends it on Ctrl-C."""
    require_console()
    from raftup.console.gateway import ConsoleOptions

    options = ConsoleOptions(
        address=client.address, identity=client.identity, port=0, meshes=_meshes(meshes)
    )
    with client.create_session(model, overrides=overrides) as session:
        session.initialise()
        serve(options, session.name)


def serve_with_console(program: str, arguments: Sequence[str], port: int) -> int:
    """Runs a raftupd in the foreground together with a console.

    Returns:
        The exit code of raftupd.

    Raises:
        RaftupError: if raftupd ends before it listens.
    """
    require_console()
    from raftup.console.gateway import ConsoleOptions

    with subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = _copy_lines(process.stdout, READY)
        if not address:
            raise RaftupError("raftupd did not start", code="UNAVAILABLE")
        copying = threading.Thread(target=_copy_lines, args=(process.stdout,), daemon=True)
        copying.start()
        try:
            serve(ConsoleOptions(address=address, port=port))
        finally:
            process.terminate()
        return process.wait()


def _copy_lines(lines: IO[str], wanted: str = "") -> str:
    """Prints lines up to the first one that begins with `wanted`; returns the rest of that line."""
    for line in lines:
        print(line, end="", flush=True)
        if wanted and line.startswith(wanted):
            return line.removeprefix(wanted).strip()
    return ""


def _meshes(options: Sequence[str]) -> dict[str, bytes]:
    from raftup.console.meshes import parse_mesh_option, read_mesh

    parsed = [parse_mesh_option(text) for text in options]
    return {body: read_mesh(file, position) for body, file, position in parsed}


def _route(url: str, session: str) -> str:
    if not session:
        return ""
    return f"&/{session}" if "#" in url else f"#/{session}"
