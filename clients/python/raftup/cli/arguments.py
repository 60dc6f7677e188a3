"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from raftup.base.errors import bad_field
from raftup.model import parse_override

ModelArgument = Annotated[
    Path,
    typer.Argument(help="Model file in YAML or JSON, which describes bodies, loads and water."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Replace the value at this path of the model, e.g. bodies[0].mass=2e6; repeatable.",
    ),
]
DataOption = Annotated[
    str,
    typer.Option(
        help="Added mass and radiation damping that are used: memory, as fitted for "
        "simulations; file, as in the database."
    ),
]
QuietOption = Annotated[
    bool,
    typer.Option(
        "--quiet",
        help="Print no progress and no results as text, only errors; files and JSON are "
        "written as usual.",
    ),
]
SessionArgument = Annotated[
    str,
    typer.Argument(
        metavar="SESSION",
        help="Session on the server, given by its name sessions/ID or by the ID alone.",
    ),
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print the results as JSON instead of text.")
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of processes that solve in parallel. Default: one per core, as far as "
        "the memory allows.",
    ),
]
PartsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Folder for the results of single frequencies until all are solved. Default: "
        "--out with the suffix .parts.",
    ),
]


def overrides_of(given: list[str] | None) -> dict[str, Any]:
    """Values that replace those of a model, by path, from a SetOption.

    Raises:
        ModelError: if a value does not have the form PATH=VALUE.
    """
    return dict(parse_override(text) for text in given or [])


def names_of(given: list[str] | None, option: str = "--outputs") -> list[str] | None:
    """Names from arguments, each of which may contain several; None without arguments.

    Args:
        given: arguments.
        option: name of their option, for messages.

    Raises:
        RaftupError: BAD_FIELD if a name is empty.
    """
    for text in given or []:
        if not all(name.strip() for name in text.split(",")):
            raise bad_field(option, f"must be NAME,..., is {text!r}")
    return [name.strip() for text in given or [] for name in text.split(",")] or None
