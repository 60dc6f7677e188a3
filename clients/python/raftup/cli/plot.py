"""The command raftup plot: outputs of results as a figure, or as a table of statistics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from raftup.base.errors import bad_field
from raftup.base.files import check_place
from raftup.cli.arguments import JsonOption
from raftup.cli.documents import print_json
from raftup.cli.exit_codes import exit_codes
from raftup.cli.tables import print_table
from raftup.cli.terminal import terminal
from raftup.cli.unfinished import warn_of_unfinished

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FORMATS = (".png", ".pdf", ".svg")
_DEFAULT_FILE = Path("plot.png")

_Arguments = Annotated[
    list[str],
    typer.Argument(
        metavar="RESULT|OUTPUT",
        help="Result files of raftup run, then names of outputs, in which * and ? are wildcards.",
    ),
]
_FromOption = Annotated[
    float | None, typer.Option("--from", help="Leave out rows before this time, in s.")
]
_ToOption = Annotated[
    float | None, typer.Option("--to", help="Leave out rows after this time, in s.")
]
_SpectrumOption = Annotated[
    bool,
    typer.Option(
        "--spectrum", help="Draw spectral densities over angular frequency instead of time series."
    ),
]
_HistogramOption = Annotated[
    bool, typer.Option("--histogram", help="Draw histograms of the values instead of time series.")
]
_XyOption = Annotated[
    bool, typer.Option("--xy", help="Draw the second OUTPUT over the first instead of time series.")
]
_StatisticsOption = Annotated[
    bool,
    typer.Option(
        "--statistics",
        help="Print a table of means, standard deviations, and extremes with their times.",
    ),
]
_OutputOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "--out",
        metavar="FILE",
        help="Figure to write, .png, .pdf or .svg. Default: plot.png.",
    ),
]


def plot_command(
    arguments: _Arguments,
    start: _FromOption = None,
    end: _ToOption = None,
    spectrum: _SpectrumOption = False,
    histogram: _HistogramOption = False,
    xy: _XyOption = False,
    statistics: _StatisticsOption = False,
    as_json: JsonOption = False,
    output: _OutputOption = None,
) -> None:
    """Draw outputs of one or several runs, with a panel for each quantity, angles in degrees.

    Without an OUTPUT, the displacements of all bodies are drawn. A name may be that
    of a single component, such as carrier.displacement.heave; raftup outputs MODEL
    lists the names. With --statistics a table is printed, and a figure is drawn
    only if --output is given as well.

    Examples:
      raftup plot result.nc

      raftup plot calm.nc storm.nc '*.tension' --from 100 --output tension.pdf

      raftup plot result.nc supply.position.x supply.position.y --xy

      raftup plot result.nc '*.displacement.heave' --statistics
    """
    with exit_codes(terminal(stderr=True)):
        kinds = {"--spectrum": spectrum, "--histogram": histogram, "--xy": xy}
        chosen = [name for name, given in kinds.items() if given]
        if len(chosen) > 1:
            raise bad_field(" ".join(chosen), "must not be given together: a figure is of one kind")
        if as_json and not statistics:
            raise bad_field("--json", "needs --statistics, whose table it prints")
        if output is not None and output.suffix.lower() not in _FORMATS:
            raise bad_field("--output", f"must end with {', '.join(_FORMATS)}, is {output}")
        files, names = _split(arguments)
        interval = (start, end)
        if statistics:
            _show_statistics(files, names, interval, as_json=as_json)
        if output is not None or not statistics:
            file = output or _DEFAULT_FILE
            check_place(file)
            _save(_draw(files, names, interval, chosen[0] if chosen else ""), file)
            if not as_json:
                terminal().print(f"picture {file}", soft_wrap=True)
        warn_of_unfinished(files)


def _split(arguments: Sequence[str]) -> tuple[list[Path], list[str]]:
    """Splits arguments into results, which are files, and names of outputs."""
    files = [Path(text) for text in arguments if text.endswith(".nc") or Path(text).is_file()]
    names = [text for text in arguments if Path(text) not in files]
    if not files:
        rule = f"must be a result file of raftup run, there is none among {' '.join(arguments)}"
        raise bad_field("RESULT", rule)
    for file in files:
        if not file.is_file():
            raise bad_field("RESULT", f"must be an existing file, is {file}")
    return list(dict.fromkeys(files)), names


def _draw(
    files: Sequence[Path],
    names: Sequence[str],
    interval: tuple[float | None, float | None],
    kind: str,
) -> Figure:
    from raftup.plots import channel_figures as figures  # matplotlib takes half a second
    from raftup.plots.channels import read_channels

    if kind == "--xy":
        if len(names) != 2:
            raise bad_field(
                "--xy", f"needs two OUTPUTs, that along x and that along y, got {names}"
            )
        across, up = (read_channels(files, [name], *interval) for name in names)
        return figures.plot_channel_pairs(across, up)
    channels = read_channels(files, names, *interval)
    if kind == "--spectrum":
        return figures.plot_channel_spectra(channels)
    if kind == "--histogram":
        return figures.plot_channel_histograms(channels)
    return figures.plot_channels(channels)


def _save(figure: Figure, file: Path) -> None:
    from raftup.plots.figure import save

    save(figure, file)


def _show_statistics(
    files: Sequence[Path],
    names: Sequence[str],
    interval: tuple[float | None, float | None],
    *,
    as_json: bool,
) -> None:
    from raftup.plots.channel_statistics import channel_statistics
    from raftup.plots.channels import read_channels

    documents = channel_statistics(read_channels(files, names, *interval))
    if as_json:
        print_json(documents)
        return
    rows = [["run", "output", "unit", "mean", "std", "min", "at [s]", "max", "at [s]"]]
    for one in documents:
        run, name, unit, *numbers = one.values()
        rows.append([run, name, unit, *map(_text, numbers)])
    if len({one["run"] for one in documents}) == 1:
        rows = [row[1:] for row in rows]
    width = len(rows[0])
    print_table(terminal(), rows, right=range(width - 6, width))


def _text(number: Any) -> str:
    return "-" if number is None else f"{number:.5g}"
