"""The command raftup response: results in the frequency domain."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Column, Table

from raftup.base.errors import bad_field
from raftup.base.extras import require_extra
from raftup.base.files import make_folder
from raftup.base.names import named_in_short
from raftup.cli.arguments import DataOption, ModelArgument, QuietOption, SetOption, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.terminal import terminal
from raftup.fatigue import FatigueDetail, read_curves
from raftup.frequency_domain.computation import ResponseOptions
from raftup.frequency_domain.long_term import read_scatter
from raftup.frequency_domain.readouts import parse_gap
from raftup.frequency_domain.sea_overrides import sea_overrides
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.response import response

if TYPE_CHECKING:
    import xarray as xr

_MOST_MODES = 12  # in the table on the console
_WIDEST_NAME = 30  # columns of the names of tensions, beyond which they are folded
_MOST_TENSIONS = 40  # rows of a table that can be read
_MOST_BODIES = 8  # whose motions have a row each, that is up to 48
_STILL = 1e-9  # of the largest motion: round-off


_PeriodsOption = Annotated[
    str | None,
    typer.Option(
        help="Wave periods of the response operators in s, e.g. 5,6.5. Default: 100 "
        "frequencies over the range of the databases."
    ),
]
_HeadingsOption = Annotated[
    str | None,
    typer.Option(
        help="Directions that the waves travel to in deg, e.g. 0,30. Default: every 10 deg, "
        "or those of the databases."
    ),
]
_GapOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME:BODY,x,y,z:BODY,x,y,z",
        help="Add the relative motion of two points, in m in the model frames of their "
        "bodies; a body may be `world`; repeatable.",
    ),
]
_HeightOption = Annotated[
    float | None,
    typer.Option(
        "--hs",
        help="Significant wave height in m of a JONSWAP sea that replaces the model's sea; "
        "needs --tp.",
    ),
]
_PeakPeriodOption = Annotated[
    float | None, typer.Option("--tp", help="Peak period in s of the JONSWAP sea of --hs.")
]
_EnhancementOption = Annotated[
    float,
    typer.Option(
        help="Peak enhancement factor gamma of the JONSWAP spectra of --hs and --scatter."
    ),
]
_DirectionOption = Annotated[
    float | None,
    typer.Option(
        help="Direction in deg that the seas of --hs and --scatter travel to. Default: 0 "
        "with --hs, otherwise that of the model's sea."
    ),
]
_DurationOption = Annotated[
    float | None,
    typer.Option(
        help="Duration in s to which the most probable maximum refers. Default: three hours."
    ),
]
_AmplitudeOption = Annotated[
    float | None,
    typer.Option(
        help="Amplitude in m of regular waves in which quadratic damping is linearized. "
        "Default: it is linearized in the sea."
    ),
]
_ScatterOption = Annotated[
    Path | None,
    typer.Option(
        help="CSV file of sea states for long-term statistics: Hs (m), Tp (s), probability, "
        "optionally direction (deg)."
    ),
]
_FatigueOption = Annotated[
    Path | None,
    typer.Option(
        help="YAML file of fatigue details, with the key `fatigue` of study files; their "
        "damage is that of narrow-banded responses."
    ),
]
_PlotOption = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write figures of the response to this folder.")
]
_OutOption = Annotated[Path, typer.Option(help="NetCDF-4 file to write, with the response.")]


@with_client(default=None)
def response_command(
    client: Client,
    model: ModelArgument,
    out: _OutOption = Path("response.nc"),
    periods: _PeriodsOption = None,
    headings: _HeadingsOption = None,
    gap: _GapOption = None,
    significant_wave_height: _HeightOption = None,
    peak_period: _PeakPeriodOption = None,
    peak_enhancement: _EnhancementOption = 3.3,
    direction: _DirectionOption = None,
    duration: _DurationOption = None,
    amplitude: _AmplitudeOption = None,
    scatter: _ScatterOption = None,
    fatigue: _FatigueOption = None,
    data: DataOption = "memory",
    set_: SetOption = None,
    plot: _PlotOption = None,
    quiet: QuietOption = False,
) -> None:
    """Compute response operators, modes and statistics of a model in the frequency domain.

    All bodies are solved together, linearized about their static equilibrium:
    joints, moorings, lines and winches by their tangent stiffness, quadratic
    damping by iteration for the sea. Effects that a linear model neglects are
    listed.

    Examples:
      raftup response alongside.yaml --out response.nc --plot plots

      raftup response alongside.yaml --periods 5,6.5 --headings 0,30

      raftup response alongside.yaml --gap side:carrier,0,9,0:supply,0,-7,0

      raftup response alongside.yaml --scatter north_sea.csv --direction 135

      raftup response alongside.yaml --fatigue details.yaml
    """
    overrides = overrides_of(set_) | sea_overrides(
        significant_wave_height, peak_period, peak_enhancement, direction or 0.0
    )
    options = ResponseOptions(
        periods=_numbers("periods", periods),
        headings=_numbers("headings", headings),
        gaps=[parse_gap(text) for text in gap or []],
        amplitude=amplitude,
        duration=duration,
        scatter=read_scatter(scatter) if scatter is not None else (),
        peak_enhancement=peak_enhancement,
        direction_deg=direction,
        data=data,
        fatigue=_details(fatigue),
    )
    if plot is not None:
        make_folder(plot)
    console = terminal(quiet=quiet)
    result = _compute(console, model, client, overrides, options, out)
    _show(console, result, out)
    if plot is not None:
        _draw(console, result, plot)


def _draw(console: Console, result: xr.Dataset, folder: Path) -> None:
    from raftup.plots import save_response_plots  # matplotlib takes half a second

    for file in save_response_plots(result, folder):
        console.print(f"plot {file}", soft_wrap=True)


def _details(file: Path | None) -> tuple[FatigueDetail, ...]:
    """The fatigue details of a file."""
    if file is None:
        return ()
    require_extra("fatigue of a response", "study", "scipy")
    return read_curves(file)


def _compute(
    console: Console,
    model: Path,
    client: Client,
    overrides: dict[str, Any],
    options: ResponseOptions,
    out: Path,
) -> xr.Dataset:
    """Computes the response, with a progress bar over its sea states if there are several."""
    bar = Progress(console=console, transient=True)
    task = bar.add_task("sea states", total=len(options.scatter))

    def show(done: int, _: int) -> None:
        bar.start()
        bar.update(task, completed=done)

    try:
        return response(model, client, overrides, options=options, out=out, progress=show)
    finally:
        if bar.live.is_started:
            bar.stop()  # which writes a line end, started or not


def _numbers(field: str, text: str | None) -> list[float] | None:
    """Numbers separated by commas; None without a text."""
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError as error:
        raise bad_field(field, f"must be numbers separated by commas, is {text!r}") from error


def _show(console: Console, result: xr.Dataset, out: Path) -> None:
    for limit in json.loads(result.attrs["limits"]):
        console.print(f"linear: {limit}", soft_wrap=True)
    table = Table("natural period [s]", "damping ratio", "mostly", title="Modes")
    modes = (result.natural_period, result.damping_ratio, result.mode_name)
    for period, ratio, name in list(zip(*(m.values for m in modes), strict=True))[:_MOST_MODES]:
        table.add_row(f"{period:.2f}", f"{ratio:.3f}", str(name))
    console.print(table)
    left = result.sizes.get("mode", 0) - _MOST_MODES
    if left > 0:
        console.print(f"and {left} of shorter periods, see natural_period")
    if "standard_deviation" in result:
        console.print(_statistics_table(result))
        if "tension" in result.sizes:
            console.print(_tension_table(result))
    if "fatigue_detail" in result:
        console.print(_fatigue_table(result))
    console.print(
        f"response {out}: {result.sizes['omega']} frequencies, "
        f"{result.sizes['wave_direction']} headings, bodies "
        f"{named_in_short([str(name) for name in result.body.values])}",
        soft_wrap=True,
    )


def _fatigue_table(result: xr.Dataset) -> Table:
    """A table of the damage, or equivalent load, of every detail."""
    known = {
        title: result[name]
        for title, name in (
            ("standard deviation", "fatigue_standard_deviation"),
            ("damage or load", "fatigue_damage"),
            ("in a year", "yearly_fatigue_damage"),
        )
        if name in result
    }
    table = Table("detail", "mean", *known, title="Fatigue, narrow-banded")
    for place, name in enumerate(result.fatigue_detail.values):
        values = [result.fatigue_mean, *known.values()]
        table.add_row(str(name), *(f"{float(one[place]):.4g}" for one in values))
    return table


def _tension_table(result: xr.Dataset) -> Table:
    """A table of the tensions in kN: in equilibrium, and about it in the sea."""
    known = {
        title: result[f"tension_{name}"]
        for title, name in (
            ("mean", "mean"),
            ("standard deviation", "standard_deviation"),
            (_largest_title(result), "most_probable_maximum"),
            ("of slow drift", "slow_drift_standard_deviation"),
            ("in gusts", "gust_standard_deviation"),
        )
        if f"tension_{name}" in result
    }
    widest = max(map(len, result.tension.values))
    names = Column("tension [kN]", min_width=min(widest, _WIDEST_NAME), overflow="fold")
    table = Table(names, *known, title="Tensions, maximum from the mean")
    for place, name in enumerate(result.tension.values[:_MOST_TENSIONS]):
        table.add_row(str(name), *(f"{1e-3 * float(one[place]):.4g}" for one in known.values()))
    left = result.sizes["tension"] - _MOST_TENSIONS
    if left > 0:
        table.caption = f"and {left} more, see tension_standard_deviation"
    return table


def _largest_title(result: xr.Dataset) -> str:
    """Words for the most probable maximum, with its duration."""
    return str(result.most_probable_maximum.attrs["long_name"]).partition(":")[0]


def _statistics_table(result: xr.Dataset) -> Table:
    further = {
        title: result[name]
        for title, name in (
            ("of slow drift", "slow_drift_standard_deviation"),
            ("in gusts", "gust_standard_deviation"),
        )
        if name in result
    }
    columns = ["motion", "standard deviation", "mean period [s]", _largest_title(result)]
    table = Table(*columns, *further, title="In the sea")
    for body, dof in _shown_motions(result):
        at = {"body": body, "dof": dof}
        deviation = float(result.standard_deviation.sel(at))
        more = [float(values.sel(at)) for values in further.values()]
        if max([deviation, *more]) <= _STILL * float(result.standard_deviation.max()):
            continue
        highest = float(result.most_probable_maximum.sel(at))
        unit, factor = ("m", 1.0) if DOFS.index(dof) < 3 else ("deg", math.degrees(1.0))
        table.add_row(
            f"{body} {dof}",
            f"{factor * deviation:.4g} {unit}",
            f"{float(result.mean_period.sel(at)):.2f}",
            f"{factor * highest:.4g} {unit}",
            *[f"{factor * value:.4g} {unit}" for value in more],
        )
    if result.sizes["body"] > _MOST_BODIES:
        table.caption = (
            f"the smallest and the largest of {result.sizes['body']} bodies; all are in "
            "standard_deviation"
        )
    return table


def _shown_motions(result: xr.Dataset) -> Iterator[tuple[str, str]]:
    """Bodies and dofs with a row of their own: all, or of many bodies the extreme ones of a dof."""
    dofs = [str(dof) for dof in result.dof.values]
    bodies = [str(body) for body in result.body.values]
    if len(bodies) <= _MOST_BODIES:
        yield from ((body, dof) for body in bodies for dof in dofs)
        return
    for dof in dofs:
        deviation = result.standard_deviation.sel(dof=dof).values
        for place in dict.fromkeys((int(deviation.argmin()), int(deviation.argmax()))):
            yield bodies[place], dof
