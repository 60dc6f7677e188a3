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
        help="Hull that is drawn of a body, in m in its model frame, its origin at X, Y, Z there.",
    ),
]

ResultArgument = Annotated[
    Path | None,
    typer.Argument(help="Result to play in the place of a server.", exists=True, dir_okay=False),
]

StudiesOption = Annotated[
    Path | None,
    typer.Option(help="Folder of folders of studies to show.", exists=True, file_okay=False),
]

CertificateOption = Annotated[
    Path | None, typer.Option(help="PEM of the console's certificate: TLS.", exists=True)
]

KeyOption = Annotated[Path | None, typer.Option(help="PEM of its private key.", exists=True)]

NameOption = Annotated[
    list[str] | None, typer.Option(help="Host name under which browsers reach it.")
]

FilmOption = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR|FILE.mp4",
        help="Draw RESULT in chromium as PNG files, or as a film by ffmpeg "
        "(Debian: apt-get install chromium ffmpeg), instead.",
    ),
]

CameraOption = Annotated[
    str, typer.Option(help="free, follow, top, beam or bow; follow keeps to the first body.")
]

DarkOption = Annotated[bool, typer.Option("--film-dark/--film-light", help="Colours of the film.")]


@with_client()
def console_command(
    client: Client,
    result: ResultArgument = None,
    host: Annotated[str, typer.Option(help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0 = any free one.")] = DEFAULT_PORT,
    mesh: MeshOption = None,
    studies: StudiesOption = None,
    https_certificate: CertificateOption = None,
    https_key: KeyOption = None,
    name: NameOption = None,
    film: FilmOption = None,
    film_rate: Annotated[float, typer.Option(help="Pictures a second of the film.")] = 25.0,
    film_speed: Annotated[float, typer.Option(help="Seconds of RESULT in one of the film.")] = 1.0,
    film_size: Annotated[str, typer.Option(help="In pixels.")] = "1280x720",
    film_camera: CameraOption = "free",
    film_dark: DarkOption = False,
) -> None:
    """Show the sessions of a server in a browser: a live view, plots, run and rewind.

    Examples:
      raftup console

      raftup console --server localhost:50051 --mesh carrier=hull.obj@0,0,2

      raftup console result.nc

      raftup console result.nc --film ships.mp4 --film-speed 5

      raftup console --host 0.0.0.0 --https-certificate c.pem --https-key k.pem

    It listens on loopback unless it has a certificate. Ctrl-C ends it; sessions
    go on.
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
