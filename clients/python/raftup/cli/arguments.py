"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
