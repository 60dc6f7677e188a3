"""The command raftup decay: decay tests."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from raftup.base.extras import require_extra
from raftup.base.files import check_place, make_folder, whole_file
from raftup.cli.arguments import JsonOption, ModelArgument, QuietOption, SetOption, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.documents import print_json
from raftup.cli.tables import print_table
from raftup.cli.terminal import terminal
from raftup.cli.trial_options import (
    PictureOption,
    ShowModelOption,
    WeatherOption,
    refuse_two_documents,
)
from raftup.model import load_model
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS
from raftup.trials.decay import SKIP, Question, decay_test

if TYPE_CHECKING:
    from raftup.trials.decay import DecayTest

_DofOption = Annotated[str, typer.Option(help=f"Degree of freedom of the test: {', '.join(DOFS)}.")]
_FromOption = Annotated[
    float,
    typer.Option(
        "--from",
        help="Initial offset from the equilibrium: m for surge, sway and heave, deg for "
        "roll, pitch and yaw.",
    ),
]
_BodyOption = Annotated[
    str,
    typer.Option(
        help="Name of the body that is released. Default: the only body that is moved by forces."
    ),
]
_DurationOption = Annotated[
    float | None,
    typer.Option(help="Simulated time in s. Default: 12 natural periods of the linear model."),
]
_TermsOption = Annotated[
    str,
    typer.Option(
        metavar="p1,p2,p3", help="Damping terms that are fitted: p1 linear, p2 quadratic, p3 cubic."
    ),
]

_SkipOption = Annotated[
    int, typer.Option(help="Number of half periods after the release that the fit leaves out.")
]


@with_client(default=None)
def decay_command(
    client: Client,
    model: ModelArgument,
    dof: _DofOption,
    start: _FromOption,
    body: _BodyOption = "",
    duration: _DurationOption = None,
    terms: _TermsOption = "p1,p2,p3",
    skip: _SkipOption = SKIP,
    weather: WeatherOption = False,
    out: Annotated[
        Path, typer.Option(help="NetCDF-4 file to write, with the motion and the fit.")
    ] = Path("decay.nc"),
    plot: PictureOption = None,
    set_: SetOption = None,
    as_json: JsonOption = False,
    show_model: ShowModelOption = False,
    quiet: QuietOption = False,
) -> None:
    """Release a body away from its equilibrium and fit damping coefficients to its motion.

    The fit is x'' + p1 x' + p2 |x'| x' + p3 x'^3 + omega^2 (x - mean) = 0 by least
    squares, with standard errors. All other bodies start at the equilibrium of the
    model.

    Examples:
      raftup decay barge.yaml --dof roll --from 15 --plot plots

      raftup decay barge.yaml --dof heave --from 0.5 --terms p1,p2 --json

      raftup decay pair.yaml --body supply --dof roll --from 10 --model > out.yaml
    """
    require_extra("raftup decay", "study", "scipy")
    refuse_two_documents(as_json, show_model)
    check_place(out)
    if plot is not None:
        make_folder(plot)
    question = Question(
        dof=dof,
        offset=math.radians(start) if dof in DOFS[3:] else start,
        body=body,
        duration=duration,
        terms=tuple(part.strip() for part in terms.split(",")),
        skip=skip,
        weather=weather,
    )
    test = decay_test(client, load_model(model, overrides_of(set_)), question)
    with whole_file(out) as unfinished:
        test.dataset().to_netcdf(unfinished)
    _show(test, out, as_json=as_json, show_model=show_model, quiet=quiet)
    if plot is not None:
        _draw(test, plot, terminal(quiet=quiet, stderr=as_json or show_model))


def _draw(test: DecayTest, folder: Path, console: Console) -> None:
    from raftup.plots.decay import plot_decay  # matplotlib takes half a second
    from raftup.plots.figure import save

    name = f"decay_{test.question.body}_{test.question.dof}.png"
    console.print(f"plot {save(plot_decay(test), folder / name)}", soft_wrap=True)


def _show(test: DecayTest, out: Path, *, as_json: bool, show_model: bool, quiet: bool) -> None:
    if as_json:
        print_json(test.document())
        return
    if show_model:
        from raftup.trials.dataset import model_text

        print(model_text(test.model), end="")
        return
    _show_table(test, out, terminal(quiet=quiet))


def _show_table(test: DecayTest, out: Path, console: Console) -> None:
    from raftup.trials.decay import coefficient_units

    question, fit = test.question, test.fit
    factor, unit = (math.degrees(1.0), "deg") if question.turns else (1.0, "m")
    console.print(
        f"{question.dof} of {question.body} from {factor * question.offset:g} {unit}: "
        f"{len(test.time)} rows to t = {test.time[-1]:g} s",
        soft_wrap=True,
    )
    for note in test.notes:
        console.print(note, soft_wrap=True)
    rows = [["", "value", "standard error", "unit"]]
    rows.append(["period", f"{fit.period:.5g}", "", "s"])
    if not math.isnan(test.linear_period):
        rows.append(["  of the linear model", f"{test.linear_period:.5g}", "", "s"])
    for name, of in coefficient_units(question.unit).items():
        scale, shown = (factor, unit) if name == "mean" else (1.0, of)
        if name.startswith("p") and name not in question.terms:
            continue
        value, error = getattr(fit.decay, name), fit.errors[name]
        rows.append([name, f"{scale * value:.5g}", f"{scale * error:.2g}", shown])
    amplitude = abs(question.offset)
    for part in (1.0, 0.5, 0.2):
        label = f"damping ratio at {factor * part * amplitude:.3g} {unit}"
        rows.append([label, f"{fit.decay.ratio(part * amplitude):.4g}", "", "1"])
    rows.append(["record less fit, rms", f"{factor * fit.residual:.3g}", "", unit])
    print_table(console, rows, right=[1, 2])
    console.print(f"result {out}", soft_wrap=True)
