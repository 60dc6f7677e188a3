"""raftup study."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from raftup.cli.counting_bar import counting_bar
from raftup.cli.exit_codes import exit_codes
from raftup.study import StudyProgress, open_study, study

if TYPE_CHECKING:
    import xarray as xr

    from raftup.study.progress import ProgressCallback

_SHOWN_FAILURES = 10


def study_command(
    source: Annotated[
        Path, typer.Argument(metavar="STUDY", help="Study file, YAML or JSON, or a study's folder.")
    ],
    out: Annotated[
        Path | None, typer.Option(help="Folder of the study; with --case the result, NetCDF-4.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes, or jobs of Slurm; default one a core.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster, tcp://HOST:PORT.")
    ] = None,
    slurm: Annotated[
        bool, typer.Option("--slurm", help="Workers are jobs, as dask-jobqueue is configured.")
    ] = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Run cases again that failed.")
    ] = False,
    case: Annotated[
        str | None, typer.Option(metavar="KEY", help="Run one case of a study's folder alone.")
    ] = None,
    output_step: Annotated[
        float | None, typer.Option(help="Seconds between the rows of --case.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page about the study, HTML.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing but errors.")] = False,
) -> None:
    """Run a model in many sea states, headings, seeds and parameters, and keep statistics.

    Results are kept as they come: the same command goes on after an interruption, and with other
    axes runs the cases that are new. python -m pydoc raftup.study says what a study file holds.

    Examples:
      raftup study alongside.yaml --out alongside.study --workers 2

      raftup study alongside.study --report alongside.html

      raftup study alongside.study --case 40439da7 --out case.nc
    """
    console = Console(quiet=quiet)
    with exit_codes(Console(stderr=True)):
        if case is not None:
            _rerun(console, source, case, out or Path("result.nc"), output_step)
            return
        folder = source if source.is_dir() else out or source.with_suffix(".study")
        if not source.is_dir():
            with _progress_bar(console) as progress:
                study(
                    source,
                    folder,
                    workers=workers,
                    scheduler=scheduler,
                    slurm=slurm,
                    retry_failed=retry_failed,
                    progress=progress,
                )
        _show(console, folder, report)


def _show(console: Console, folder: Path, report: Path | None) -> None:
    """Says what a folder holds, and writes the page about it where that is asked for."""
    for line in _summary(open_study(folder), folder):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
    if report is not None:
        from raftup.study.report import write_report  # matplotlib takes half a second

        write_report(folder, report)
        console.print(f"report {report}", highlight=False, soft_wrap=True)


def _rerun(console: Console, folder: Path, key: str, out: Path, output_step: float | None) -> None:
    from raftup.progress import ProgressBar
    from raftup.study.rerun import rerun_case

    with ProgressBar(console) as progress:
        same = rerun_case(folder, key, out, output_step, progress)
    verdict = "as in the study, bit for bit" if same else "not as in the study"
    console.print(f"result {out}: statistics {verdict}", highlight=False, soft_wrap=True)


def _summary(dataset: xr.Dataset, folder: Path) -> Iterator[str]:
    """What there is, what it cost, what failed."""
    from raftup.study.effort import effort_of

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
    errors = dataset.error.values.ravel()
    keys = dataset.key.values.ravel()
    failures = [(key, text) for key, text in zip(keys, errors, strict=True) if text]
    for key, text in failures[:_SHOWN_FAILURES]:
        yield f"  case {key[:16]}: {text}"
    if len(failures) > _SHOWN_FAILURES:
        yield f"  and {len(failures) - _SHOWN_FAILURES} more, see the variable error"


@contextmanager
def _gone_with_error(bar: Progress) -> Iterator[None]:
    try:
        yield
    except BaseException:
        for task in bar.task_ids:
            bar.remove_task(task)
        raise


@contextmanager
def _progress_bar(console: Console) -> Iterator[ProgressCallback]:
    """A bar with cases done, failures, rate and time left; what it yields is called.

    An error takes the bar from the screen.
    """
    with counting_bar(console, "cases") as bar, _gone_with_error(bar):
        task = bar.add_task("checking", total=None)

        def show(state: StudyProgress) -> None:
            factor = f"{state.real_time_factor:,.0f} x real time a core"
            bar.update(
                task,
                description=f"{state.failed} failed, {state.rate:,.1f} cases/s, {factor}",
                completed=state.done + state.failed,
                total=state.total,
            )

        yield show
