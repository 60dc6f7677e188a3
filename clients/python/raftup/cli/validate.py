"""The command raftup validate: reference cases."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from raftup.base.files import make_folder
from raftup.cli.arguments import QuietOption
from raftup.cli.connection import with_client
from raftup.cli.counting_bar import counting_bar
from raftup.cli.exit_codes import FAILED
from raftup.cli.terminal import terminal
from raftup.remote.client import Client
from raftup.validation import CaseResult, own_cases, read_case, validate

_CasesArgument = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="CASE...",
        help="Files of reference cases (models with known results), YAML or JSON. Default: "
        "those that Raftup includes.",
    ),
]
_LongOption = Annotated[
    bool,
    typer.Option(
        "--long", help="Also run those of the included reference cases that simulate hours."
    ),
]
_OutOption = Annotated[
    Path, typer.Option(help="Folder to which the page validation.html is written.")
]


@with_client(default=None)
def validate_command(
    client: Client,
    cases: _CasesArgument = None,
    out: _OutOption = Path("validation"),
    long: _LongOption = False,
    quiet: QuietOption = False,
) -> None:
    """Run reference cases, whose results are known, and write a page with the deviations.

    A case is a model with known numbers or series and their source; raftup schema
    validation describes its file. The exit code is 1 if a number is outside its
    tolerance and the case gives no reason for that.

    Examples:
      raftup validate --out validation

      raftup validate --long

      raftup validate mine/decay.yaml mine/drift.yaml
    """
    from raftup.validation.page import error, tolerance, verdict, write_book  # matplotlib

    lines = terminal(quiet=quiet)
    read = [read_case(file) for file in cases or own_cases(long=long)]
    make_folder(out)
    with counting_bar(lines, "cases") as bar:
        task = bar.add_task("validating", total=len(read))

        def show(result: CaseResult) -> None:
            bar.update(task, advance=1, description=result.case.name)

        results = validate(read, client, show)
    page = out / "validation.html"
    write_book(results, page)
    for result in results:
        if result.failure:
            lines.print(f"  {result.case.name}: {result.failure}", soft_wrap=True)
        for one in result.checks:
            if not one.passed:
                said = f"{error(one)}, {tolerance(one)} allowed ({result.status})"
                lines.print(f"  {result.case.name}: {one.check.name}: {said}", soft_wrap=True)
    lines.print(f"{verdict(results)}: {page}", soft_wrap=True)
    if any(result.status == "outside" for result in results):
        raise typer.Exit(FAILED)
