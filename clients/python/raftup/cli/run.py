"""The command raftup run: simulation of a model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from raftup.base.extras import require_extra
from raftup.base.files import make_folder
from raftup.base.names import named_in_short
from raftup.cli.arguments import ModelArgument, QuietOption, SetOption, names_of, overrides_of
from raftup.cli.connection import with_client
from raftup.cli.console import MeshOption, run_in_console
from raftup.cli.terminal import terminal
from raftup.progress import ProgressBar
from raftup.remote.client import Client
from raftup.remote.pacing import Pace
from raftup.remote.participant import Participant
from raftup.remote.session import Session
from raftup.results.attributes import DURATION_ROUNDED_UP
from raftup.run import checked_place, record_to_file, run_session

if TYPE_CHECKING:
    from raftup.results.file import ResultSummary
    from raftup.ssp import SystemPrograms

# Findings of severity info that a run prints.
_TOLD = (DURATION_ROUNDED_UP, "start_moved", "start_left_out", "radiation_memory")

DurationOption = Annotated[
    float | None, typer.Option(help="Simulated time in s. Default: that of the model.")
]
OutputsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME,...",
        help="Outputs to record, instead of those in the model; * and ? in names are wildcards.",
    ),
]
CompressOption = Annotated[
    bool,
    typer.Option("--compress", help="Compress the result file without loss; writing takes longer."),
]
PaceOption = Annotated[
    float | None,
    typer.Option(
        metavar="FACTOR",
        help="Limit the speed of the run: 1 is real time, 2 is twice as fast. Default: no limit.",
    ),
]
SessionOption = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Name of the session on the server, by which other programs can join the run. "
        "Default: a random name.",
    ),
]
ParticipantOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=INPUT,...",
        help="Name of a program that joins the run, and the inputs that it writes; each "
        "step waits for them; repeatable.",
    ),
]
PlotOption = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Write figures of the result to this folder.")
]
StrictOption = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Treat warnings about the model or its motion as errors, which end the run.",
    ),
]
ConsoleOption = Annotated[
    bool, typer.Option("--console", help="Run the simulation from a browser; no result is written.")
]
_NO_PICTURES = (
    "plot: none, since the outputs contain no displacement, position or orientation of a body, no "
    "force of a joint, no output of a load and no force of a contact reader"
)


@with_client(default=None)
def run_command(
    client: Client,
    model: ModelArgument,
    out: Annotated[Path, typer.Option(help="Result file to write, NetCDF-4.")] = Path("result.nc"),
    duration: DurationOption = None,
    set_: SetOption = None,
    outputs: OutputsOption = None,
    compress: CompressOption = False,
    pace: PaceOption = None,
    session: SessionOption = "",
    participant: ParticipantOption = None,
    plot: PlotOption = None,
    strict: StrictOption = False,
    console: ConsoleOption = False,
    mesh: MeshOption = None,
    quiet: QuietOption = False,
) -> None:
    """Simulate a model and write the result to a file.

    Examples:
      raftup run alongside.yaml --out result.nc --plot plots

      raftup run alongside.yaml --set environment.sea.waves[0].irregular.seed=2

      raftup run alongside.yaml --outputs carrier.displacement,sea.elevation

      raftup run alongside.yaml --pace 1 --strict

      raftup run alongside.yaml --server localhost:50051

      raftup run alongside.yaml --console

    Ctrl-C ends a run; the result file then contains the rows computed before.
    SYSTEM.ssp in place of MODEL runs a system of FMUs, one of them of a model.
    """
    overrides = _overrides(set_, duration)
    if plot is not None:
        make_folder(plot)
    if console:
        run_in_console(client, model, overrides, mesh or [])
        return
    file = checked_place(out)
    lines = terminal(quiet=quiet)
    clock = None if pace is None else Pace(pace)
    with (
        ProgressBar(lines) as progress,
        _session(
            client, model, session, participant or [], overrides, progress, outputs, strict=strict
        ) as simulated,
    ):
        result = record_to_file(simulated, file, progress, compress=compress, pace=clock)
    lines.print(*_report(result, out, clock), sep="\n", soft_wrap=True)
    if plot is not None:
        _draw(lines, out, client, plot)


@dataclass(frozen=True)
class _ModelAlone:
    """A run of a model file without a system."""

    model: Path
    session_id: str
    participants: Sequence[Participant] = ()


@contextmanager
def _session(
    client: Client,
    file: Path,
    session_id: str,
    participants: Sequence[str],
    overrides: dict[str, Any],
    progress: ProgressBar,
    outputs: list[str] | None,
    *,
    strict: bool,
) -> Iterator[Session]:
    """The session of a model file, or of the model of a system, in which its FMUs take part."""
    with (
        _system(file, client, session_id) as system,
        run_session(
            client,
            system.model,
            overrides,
            progress,
            names_of(outputs),
            session_id=system.session_id,
            participants=[*map(_participant, participants), *system.participants],
            strict=strict,
        ) as session,
    ):
        yield session


def _system(
    file: Path, client: Client, session: str
) -> AbstractContextManager[_ModelAlone | SystemPrograms]:
    """The FMUs of an SSP file for the duration of a block; a model file has none."""
    if file.suffix.lower() != ".ssp":
        return nullcontext(_ModelAlone(file, session))
    require_extra("raftup run SYSTEM.ssp", "fmu", "fmpy")
    from raftup.ssp import programs_of

    return programs_of(file, client, session)


def _draw(lines: Console, result: Path, client: Client, folder: Path) -> None:
    """Writes figures and prints their paths, or why there are none."""
    import xarray as xr

    from raftup.plots import save_result_plots  # matplotlib and xarray take a second

    dataset = xr.load_dataset(result, engine="netcdf4", decode_times=False)
    files = save_result_plots(dataset, client, folder)
    for file in files:
        lines.print(f"plot {file}", soft_wrap=True)
    if not files:
        lines.print(_NO_PICTURES, soft_wrap=True)


def _overrides(given: list[str] | None, duration: float | None) -> dict[str, Any]:
    overrides = overrides_of(given)
    if duration is not None:
        overrides["integration.duration"] = duration
    return overrides


def _report(result: ResultSummary, out: Path, clock: Pace | None) -> list[str]:
    """Lines about a run that has finished."""
    jitter = [] if clock is None else [f"pace {clock.factor:g}: {clock.jitter()}"]
    end = result.attributes.get("run_end")
    ended = [f"run ended by an event: {end}"] if end else []
    broken = [
        f"line broken: {one}" for one in result.attributes.get("broken_lines", "").splitlines()
    ]
    further = (*jitter, *ended, *broken, *_warnings(result))
    return [_summary(result, out), *(f"  {line}" for line in further)]


def _participant(text: str) -> Participant:
    name, _, inputs = text.partition("=")
    if not name or not inputs:
        raise typer.BadParameter(f"must be NAME=INPUT,..., is {text!r}", param_hint="--participant")
    return Participant(name, inputs=inputs.split(","))


def _warnings(result: ResultSummary) -> list[str]:
    """Warnings about a result's model and motion, and about its databases, each with its origin.

    --strict refuses the former; the latter are known before the run and only reported for the file.
    """
    findings = json.loads(result.attributes["findings"])
    of_databases = [
        f"of database {group}: {message}"
        for group, found in findings["databases"].items()
        for message in _messages(found)
    ]
    told = [
        finding["message"]
        for finding in findings["model"]
        if finding["name"] in _TOLD and finding["severity"] == "info"
    ]
    warnings = [f"warning: {message}" for message in _messages(findings["model"])]
    return [*told, *warnings, *of_databases]


def _messages(findings: list[dict[str, str]]) -> list[str]:
    """Messages of findings with their codes, which `raftup explain` knows."""
    return [
        f"{finding['message']} [{finding['name']}]"
        for finding in findings
        if finding["severity"] != "info"
    ]


def _summary(result: ResultSummary, out: Path) -> str:
    named = f", bodies {named_in_short(result.bodies)}" if result.bodies else ""
    if not result.ends:  # it has ended before the first stage that is recorded
        return f"result {out}: no rows{named}"
    start, end = result.ends
    since = f" from t = {start:g} s" if start else ""
    return f"result {out}: {result.row_count} rows{since} to t = {end:g} s{named}"
