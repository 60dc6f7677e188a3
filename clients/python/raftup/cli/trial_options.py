"""Common parts of the commands of trials: options, and display of results."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from raftup._generated.model_pb2 import Model
from raftup.base.errors import bad_field
from raftup.base.files import check_place, make_folder, whole_file
from raftup.cli.arguments import overrides_of
from raftup.cli.documents import print_json
from raftup.cli.tables import print_table
from raftup.cli.terminal import terminal
from raftup.model import load_model

if TYPE_CHECKING:
    from raftup.trials.figures import Figure, Trial

PictureOption = Annotated[
    Path | None,
    typer.Option("--plot", metavar="DIR", help="Write a figure of the test to this folder."),
]
ShowModelOption = Annotated[
    bool,
    typer.Option(
        "--model",
        help="Print the simulated model with the orders that it received, as a model file, "
        "instead of a table.",
    ),
]
WeatherOption = Annotated[
    bool,
    typer.Option(
        "--weather", help="Keep the waves, current and wind of the model. Default: calm water."
    ),
]
ShipOption = Annotated[
    str,
    typer.Option(
        "--body",
        help="Name of the ship's body. Default: the only body with the rudders or "
        "propellers that the test needs.",
    ),
]
LengthOption = Annotated[
    float | None,
    typer.Option(help="Length L of the ship in m. Default: that of the ship's load `manoeuvring`."),
]
ApproachOption = Annotated[
    float | None,
    typer.Option(
        help="Longest duration of the straight course before the first order, in s. "
        "Default: 60 lengths at a Froude number of 0.1."
    ),
]
ScaleOption = Annotated[
    float,
    typer.Option(
        help="Length of the real ship over that of the model, for criteria that depend on "
        "the ship's length."
    ),
]
SideOption = Annotated[
    str,
    typer.Option(
        help="Side to which the rudder is put first: starboard, port or both, which makes "
        "two tests."
    ),
]


def refuse_two_documents(as_json: bool, show_model: bool) -> None:
    """Refuses two documents on the same output.

    Raises:
        RaftupError: BAD_FIELD if both are requested.
    """
    if as_json and show_model:
        raise bad_field("--json, --model", "must not be given together: both write to the output")


def run_trial(
    make: Callable[[Model], Trial],
    model: Path,
    given: list[str] | None,
    out: Path,
    plot: Path | None,
    *,
    as_json: bool,
    show_model: bool,
    quiet: bool,
) -> None:
    """Makes a trial, writes it and shows it.

    Args:
        make: function that makes the trial of a model.
        model: file of the model.
        given: values of a SetOption.
        out: path of the result, NetCDF-4.
        plot: folder for the figure; None = no figure.
        as_json: prints the results as JSON instead of a table.
        show_model: prints the models of the runs instead of a table.
        quiet: prints only what was requested.
    """
    refuse_two_documents(as_json, show_model)
    check_place(out)
    if plot is not None:
        make_folder(plot)
    trial = make(load_model(model, overrides_of(given)))
    from raftup.trials.dataset import trial_dataset, trial_models  # xarray takes half a second

    with whole_file(out) as unfinished:
        trial_dataset(trial).to_netcdf(unfinished)
    console = terminal(quiet=quiet, stderr=as_json or show_model)
    if as_json:
        print_json(trial.document())
    elif show_model:
        print(trial_models(trial), end="")
    else:
        show_trial(console, trial)
    if not (as_json or show_model):
        console.print(f"result {out}", soft_wrap=True)
    if plot is not None:
        from raftup.plots.figure import save
        from raftup.plots.trials import plot_trial  # matplotlib takes half a second

        file = save(plot_trial(trial), plot / f"{trial.name.replace('-', '_')}.png")
        console.print(f"plot {file}", soft_wrap=True)


def show_trial(console: Console, trial: Trial) -> None:
    """Prints results and criteria.

    Args:
        console: console on which they are printed.
        trial: the trial.
    """
    length = "" if math.isnan(trial.length) else f", L {trial.length:g} m"
    speed = "" if math.isnan(trial.speed) else f", approach {trial.speed:.4g} m/s"
    console.print(f"{trial.title} of {trial.body}{length}{speed}", soft_wrap=True)
    shared = [note for note in trial.runs[0].notes if all(note in run.notes for run in trial.runs)]
    for note in (*trial.notes, *shared):
        console.print(note, soft_wrap=True)
    for run in trial.runs:
        for note in run.notes:
            if note not in shared:
                console.print(f"{run.label}: {note}", soft_wrap=True)
    _show_figures(console, trial)
    for figure in trial.figures:
        text, unit = _shown(figure)
        console.print(
            f"{figure.name.replace('_', ' ')} {text} {unit}: {figure.meaning}", soft_wrap=True
        )
    for one in trial.criteria:
        console.print(
            f"{one.name}: {_text(one.value)} {one.unit}, at most {_text(one.limit)} {one.unit}: "
            f"{one.verdict} ({one.source})",
            soft_wrap=True,
        )


def _show_figures(console: Console, trial: Trial) -> None:
    """Prints a table with a column for each run, or with a row for each if there are many."""
    names = [figure.name for figure in trial.runs[0].figures]
    if not names:
        return
    if not trial.sails:
        first = [_shown(figure)[1] for figure in trial.runs[0].figures]
        rows = [[f"{n.replace('_', ' ')} [{u}]" for n, u in zip(names, first, strict=True)]]
        rows += [[_shown(figure)[0] for figure in run.figures] for run in trial.runs]
        print_table(console, rows, right=range(len(names)))
        return
    rows = [["", *(run.label for run in trial.runs), "unit"]]
    for place, name in enumerate(names):
        of = [run.figures[place] for run in trial.runs]
        shown = [_shown(figure) for figure in of]
        rows.append([name.replace("_", " "), *(text for text, _ in shown), shown[0][1]])
        if of[0].unit == "m" and not math.isnan(trial.length):
            lengths = [_text(figure.value / trial.length) for figure in of]
            rows.append(["", *lengths, "L"])
    print_table(console, rows, right=range(1, len(trial.runs) + 1))


def _shown(figure: Figure) -> tuple[str, str]:
    """Value and unit as texts, with angles in degrees."""
    if figure.unit.startswith("rad"):
        return _text(math.degrees(figure.value)), f"deg{figure.unit.removeprefix('rad')}"
    return _text(figure.value), figure.unit


def _text(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.4g}"
