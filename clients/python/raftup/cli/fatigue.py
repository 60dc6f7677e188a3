"""The command raftup fatigue: fatigue damage and equivalent loads of results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Column, Table

from raftup.base.errors import bad_field
from raftup.base.extras import require_extra
from raftup.base.files import make_folder
from raftup.cli.arguments import JsonOption, QuietOption
from raftup.cli.documents import print_json
from raftup.cli.exit_codes import exit_codes
from raftup.cli.extremes import (
    ConfidenceOption,
    FromOption,
    OutOption,
    ToOption,
    check_out,
    refuse_for_study,
    split_sources,
)
from raftup.cli.terminal import terminal
from raftup.cli.unfinished import warn_of_unfinished
from raftup.fatigue import EquivalentLoad, FatigueDetail, StressCurve, read_curves

if TYPE_CHECKING:
    from raftup.fatigue.answers import FatigueAnswer


_SourcesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="RESULT...",
        help="Result files that differ only in their seed, or a study's folder.",
    ),
]
_CurvesOption = Annotated[
    Path | None,
    typer.Option(
        help="YAML file with S-N or T-N curves under the key `fatigue`, as in study files; "
        "a study file itself is also possible."
    ),
]
_OutputOption = Annotated[
    str,
    typer.Option(
        metavar="OUTPUT",
        help="Component of an output, e.g. tow.tension, whose fatigue is computed with "
        "--slope; instead of --curves.",
    ),
]
_SlopeOption = Annotated[
    float | None,
    typer.Option(help="Slope m of the S-N curve N = a S^-m for the component --output."),
]
_InterceptOption = Annotated[
    float | None,
    typer.Option(
        help="log10 of a, the cycles to failure at range 1, for --output. Default: an "
        "equivalent load is computed instead of damage."
    ),
]
_CyclesOption = Annotated[
    float | None,
    typer.Option(
        help="Number of cycles of the equivalent load for --output. Default: one per second."
    ),
]
_PlotOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write histograms of ranges and damage to this folder."),
]


def fatigue_command(
    sources: _SourcesArgument,
    curves: _CurvesOption = None,
    output: _OutputOption = "",
    slope: _SlopeOption = None,
    log10_intercept: _InterceptOption = None,
    equivalent_cycles: _CyclesOption = None,
    confidence: ConfidenceOption = 0.9,
    start: FromOption = 0.0,
    end: ToOption = None,
    out: OutOption = None,
    plot: _PlotOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Count rainflow cycles in results and compute fatigue damage or equivalent loads.

    Damage follows from S-N curves of one or two slopes or from T-N curves of
    lines; there is no default curve. Several results give the mean with its
    confidence interval. A study's folder gives the damage in a year of the details
    that the key `fatigue` of the study file defines.

    Examples:
      raftup fatigue result.nc --curves details.yaml --plot plots

      raftup fatigue seed*.nc --output tow.tension --slope 3

      raftup fatigue r.nc --output hinge.force[4] --slope 3 --log10-intercept 12.2

      raftup fatigue alongside.study --json
    """
    console = terminal(quiet=quiet)
    with exit_codes(terminal(stderr=True)):
        require_extra("raftup fatigue", "study", "rainflow", "scipy")
        files = _files(sources, confidence)
        own = {
            "--output": output or None,
            "--slope": slope,
            "--log10-intercept": log10_intercept,
            "--equivalent-cycles": equivalent_cycles,
        }
        if files[0].is_dir():
            given = {"--out": out, "--plot": plot, "--from": start or None, "--to": end}
            refuse_for_study(files, {**given, **own, "--curves": curves})
            _show_study(console, files[0], confidence, as_json)
            return
        if out is not None:
            check_out(out, [*files, *([curves] if curves is not None else [])])
        if plot is not None:
            make_folder(plot)
        found = _of_results(files, curves, own, confidence, (start, end))
        warn_of_unfinished(files)
        if as_json:
            print_json([_document(one) for one in found])
        else:
            console.print(_table(found, confidence))
        if out is not None:
            _write(found, files, out)
        if plot is not None:
            _draw(console if not as_json else terminal(stderr=True), found, plot)


def _files(sources: Sequence[str], confidence: float) -> list[Path]:
    """Results, or the folder of a study, after a check of the confidence."""
    if not 0.0 < confidence < 1.0:
        raise bad_field("--confidence", f"must be between 0 and 1, is {confidence:g}")
    files, names = split_sources(sources)
    if names:
        raise bad_field("RESULT", f"must be an existing file, is {names[0]!r}")
    return files


def _of_results(
    files: Sequence[Path],
    curves: Path | None,
    own: dict[str, Any],
    confidence: float,
    times: tuple[float, float | None],
) -> list[FatigueAnswer]:
    from raftup.fatigue.answers import fatigue_of_results  # xarray takes half a second

    details = _details(curves, own, files, times)
    return fatigue_of_results(files, details, confidence, *times)


def _write(found: Sequence[FatigueAnswer], files: Sequence[Path], out: Path) -> None:
    from raftup.fatigue.answers import fatigue_dataset
    from raftup.results.dataset_file import write_dataset

    data = fatigue_dataset(found, {"results": [str(file) for file in files]})
    write_dataset(data, out)


def _details(
    curves: Path | None,
    own: dict[str, Any],
    files: Sequence[Path],
    times: tuple[float, float | None],
) -> tuple[FatigueDetail, ...]:
    """The details of the file, or the one of the command line."""
    given = [name for name, value in own.items() if value is not None]
    if curves is not None:
        if given:
            raise bad_field(given[0], "must not be given with --curves")
        return read_curves(curves)
    if own["--output"] is None or own["--slope"] is None:
        raise bad_field("--curves", "must be given, unless --output and --slope are")
    if own["--log10-intercept"] is not None and own["--equivalent-cycles"] is not None:
        raise bad_field("--equivalent-cycles", "must not be given with --log10-intercept")
    for name in ("--slope", "--equivalent-cycles"):
        if own[name] is not None and not 0.0 < own[name] < np.inf:
            raise bad_field(name, f"must be > 0, is {own[name]:g}")
    return (_own_detail(own, files, times),)


def _own_detail(
    own: dict[str, Any], files: Sequence[Path], times: tuple[float, float | None]
) -> FatigueDetail:
    """The detail of the output component that the command line names."""
    from raftup.results.series import read_series

    found = read_series(files, [own["--output"]], *times)
    if len(found) != 1:
        known = ", ".join(one.name for one in found) or "none that varies"
        raise bad_field("--output", f"must be one number of an output, is {known}")
    law: StressCurve | EquivalentLoad
    intercept = own["--log10-intercept"]
    if intercept is None:
        cycles = own["--equivalent-cycles"]
        law = EquivalentLoad(own["--slope"], cycles or float(np.mean(found[0].durations)))
    elif abs(intercept) <= 300.0:
        law = StressCurve(own["--slope"], 10.0**intercept)
    else:
        raise bad_field("--log10-intercept", f"must lie within -300 and 300, is {intercept:g}")
    return FatigueDetail(found[0].name, found[0].output, found[0].component, law)


def _document(answer: FatigueAnswer) -> dict[str, Any]:
    number = "equivalent_load" if answer.detail.is_load else "damage"
    return {
        "name": answer.detail.name,
        "output": answer.detail.output,
        "component": answer.detail.component,
        "unit": answer.unit,
        "cycles": float(sum(cycles.counts.sum() for cycles in answer.cycles)),
        "records": [
            {"duration": duration, number: _number(amount)}
            for duration, amount in zip(answer.durations, answer.amounts, strict=True)
        ],
        number: _number(answer.mean.value),
        "low": _number(answer.mean.low),
        "high": _number(answer.mean.high),
        "yearly_damage": _number(answer.yearly_damage),
    }


def _number(value: float) -> float | None:
    return value if np.isfinite(value) else None


def _table(found: Sequence[FatigueAnswer], confidence: float) -> Table:
    columns: list[Column | str] = [
        "detail",
        Column("output", overflow="fold"),
        "cycles",
        "damage or load",
        f"{100 * confidence:g} % interval",
    ]
    table = Table(*columns, "in a year", "life", title="Fatigue", title_justify="left")
    for one in found:
        mean, yearly = one.mean, one.yearly_damage
        unit = f" {one.unit}" if one.detail.is_load and one.detail.scale == 1.0 else ""
        known = np.isfinite(mean.low)
        table.add_row(
            one.detail.name,
            one.detail.output,
            f"{sum(float(cycles.counts.sum()) for cycles in one.cycles):,.0f}",
            f"{mean.value:.4g}{unit}",
            f"{mean.low:.4g} to {mean.high:.4g}" if known else "none for one record",
            "" if one.detail.is_load else f"{yearly:.4g}",
            "" if one.detail.is_load else life_text(yearly),
        )
    return table


def life_text(yearly: float) -> str:
    """Years until Miner's sum is 1, as text."""
    return f"{1.0 / yearly:,.3g} years" if yearly > 0.0 else "no end"


def _draw(console: Console, found: Sequence[FatigueAnswer], folder: Path) -> None:
    from raftup.plots.fatigue import plot_fatigue  # matplotlib takes half a second
    from raftup.plots.figure import save

    for one in found:
        name = re.sub(r"[^\w.-]+", "_", one.detail.name).strip("_")
        file = save(plot_fatigue(one), folder / f"fatigue_{name}.png")
        console.print(f"plot {file}", soft_wrap=True)


def _show_study(console: Console, folder: Path, confidence: float, as_json: bool) -> None:
    from raftup.study.fatigue_over_seeds import fatigue_over_seeds

    found = fatigue_over_seeds(folder, confidence)
    if as_json:
        print_json([one.document() for one in found])
        return
    interval = f"{100 * confidence:g} % interval"
    table = Table("detail", "in a year", interval, "life", title="Fatigue", title_justify="left")
    for one in found:
        known = np.isfinite(one.mean.low)
        bounds = f"{one.mean.low:.4g} to {one.mean.high:.4g}" if known else "needs seeds"
        life = "" if one.is_load else life_text(one.mean.value)
        table.add_row(one.name, f"{one.mean.value:.4g}", bounds, life)
    console.print(table)
