"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

SessionArgument = Annotated[str, typer.Argument(metavar="SESSION", help="sessions/ID or its ID.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Write JSON.")]
