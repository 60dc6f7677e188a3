"""The command raftup fmu: models as FMUs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from raftup.base.files import check_place
from raftup.cli.arguments import ModelArgument, QuietOption, SetOption, names_of, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.terminal import terminal
from raftup.remote.client import Client

_OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="FMU file to write. Default: MODEL.fmu in the current folder."
    ),
]
_FmiOption = Annotated[
    int,
    typer.Option(
        min=2,
        max=3,
        help="Version of the FMI standard: 2 for FMI 2.0, 3 for FMI 3.0, which has array "
        "variables.",
    ),
]
_OspOption = Annotated[
    bool,
    typer.Option(
        "--osp",
        help="Also write NAME_OspModelDescription.xml for the Open Simulation Platform to "
        "the same folder.",
    ),
]
_PlatformOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME,...",
        help="Systems on which the FMU runs: linux64, win64, and with --fmi 3 aarch64-linux. "
        "Default: all for which this installation has a library.",
    ),
]
_OutputsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME,...",
        help="Outputs of the FMU, instead of those in the model; * and ? in names are wildcards.",
    ),
]


@with_client(default=None)
def fmu_command(
    client: Client,
    model: ModelArgument,
    out: _OutOption = None,
    fmi: _FmiOption = 2,
    osp: _OspOption = False,
    platform: _PlatformOption = None,
    set_: SetOption = None,
    outputs: _OutputsOption = None,
    quiet: QuietOption = False,
) -> None:
    """Export a model as an FMU for Co-Simulation by FMI 2.0 or 3.0.

    The FMU contains the solver for each platform, the databases and the fits,
    and needs nothing else. Its inputs are external forces and commands, which
    are held constant over a step of any duration. Its state can be saved,
    restored and serialized.

    Examples:
      raftup fmu alongside.yaml -o vessel.fmu

      raftup fmu alongside.yaml -o vessel.fmu --fmi 3

      raftup fmu alongside.yaml --fmi 3 --platform linux64,win64,aarch64-linux

      raftup fmu alongside.yaml --outputs carrier.position,sea.elevation
    """
    from raftup.fmu import FmiVersion, export_fmu
    from raftup.fmu.platforms import chosen_platforms

    platforms = names_of(platform, "--platform")
    chosen_platforms(platforms, FmiVersion(fmi))
    file = out or Path(f"{model.stem}.fmu")
    check_place(file)
    overrides = overrides_of(set_)
    if names := names_of(outputs):
        overrides["outputs"] = names
    lines = terminal(quiet=quiet)
    with client.create_session(model, overrides=overrides) as session:
        made = export_fmu(session, file, FmiVersion(fmi), osp=osp, platforms=platforms)
    size = file.stat().st_size / 1e6
    lines.print(f"FMU {file}: FMI {fmi}.0, {size:.1f} MB, {', '.join(made)}", soft_wrap=True)
