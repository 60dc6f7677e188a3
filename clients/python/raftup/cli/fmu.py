"""raftup fmu."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from raftup.base.files import check_place
from raftup.cli.arguments import ModelArgument, QuietOption, SetOption, names_of, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.terminal import terminal
from raftup.remote.client import Client


@with_client(default=None)
def fmu_command(
    client: Client,
    model: ModelArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="The FMU; default: MODEL.fmu here.")
    ] = None,
    fmi: Annotated[
        int, typer.Option(min=2, max=3, help="Version of the standard: 2.0, or 3.0 with arrays.")
    ] = 2,
    osp: Annotated[
        bool, typer.Option("--osp", help="Write NAME_OspModelDescription.xml beside it, too.")
    ] = False,
    set_: SetOption = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME,...", help="Show these, instead of the model's outputs."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Write a model as an FMU that runs wherever libc does: FMI 2.0 or 3.0, Co-Simulation.

    Solver, databases and fits are inside. Inputs are external forces and commands,
    held over a step; a step is a multiple of the model's; states can be kept, set
    back and taken to other processes.

    Examples:
      raftup fmu alongside.yaml -o vessel.fmu

      raftup fmu alongside.yaml -o vessel.fmu --fmi 3

      raftup fmu alongside.yaml --outputs carrier.position,sea.elevation
    """
    from raftup.fmu import FmiVersion, export_fmu

    file = out or Path(f"{model.stem}.fmu")
    check_place(file)
    overrides = overrides_of(set_)
    if names := names_of(outputs):
        overrides["outputs"] = names
    lines = terminal(quiet=quiet)
    with client.create_session(model, overrides=overrides) as session:
        export_fmu(session, file, FmiVersion(fmi), osp=osp)
    size = file.stat().st_size
    lines.print(f"FMU {file}: FMI {fmi}.0, {size / 1e6:.1f} MB", soft_wrap=True)
