"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from raftup.base.errors import bad_field
from raftup.model import parse_override

ModelArgument = Annotated[Path, typer.Argument(help="Model file, YAML or JSON.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Replace a value of the model."),
]
DataOption = Annotated[
    str,
    typer.Option(help="A and B of the simulation's radiation: memory; of the database: file."),
]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Say nothing but errors.")]
SessionArgument = Annotated[str, typer.Argument(metavar="SESSION", help="sessions/ID or its ID.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON.")]
JobsOption = Annotated[
    int | None,
    typer.Option(min=1, help="Processes; default one a core, as far as the memory allows."),
]
PartsOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Results of single frequencies; default OUT.parts."),
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
