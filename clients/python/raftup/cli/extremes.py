"""The command raftup extremes: extreme values of results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Column, Table

from raftup.base.errors import bad_field
from raftup.base.extras import require_extra
from raftup.base.files import check_place, make_folder
from raftup.cli.arguments import JsonOption, QuietOption
from raftup.cli.documents import print_json
from raftup.cli.exit_codes import exit_codes
from raftup.cli.terminal import terminal
from raftup.cli.unfinished import warn_of_unfinished
from raftup.extremes.estimate import METHODS, METHODS_OF_MAXIMA, SIDES, THREE_HOURS, Question

if TYPE_CHECKING:
    from raftup.extremes.dataset import SeriesExtremes

_SourcesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="RESULT... [OUTPUT...]",
        help="Result files that differ only in their seed, or a study's folder; then "
        "outputs: carrier.*, tow.tension, carrier.displacement[3].",
    ),
]
_WIDEST_NAME = 36  # letters of an output that a table keeps in one line
_MethodOption = Annotated[
    str,
    typer.Option(
        help=f"Statistical method, {', '.join(METHODS)}; gev and gumbel need many results."
    ),
]
_DurationOption = Annotated[
    float, typer.Option(help="Duration to which the extreme values refer, in s.")
]
_ProbabilityOption = Annotated[
    float | None,
    typer.Option(
        help="Probability that the largest value is below the printed one. Default: "
        "exp(-1), for the most probable largest value."
    ),
]
ConfidenceOption = Annotated[
    float, typer.Option(help="Confidence level of the intervals, between 0 and 1.")
]
FromOption = Annotated[float, typer.Option("--from", help="Leave out rows before this time, in s.")]
ToOption = Annotated[
    float | None, typer.Option("--to", help="Leave out rows after this time, in s.")
]
_SideOption = Annotated[
    str,
    typer.Option(
        help="Extremes that are estimated: max (largest values), min (smallest values) or both."
    ),
]
OutOption = Annotated[Path | None, typer.Option(help="Write the results to this NetCDF-4 file.")]
_PlotOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write figures of the return levels to this folder."),
]


def extremes_command(
    sources: _SourcesArgument,
    method: _MethodOption = "pot",
    duration: _DurationOption = THREE_HOURS,
    probability: _ProbabilityOption = None,
    confidence: ConfidenceOption = 0.9,
    start: FromOption = 0.0,
    end: ToOption = None,
    side: _SideOption = "both",
    out: OutOption = None,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Estimate extreme values of outputs in a given duration, with confidence intervals.

    The methods pot (generalized Pareto), weibull_tail and acer use the peaks
    between up-crossings of the mean, of which they need at least 30. The methods
    gev (at least 10 results) and gumbel (at least 5) use the largest value of each
    result. For a study's folder, gumbel or gev estimates one value per sea state
    from its seeds.

    Examples:
      raftup extremes result.nc 'carrier.displacement[3]' --plot plots

      raftup extremes seed*.nc tow.tension --method gumbel --probability 0.9

      raftup extremes result.nc --from 300 --duration 36000 --json

      raftup extremes alongside.study carrier.displacement --method gumbel
    """
    console = terminal(quiet=quiet)
    with exit_codes(terminal(stderr=True)):
        require_extra("raftup extremes", "study", "scipy")
        if side not in (*SIDES, "both"):
            raise bad_field("--side", f"must be max, min or both, is {side!r}")
        sides = tuple(SIDES) if side == "both" else (side,)
        question = Question(method, duration, probability, confidence)
        files, names = split_sources(sources)
        if out is not None:
            check_out(out, files)
        if plot is not None:
            make_folder(plot)
        if files[0].is_dir():
            given = {"--out": out, "--plot": plot, "--from": start or None, "--to": end}
            refuse_for_study(files, given)
            _show_study(console, files[0], names, question, sides, as_json)
            return
        found = _of_results(files, names, question, sides, start, end)
        warn_of_unfinished(files)
        if as_json:
            print_json(_document(found, question))
        else:
            console.print(_table(found, question))
            for line in _reasons(found):
                console.print(line, soft_wrap=True)
        if out is not None:
            _write(found, question, files, out)
        if plot is not None:
            _draw(console if not as_json else terminal(stderr=True), found, question, plot)


def split_sources(sources: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Splits sources into existing files or folders and the names that follow them.

    Raises:
        RaftupError: BAD_FIELD if the first is not a file, or a file follows a name.
    """
    paths = [Path(source) for source in sources]
    count = next((n for n, path in enumerate(paths) if not path.exists()), len(paths))
    if not count:
        raise bad_field(
            "RESULT", f"must be an existing file or a study's folder, is {sources[0]!r}"
        )
    late = [source for source in sources[count:] if Path(source).is_file()]
    if late:
        raise bad_field(
            "RESULT", f"must come before {sources[count]!r}, {late[0]!r} comes after it"
        )
    return paths[:count], list(sources[count:])


def check_out(out: Path, read: Sequence[Path]) -> None:
    """Refuses an output file that cannot be written or is one of the input files.

    Raises:
        OSError: as for check_place().
        RaftupError: BAD_FIELD if it is one of `read`.
    """
    check_place(out)
    if out.exists() and any(file.exists() and out.samefile(file) for file in read):
        raise bad_field("--out", f"must not be one of the input files, is {str(out)!r}")


def refuse_for_study(files: Sequence[Path], options: Mapping[str, object]) -> None:
    """Refuses options that are only possible for results, not for studies.

    Raises:
        RaftupError: BAD_FIELD for a second source or a given option of `options`.
    """
    if len(files) > 1:
        raise bad_field("RESULT", f"must be one study's folder or results, got {len(files)}")
    for name, value in options.items():
        if value is not None:
            raise bad_field(name, f"applies to results, {files[0]} is a study's folder")


def _of_results(
    files: Sequence[Path],
    names: Sequence[str],
    question: Question,
    sides: Sequence[str],
    start: float,
    end: float | None,
) -> list[SeriesExtremes]:
    from raftup.extremes.dataset import series_extremes  # xarray takes half a second
    from raftup.results.series import read_series

    series = read_series(files, names, start, end)
    if not series:
        raise bad_field("OUTPUT", f"must name an output that varies; none varies in {files[0]}")
    return series_extremes(series, question, sides)


def _document(found: Sequence[SeriesExtremes], question: Question) -> dict[str, Any]:
    from raftup.extremes.dataset import question_document

    return {
        **question_document(question),
        "quantities": [
            {
                "name": one.series.name,
                "unit": one.series.unit,
                **{
                    side: {
                        "value": _number(answer.value),
                        "low": _number(answer.low),
                        "high": _number(answer.high),
                        "observed": one.observed(side),
                        "sample_count": len(answer.heights),
                        "law": answer.law.parameters if answer.law else None,
                        "reason": answer.reason or None,
                    }
                    for side, answer in one.estimates.items()
                },
            }
            for one in found
        ],
    }


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _table(found: Sequence[SeriesExtremes], question: Question) -> Table:
    from raftup.plots.motions import in_degrees

    hours = question.duration / 3600.0
    what = "most probable" if question.probability is None else f"P {question.probability:g}"
    title = f"Extremes in {hours:g} h, {what}, {question.method}"
    columns = ["unit", "", "expected", f"{100 * question.confidence:g} % interval"]
    longest = max(len(one.series.name) for one in found)
    table = Table(
        Column("output", overflow="fold", min_width=min(longest, _WIDEST_NAME)),
        *columns,
        "observed",
        "records" if question.method in METHODS_OF_MAXIMA else "peaks",
        title=title,
        title_justify="left",
    )
    for one in found:
        for side, answer in one.estimates.items():
            numbers = np.array([answer.value, answer.low, answer.high, one.observed(side)])
            shown, unit = in_degrees(numbers, one.series.unit)
            texts = [f"{number:.4g}" for number in shown]
            known = np.isfinite(answer.value)
            table.add_row(
                one.series.name,
                unit,
                side,
                texts[0] if known else "none",
                f"{texts[1]} to {texts[2]}" if known else "",
                texts[3],
                str(len(answer.heights)),
            )
    return table


def _reasons(found: Sequence[SeriesExtremes]) -> list[str]:
    return [
        f"{one.series.name}, {side}: none, {answer.reason}"
        for one in found
        for side, answer in one.estimates.items()
        if answer.reason
    ]


def _write(
    found: Sequence[SeriesExtremes], question: Question, files: Sequence[Path], out: Path
) -> None:
    from raftup.extremes.dataset import extremes_dataset
    from raftup.results.dataset_file import write_dataset

    data = extremes_dataset(found, question, {"results": [str(file) for file in files]})
    write_dataset(data, out)


def _draw(
    console: Console, found: Sequence[SeriesExtremes], question: Question, folder: Path
) -> None:
    from raftup.plots.extremes import plot_return_levels  # matplotlib takes half a second
    from raftup.plots.figure import save

    for one in found:
        name = re.sub(r"[^\w.-]+", "_", one.series.name).strip("_")
        file = save(plot_return_levels(one, question), folder / f"extremes_{name}.png")
        console.print(f"plot {file}", soft_wrap=True)


def _show_study(
    console: Console,
    folder: Path,
    names: Sequence[str],
    question: Question,
    sides: Sequence[str],
    as_json: bool,
) -> None:
    from raftup.study.extremes_over_seeds import StateExtreme, extremes_over_seeds

    found = extremes_over_seeds(folder, names, question, sides)
    if as_json:
        print_json([one.document() for one in found])
        return
    hours = question.duration / 3600.0
    table = Table(*StateExtreme.COLUMNS, title=f"Extremes in {hours:g} h, {question.method}")
    table.title_justify = "left"
    for one in found:
        table.add_row(*one.row())
    console.print(table)
    for text in dict.fromkeys(one.estimate.reason for one in found if one.estimate.reason):
        console.print(f"none: {text}", soft_wrap=True)
