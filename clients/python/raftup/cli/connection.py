"""Options of commands for the connection to a server."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Annotated, Any, Concatenate, ParamSpec

import typer

from raftup.cli.exit_codes import exit_codes
from raftup.cli.fit_line import FitLine
from raftup.cli.terminal import terminal
from raftup.remote.client import Client, connect
from raftup.run import connection

DEFAULT_ADDRESS = "127.0.0.1:50551"
"""Address on which raftupd listens by default."""

P = ParamSpec("P")


def _file_option(text: str, variable: str) -> Any:
    return Annotated[
        Path | None,
        typer.Option(
            help=text, envvar=variable, exists=True, dir_okay=False, readable=True, metavar="FILE"
        ),
    ]


def _options(default: str | None, as_argument: bool) -> dict[str, Any]:
    """Annotations of the options, by the name of their parameter."""
    text = "Address of a running server, HOST:PORT or unix:PATH"
    if default is None:
        text += ". Default: a private one for this command"
    return {
        "server": Annotated[
            str | None if default is None else str,
            typer.Argument(metavar="ADDRESS", help=f"{text}.", envvar="RAFTUP_SERVER")
            if as_argument
            else typer.Option(help=f"{text}.", envvar="RAFTUP_SERVER"),
        ],
        "ca": _file_option(
            "PEM file of the authorities that may have signed the server's certificate; enables "
            "TLS.",
            "RAFTUP_CA",
        ),
        "certificate": _file_option(
            "PEM file of the certificate that identifies this client to the server.",
            "RAFTUP_CERTIFICATE",
        ),
        "key": _file_option("PEM file of the private key of --certificate.", "RAFTUP_KEY"),
        "token_file": _file_option(
            "File that contains the bearer token of this client for the server.",
            "RAFTUP_TOKEN_FILE",
        ),
    }


def with_client(
    default: str | None = DEFAULT_ADDRESS, *, as_argument: bool = False
) -> Callable[[Callable[Concatenate[Client, P], None]], Callable[..., None]]:
    """Makes a command from a function with a client, which is opened by the command's options.

    Errors become messages and exit codes; while a radiation memory is fitted, a line shows the
    progress.

    Args:
        default: default address; None = a private server is started for the command.
        as_argument: the address is an argument rather than an option.
    """

    def decorate(command: Callable[Concatenate[Client, P], None]) -> Callable[..., None]:
        options = _options(default, as_argument)

        def run(**arguments: Any) -> None:
            given = {name: arguments.pop(name) for name in options}
            line = FitLine(terminal(quiet=bool(arguments.get("quiet")), stderr=True))
            with (
                exit_codes(terminal(stderr=True)),
                _open(**given) as client,
                client.fits_told_to(line),
            ):
                command(client, **arguments)  # type: ignore[call-arg]

        _, *own = inspect.signature(command, eval_str=True).parameters.values()
        further = [
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=default if name == "server" else None,
                annotation=annotation,
            )
            for name, annotation in options.items()
        ]
        parameters = [*(one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in own), *further]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {one.name: one.annotation for one in parameters}
        run.__doc__ = command.__doc__
        return run

    return decorate


def _open(
    server: str | None,
    ca: Path | None,
    certificate: Path | None,
    key: Path | None,
    token_file: Path | None,
) -> AbstractContextManager[Client]:
    """The client, for the duration of a block."""
    if server is None:
        if any((ca, certificate, key, token_file)):
            raise typer.BadParameter(
                "needs --server: the private server checks neither certificates nor tokens",
                param_hint="--ca, --certificate, --key, --token-file",
            )
        return connection(None)
    token = None if token_file is None else token_file.read_text(encoding="utf-8").strip()
    try:
        return connect(server, ca=ca, certificate=certificate, key=key, token=token)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
