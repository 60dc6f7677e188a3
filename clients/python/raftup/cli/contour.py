"""The command raftup contour: environmental contours."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from raftup.base.documents import read_document
from raftup.base.errors import ModelError, Violation
from raftup.base.extras import require_extra
from raftup.base.fields import Fields
from raftup.base.files import make_folder, write_whole
from raftup.cli.arguments import JsonOption, QuietOption
from raftup.cli.documents import print_json
from raftup.cli.exit_codes import exit_codes
from raftup.cli.extremes import check_out
from raftup.cli.terminal import terminal

if TYPE_CHECKING:
    from raftup.extremes.contour_reading import ContourAnswer

_COLUMNS = ("hs", "tp")

_SourceArgument = Annotated[
    Path,
    typer.Argument(
        metavar="LAW|STATES",
        help="YAML file of the joint distribution, with the fields of a study's `contour`, "
        "or CSV of sea states: hs (m), tp (s), optionally probability.",
    ),
]
_PeriodOption = Annotated[
    float | None,
    typer.Option(
        help="Return period of the contour in years; required unless the YAML file contains it."
    ),
]
_StateOption = Annotated[
    float | None,
    typer.Option(
        help="Duration of a sea state in s. Default: that of the YAML file, or 10800 (three hours)."
    ),
]
_CountOption = Annotated[
    int | None,
    typer.Option(
        help="Number of sea states on the contour. Default: that of the YAML file, or 36."
    ),
]
_LowestOption = Annotated[
    float | None,
    typer.Option(
        help="Leave out sea states of the contour with a significant wave height below this "
        "value, in m. Default: none."
    ),
]
_OutOption = Annotated[
    Path | None,
    typer.Option(help="Write the sea states to this CSV file, which the axis of a study can read."),
]
_PlotOption = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write a figure of the contour to this folder.")
]


class ContourError(ModelError):
    """Error of a contour that breaks rules."""

    SUBJECT = "the contour"


def contour_command(
    source: _SourceArgument,
    return_period: _PeriodOption = None,
    state_duration: _StateOption = None,
    count: _CountOption = None,
    lowest: _LowestOption = None,
    out: _OutOption = None,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compute the sea states of a return period: an environmental contour by inverse FORM.

    Wave heights have a Weibull distribution of three parameters, and periods a
    lognormal distribution for each height. Both are given, or fitted to sea states
    by maximum likelihood.

    Examples:
      raftup contour states.csv --return-period 50 --out contour.csv --plot plots

      raftup contour law.yaml --state-duration 21600 --json
    """
    console = terminal(quiet=quiet)
    with exit_codes(terminal(stderr=True)):
        require_extra("raftup contour", "study", "scipy")
        if out is not None:
            check_out(out, [source])
        if plot is not None:
            make_folder(plot)
        options = {
            "return_period": return_period,
            "state_duration": state_duration,
            "count": count,
            "lowest": lowest,
        }
        answer = _answer(source, {name: x for name, x in options.items() if x is not None})
        rows = list(
            zip(answer.contour.height.tolist(), answer.contour.period.tolist(), strict=True)
        )
        if as_json:
            print_json(_document(answer, rows))
        else:
            console.print(_table(answer, rows))
        if out is not None:
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerows([_COLUMNS, *rows])
            write_whole(out, text.getvalue().encode())
        if plot is not None:
            _draw(answer, plot, as_json or quiet)


def _answer(source: Path, options: dict[str, Any]) -> ContourAnswer:
    from raftup.extremes.contour_reading import read_contour

    if source.suffix.lower() == ".csv":
        document, folder = {"csv": str(source.resolve())}, source.parent
    else:
        document, folder = read_document(source, ContourError)
    violations: list[Violation] = []
    answer = read_contour(Fields({**document, **options}, "", violations), folder, _COLUMNS)
    if answer is None:
        raise ContourError(violations)
    return answer


def _document(answer: ContourAnswer, rows: list[tuple[float, float]]) -> dict[str, Any]:
    law = answer.law
    return {
        "method": "iform",
        "return_period": answer.return_period,
        "state_duration": answer.state_duration,
        "beta": answer.contour.beta,
        "height": {"shape": law.shape, "scale": law.scale, "location": law.location},
        "period": {"mu": list(law.mu), "sigma": list(law.sigma)},
        "states": [dict(zip(_COLUMNS, row, strict=True)) for row in rows],
    }


def _table(answer: ContourAnswer, rows: list[tuple[float, float]]) -> Table:
    title = f"{answer.return_period:g} years, states of {answer.state_duration / 3600.0:g} h"
    table = Table("Hs [m]", "T [s]", title=f"{title}, beta {answer.contour.beta:.4f}")
    for row in rows:
        table.add_row(*(f"{number:.3f}" for number in row))
    return table


def _draw(answer: ContourAnswer, folder: Path, quiet: bool) -> None:
    from raftup.extremes.contour import even_angles, iform_contour
    from raftup.plots.extremes import other_periods, plot_contour  # matplotlib takes half a second
    from raftup.plots.figure import save

    angles = even_angles(180)
    others = [
        (years, iform_contour(answer.law, years, answer.state_duration, angles))
        for years in other_periods(answer)
    ]
    file = save(plot_contour(answer, others), folder / f"contour_{answer.return_period:g}.png")
    terminal(quiet=quiet).print(f"plot {file}", soft_wrap=True)
