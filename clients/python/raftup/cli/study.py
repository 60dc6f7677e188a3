"""The command raftup study: statistics of many runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from rich.console import Console

from raftup.base.errors import bad_field
from raftup.cli.arguments import QuietOption
from raftup.cli.exit_codes import FAILED, exit_codes
from raftup.cli.study_bar import study_bar
from raftup.cli.terminal import terminal
from raftup.study import open_study, study

if TYPE_CHECKING:
    import xarray as xr

_SHOWN_FAILURES = 10


_SourceArgument = Annotated[
    Path,
    typer.Argument(
        metavar="STUDY", help="Study file in YAML or JSON, or the folder of a study that was run."
    ),
]
_OutOption = Annotated[
    Path | None,
    typer.Option(
        help="Folder of the study, by default STUDY.study; with --case the NetCDF-4 result "
        "file, by default result.nc."
    ),
]
_WorkersOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Number of processes that run cases, or of jobs with --slurm. Default: one per core.",
    ),
]
_SchedulerOption = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Address of a Dask cluster that runs the cases, tcp://HOST:PORT. Default: "
        "processes on this machine.",
    ),
]
_SlurmOption = Annotated[
    bool,
    typer.Option(
        "--slurm", help="Run the cases in jobs of Slurm, as configured for dask-jobqueue."
    ),
]
_RetryOption = Annotated[
    bool, typer.Option("--retry-failed", help="Run the cases again that failed before.")
]
_StrictOption = Annotated[
    bool,
    typer.Option(
        "--strict",
        help="Treat warnings about the model or its motion as errors, which fail a case; "
        "stored cases are not affected.",
    ),
]
_CaseOption = Annotated[
    str | None,
    typer.Option(
        metavar="KEY",
        help="Key of a case in a study's folder; only this case is run again, and its "
        "outputs are recorded.",
    ),
]
_OutputStepOption = Annotated[
    float | None,
    typer.Option(
        help="Time between the rows of the result with --case, in s. Default: that of the model."
    ),
]
_ReportOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a report on the study to this HTML file.")
]


def study_command(
    source: _SourceArgument,
    out: _OutOption = None,
    workers: _WorkersOption = None,
    scheduler: _SchedulerOption = None,
    slurm: _SlurmOption = False,
    retry_failed: _RetryOption = False,
    strict: _StrictOption = False,
    case: _CaseOption = None,
    output_step: _OutputStepOption = None,
    report: _ReportOption = None,
    quiet: QuietOption = False,
) -> None:
    """Run a model for many sea states, headings, seeds and parameters, and store statistics.

    Every result is stored when it is computed. The same command continues after an
    interruption, and after a change of the axes it runs the cases that are new. The
    exit code is 1 if cases have failed. python -m pydoc raftup.study describes the
    fields of a study file.

    Examples:
      raftup study alongside.yaml --out alongside.study --workers 2

      raftup study alongside.study --report alongside.html

      raftup study alongside.study --case 40439da7 --out case.nc
    """
    console = terminal(quiet=quiet)
    with exit_codes(terminal(stderr=True)):
        running = {
            "--workers": workers,
            "--scheduler": scheduler,
            "--slurm": slurm,
            "--retry-failed": retry_failed,
            "--strict": strict,
        }
        _refuse_useless(source, case, running, out, output_step, report)
        if case is not None:
            _rerun(console, source, case, out or Path("result.nc"), output_step)
            return
        folder = source if source.is_dir() else out or source.with_suffix(".study")
        if not source.is_dir():
            with study_bar(console) as bar:
                study(
                    source,
                    folder,
                    workers=workers,
                    scheduler=scheduler,
                    slurm=slurm,
                    retry_failed=retry_failed,
                    strict=strict,
                    preparation=bar.prepare,
                    progress=bar.run,
                )
        if _show(console, folder, report) and not source.is_dir():
            raise typer.Exit(FAILED)


def _refuse_useless(
    source: Path,
    case: str | None,
    running: Mapping[str, object],
    out: Path | None,
    output_step: float | None,
    report: Path | None,
) -> None:
    """Refuses options that would have no effect on this source or with this case."""
    if case is not None:
        _refuse({**running, "--report": report}, f"must not be given with --case, got case {case}")
        return
    _refuse({"--output-step": output_step}, f"needs --case, got {source} alone")
    if source.is_dir():
        _refuse({**running, "--out": out}, f"needs the file of a study, {source} is a folder")


def _refuse(options: Mapping[str, object], rule: str) -> None:
    """Refuses options that would have no effect, by their names."""
    for option, value in options.items():
        if value is not None and value is not False:
            raise bad_field(option, rule)


def _show(console: Console, folder: Path, report: Path | None) -> int:
    """Prints a summary of a folder, and writes its report if requested.

    Returns:
        The number of failed cases.
    """
    dataset = open_study(folder)
    for line in _summary(dataset, folder):
        console.print(line, soft_wrap=True)
    if report is not None:
        from raftup.study.report import write_report  # matplotlib takes half a second

        write_report(folder, report)
        console.print(f"report {report}", soft_wrap=True)
    return int(dataset.attrs["cases_failed"])


def _rerun(console: Console, folder: Path, key: str, out: Path, output_step: float | None) -> None:
    from raftup.progress import ProgressBar
    from raftup.study.rerun import rerun_case

    with ProgressBar(console) as progress:
        same = rerun_case(folder, key, out, output_step, progress)
    verdict = "as in the study, bit for bit" if same else "not as in the study"
    console.print(f"result {out}: statistics {verdict}", soft_wrap=True)


def _summary(dataset: xr.Dataset, folder: Path) -> Iterator[str]:
    """Lines about the cases, computing time, warnings and failures."""
    from raftup.study.effort import effort_of
    from raftup.study.places import place_text
    from raftup.study.warnings import warning_lines

    done, failed = dataset.attrs["cases_done"], dataset.attrs["cases_failed"]
    sizes = " x ".join(f"{dataset.sizes[name]} {name}" for name in dataset.status.dims)
    yield f"study {folder}: {done} of {dataset.status.size} cases ({sizes}), {failed} failed"
    effort = effort_of(dataset)
    if effort is not None:
        yield (
            f"  a case takes {effort.case_time:.3g} s of one core, a simulated hour "
            f"{effort.hour_time:.3g} s: {effort.real_time_factor:,.0f} x real time; all but "
            f"{1e3 * effort.overhead:.3g} ms of a case are steps"
        )
    yield from (f"  {line}" for line in warning_lines(dataset, folder))
    errors = dataset.error.values.ravel()
    failures = np.flatnonzero(errors != "")
    for case in failures[:_SHOWN_FAILURES]:
        yield f"  {place_text(dataset, int(case))}: {errors[case]}"
    if len(failures) > _SHOWN_FAILURES:
        yield f"  and {len(failures) - _SHOWN_FAILURES} more, see the variable error"
