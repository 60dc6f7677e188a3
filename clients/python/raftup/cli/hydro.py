"""The command raftup hydro: databases from hull meshes."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from raftup.base.errors import bad_field
from raftup.base.extras import require_extra
from raftup.base.names import named_in_short
from raftup.cli.arguments import JobsOption, PartsOption, QuietOption
from raftup.cli.exit_codes import exit_codes
from raftup.cli.hydro_family import family_command
from raftup.cli.solve_bar import solve_bar
from raftup.cli.terminal import terminal

if TYPE_CHECKING:
    from raftup.bem.solution import Solution
    from raftup.importing import ImportReport

app = typer.Typer(help="Compute hydrodynamic databases from hull meshes.", no_args_is_help=True)
app.command("family")(family_command)


@app.callback()
def hydro_command() -> None:
    """Compute hydrodynamic databases from hull meshes."""


@app.command("solve")
def solve_command(
    specification: Annotated[
        Path,
        typer.Argument(
            metavar="SPEC", help="Specification of hulls, water and waves, YAML or JSON."
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(metavar="F.h5", help="Database file to write, HDF5 in Raftup's own layout."),
    ] = Path("hydro.h5"),
    jobs: JobsOption = None,
    parts: PartsOption = None,
    add: Annotated[
        str | None,
        typer.Option(
            metavar="OMEGA,...",
            help="Frequencies in rad/s that are added to those already in the file --out.",
        ),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Solve radiation and diffraction of hulls by a panel method and write a database.

    Every frequency is stored when it is solved. The same command continues after
    an interruption. The database depends neither on interruptions nor on the
    number of processes.

    With --add only the given frequencies are solved, and the others are read from
    the file. The result is the database that solving all frequencies together
    would have given.

    Examples:
      raftup hydro solve carrier.yaml --out carrier.h5

      raftup hydro solve carrier.yaml --out carrier.h5 --jobs 2

      raftup hydro solve carrier.yaml --out carrier.h5 --add 1.02,1.09,1.16

      raftup import carrier.h5 --format bemio --out for_wec_sim.h5
    """
    with exit_codes(terminal(stderr=True)):
        require_extra("raftup hydro solve", "bem", "capytaine", "distributed")
        from raftup.bem import default_store, read_specification, solve

        console = terminal(quiet=quiet)
        added = _read_frequencies(add)
        asked = read_specification(specification)
        store = parts or default_store(out)
        with solve_bar(console, store) as progress:
            solution, report = solve(asked, out, store, jobs, progress, added)
        _say_what_was_solved(console, out, solution, report)


def _say_what_was_solved(
    console: Console, out: Path, solution: Solution, report: ImportReport
) -> None:
    names = [body.name for body in solution.bodies]
    console.print(
        f"database {out}: {len(solution.omega)} frequencies {solution.omega[0]:g} to "
        f"{solution.omega[-1]:g} rad/s and infinite, {len(solution.wave_directions)} wave "
        f"directions, bodies {named_in_short(names)}",
        soft_wrap=True,
    )
    for finding in report.findings:
        console.print(f"  {finding.severity}: {finding.message}", soft_wrap=True)


def _read_frequencies(text: str | None) -> list[float]:
    """Frequencies of the option --add [rad/s].

    Raises:
        RaftupError: BAD_FIELD if one is not a positive number.
    """
    if text is None:
        return []
    try:
        omega = [float(part) for part in text.split(",")]
    except ValueError:
        omega = []
    if not omega or not all(0.0 < value < math.inf for value in omega):
        raise bad_field("add", f"must be positive frequencies separated by commas, is {text!r}")
    return omega
