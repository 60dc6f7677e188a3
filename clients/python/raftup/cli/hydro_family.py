"""The command raftup hydro family: databases over relative position, along a run or over axes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from raftup.base.errors import RaftupError
from raftup.base.extras import require_extra
from raftup.cli.arguments import JobsOption, PartsOption, QuietOption
from raftup.cli.exit_codes import exit_codes
from raftup.cli.family_view import (
    refuse_pictures_of_tracks,
    show_family,
    write_family_page,
)
from raftup.cli.solve_bar import solve_bar
from raftup.cli.terminal import terminal


def family_command(
    specification: Annotated[
        Path,
        typer.Argument(
            metavar="SPEC",
            help="Specification of hulls, water, waves and relative positions, YAML or JSON.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            metavar="F.h5", help="File to write with the databases of all positions, HDF5."
        ),
    ] = Path("family.h5"),
    jobs: JobsOption = None,
    parts: PartsOption = None,
    report: Annotated[
        Path | None,
        typer.Option(metavar="F.html", help="Write a report on the family to this HTML file."),
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Solve hulls at many relative positions and write all databases to one file.

    Positions that are mirror images of one another are solved once. Simulations
    blend the coefficients between positions; the error of this blend is measured
    by solving the middle of each cell as well. With `midpoints: refine`, cells are
    split until the error is within the tolerance.

    With `family.along: result.nc` the positions are those of a run, of any number
    of bodies: the run is thinned to nodes along its track.

    With `family.axes` the databases are of other draughts, trims, angles of a joint
    or values of an input: each node is a database or a problem of its own.

    Every frequency of every position is stored when it is solved. The same command
    continues after an interruption.

    Examples:
      raftup hydro family approach.yaml --out approach.h5

      raftup hydro family approach.yaml --out approach.h5 --report approach.html

      raftup inspect approach.h5 --report approach.html
    """
    with exit_codes(terminal(stderr=True)):
        require_extra("raftup hydro family", "bem", "capytaine", "distributed")
        from raftup.bem.family.axes import names_axes

        solve = _solve_axes if names_axes(specification) else _solve_positions
        solve(terminal(quiet=quiet), specification, out, jobs, parts, report)


def _solve_positions(
    console: Console,
    specification: Path,
    out: Path,
    jobs: int | None,
    parts: Path | None,
    report: Path | None,
) -> None:
    """Solves a family over relative position and prints its errors."""
    from raftup.bem import default_store
    from raftup.bem.family import read_family_specification, solve_family

    asked = read_family_specification(specification)
    if report is not None and asked.is_track:
        refuse_pictures_of_tracks()
    store = parts or default_store(out)
    with solve_bar(console, store) as progress:
        summary = solve_family(asked, out, store, jobs, progress)
    show_family(console, out, summary)
    if report is not None:
        write_family_page(console, out, report)


def _solve_axes(
    console: Console,
    specification: Path,
    out: Path,
    jobs: int | None,
    parts: Path | None,
    report: Path | None,
) -> None:
    """Solves a family over axes and prints its nodes."""
    from raftup.bem import default_store
    from raftup.bem.family.axes import read_axis_family
    from raftup.bem.family.axis_solution import solve_axis_family
    from raftup.cli.family_view import show_axis_family

    if report is not None:
        raise RaftupError("--report applies to relative positions only", code="INVALID_ARGUMENT")
    family = read_axis_family(specification)
    store = parts or default_store(out)
    with solve_bar(console, store) as progress:
        summary = solve_axis_family(family, out, store, jobs, progress)
    show_axis_family(console, out, summary)
