"""The command raftup inspect: contents of models, databases and spectra."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import yaml
from rich.console import Console
from rich.table import Table

from raftup.base.documents import read_document
from raftup.base.errors import ModelError, RaftupError
from raftup.base.families import holds_family
from raftup.base.files import make_folder
from raftup.base.names import named_in_short
from raftup.cli.arguments import JsonOption
from raftup.cli.coefficients_view import (
    show_coefficients,
    show_database_hydrostatics,
    show_findings,
)
from raftup.cli.exit_codes import exit_codes
from raftup.cli.family_view import inspect_family
from raftup.cli.fit_line import FitLine
from raftup.cli.source_view import imported_case, inspect_source, is_case
from raftup.cli.terminal import terminal
from raftup.contents import coefficients_document, model_contents
from raftup.importing_models import is_model_of_another_program
from raftup.model import Model
from raftup.remote.client import Client
from raftup.remote.coefficients import DOFS, Coefficients
from raftup.remote.linearisation import Drawing
from raftup.results.attributes import frequencies_option
from raftup.run import connection
from raftup.statics.database import BodyHydrostatics

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MODEL_SUFFIXES = {".yaml", ".yml", ".json"}
_DATABASE_SUFFIXES = {".h5", ".nc", ".json", ".hdb", ".hdb5", ".out", ".ah1", ".cal", ".in"}
"""Of files that no importer of models needs to look at."""


_FileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL|DATABASE|SPECTRUM",
        help="File to inspect: model, also of another program, hydrodynamic database, also the "
        "folder of one, family of databases, or wave spectrum.",
    ),
]
_PlotOption = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Write figures of each database, of the loads of a model, or of the spectrum "
        "to this folder.",
    ),
]
_ReportOption = Annotated[
    Path | None,
    typer.Option(
        metavar="F.html",
        help="Write a validation report on a database, or the findings on a model of another "
        "program, to this HTML file.",
    ),
]
_MeshOption = Annotated[
    list[Path] | None,
    typer.Option(
        help="Hull mesh that is compared with the database in the report; repeated once per "
        "body, in the order of the database."
    ),
]
_TimeOption = Annotated[
    str,
    typer.Option(
        help="Time in a spectrum file with several times: index from 0, or a date, for "
        "which the nearest time is used."
    ),
]
_PlaceOption = Annotated[
    int, typer.Option(help="Place in a spectrum file with several places: index from 0.")
]


def inspect_command(
    file: _FileArgument,
    as_json: JsonOption = False,
    plot: _PlotOption = None,
    report: _ReportOption = None,
    mesh: _MeshOption = None,
    time: _TimeOption = "0",
    place: _PlaceOption = 0,
) -> None:
    """Print the contents of a model, a database, a family of databases or a wave spectrum.

    For a model: the value of every default, joints, natural periods, hydrostatics
    of its databases, the chosen radiation memories and the steppers of its bodies.
    Figures show its databases, its lines with their tensions, the wetted part of
    its hull meshes at equilibrium (at the start if there is no equilibrium), and
    its propellers and thrusters.

    For a database, also the folder of one of another program: sizes, bodies,
    natural heave periods, hydrostatics and the findings of the checks. --report
    writes a page with the measured and the allowed value of every check, advice,
    and figures of every pair of dofs; --json prints the same as data.

    For a model of another program: what raftup import-model would tell.
    For a family of databases: the error of the blend between its positions. For a
    spectrum (WAVEWATCH III, SWAN, ERA5, CF): heights, periods and directions of one
    sea state.

    Examples:
      raftup inspect alongside.yaml

      raftup inspect barge.h5 --report barge.html --mesh barge.stl

      raftup inspect nemoh_case/ --report case.html

      raftup inspect wecSimInputFile.m --report rm3.html

      raftup inspect alongside.yaml --json | jq .natural_periods

      raftup inspect era5.nc --time 2024-01-15T12:00 --plot plots
    """
    with exit_codes(terminal(stderr=True)):
        if plot is not None:
            make_folder(plot)
        is_model = file.suffix.lower() in _MODEL_SUFFIXES
        is_single = not is_model and not is_case(file)
        if _is_source(file):
            _check_no_mesh(mesh)
            inspect_source(file, as_json, report)
        elif is_single and _is_spectrum(file):
            from raftup.cli.spectrum_view import inspect_spectrum  # xarray takes half a second

            inspect_spectrum(file, time, place, as_json, plot)
        elif is_single and holds_family(file):
            inspect_family(file, as_json, plot, report, mesh)
        else:
            _check_report_options(is_model, report, mesh)
            found = _inspect(file, plot is not None, mesh or [], report, as_json)
            found.tell(as_json)
            if plot is not None:
                _save_pictures(found, plot, terminal(stderr=True))


def _inspect(
    file: Path, drawings: bool, meshes: list[Path], report: Path | None, as_json: bool
) -> _Found:
    """Contents of a model, or of a database, by a server of its own."""
    with ExitStack() as things:
        database = things.enter_context(imported_case(file)) if is_case(file) else file
        client = things.enter_context(connection(None))
        things.enter_context(client.fits_told_to(FitLine(terminal(stderr=True))))
        if file.suffix.lower() in _MODEL_SUFFIXES:
            return _inspect_model(client, file, drawings)
        return _inspect_database(client, database, meshes, report, as_json)


def _is_source(file: Path) -> bool:
    """Whether a file is a model of another program, not one of Raftup."""
    if not file.is_file() or file.suffix.lower() in _DATABASE_SUFFIXES:
        return False
    return is_model_of_another_program(file) and not _has_fields_of_a_model(file)


def _has_fields_of_a_model(file: Path) -> bool:
    """Whether a file is a document of fields of a model alone: a model may hold foreign text."""
    if file.suffix.lower() not in _MODEL_SUFFIXES:
        return False
    try:
        document, _ = read_document(file, ModelError)
    except RaftupError:
        return False
    return document.keys() <= set(Model.DESCRIPTOR.fields_by_name)


def _check_no_mesh(meshes: list[Path] | None) -> None:
    if meshes:
        raise RaftupError("--mesh applies to databases only", code="INVALID_ARGUMENT")


def _check_report_options(is_model: bool, report: Path | None, meshes: list[Path] | None) -> None:
    """Refuses the options for reports, which apply to databases only, for a model."""
    if is_model and (report or meshes):
        raise RaftupError("--report and --mesh apply to databases only", code="INVALID_ARGUMENT")


def _is_spectrum(file: Path) -> bool:
    from raftup.sea import holds_spectrum  # xarray takes half a second

    return holds_spectrum(file)


@dataclass(frozen=True)
class _Found:
    """Contents of a file for display, and data for figures."""

    document: dict[str, Any]
    show: Callable[[Console, dict[str, Any]], None]
    coefficients: list[Coefficients]
    drawings: tuple[Drawing, ...] = ()
    model: Model | None = None

    def tell(self, as_json: bool) -> None:
        if as_json:
            print(json.dumps(self.document, indent=2))
        else:
            self.show(terminal(), self.document)


def _inspect_model(client: Client, file: Path, drawings: bool) -> _Found:
    found = model_contents(client, file, drawings)
    return _Found(
        found.document, _show_model, list(found.coefficients), found.drawings, found.model
    )


def _inspect_database(
    client: Client, file: Path, meshes: list[Path], report: Path | None, as_json: bool
) -> _Found:
    """Contents of a database, with its report if that is requested as a page or as data."""
    table = client.read_coefficients(client.upload_database(file, accepted_checks=("all",)).name)
    found = _Found(coefficients_document(table), show_coefficients, [table])
    if report or as_json:
        found.document.update(_report(client, file, found, meshes, report))
    return found


def _report(
    client: Client,
    file: Path,
    found: _Found,
    meshes: list[Path],
    out: Path | None,
) -> dict[str, Any]:
    """The report as data; the page is written if `out` is given."""
    from raftup.report import report_database, write_page
    from raftup.report.pictures import draw_pictures

    (table,) = found.coefficients
    try:
        report = report_database(client, file, table, found.document, meshes)
    except ValueError as error:
        raise RaftupError(str(error), code="INVALID_ARGUMENT") from error
    if out is not None:
        write_page(report, draw_pictures(table), out)
        terminal(stderr=True).print(f"report {out}", soft_wrap=True)
    return {"report": report.document()}


def _show_model(console: Console, document: dict[str, Any]) -> None:
    text = yaml.safe_dump(document["model"], sort_keys=False, default_flow_style=None, width=100)
    console.print(text, soft_wrap=True, end="")
    _show_joints(console, document["model"].get("joints", []))
    if document.get("natural_periods"):
        table = Table("natural period [s]", "mostly", title="Undamped modes", title_justify="left")
        for mode in document["natural_periods"]:
            table.add_row(f"{mode['period']:.2f}", f"{mode['body']} {mode['dof']}")
        console.print(table)
    if document["hydrostatics"]:
        show_database_hydrostatics(
            console, [BodyHydrostatics(**body) for body in document["hydrostatics"]]
        )
    _show_hulls(console, document["hulls"])
    for report in document["radiation"]:
        console.print(
            f"radiation of {report['group']}: {report['memory']}, {report['pole_count']} poles, "
            f"errors K {report['kernel_error']:.1e}, A {report['added_mass_error']:.1e}, "
            f"B {report['damping_error']:.1e}, A_inf {report['infinite_added_mass_error']:.1e}, "
            f"response {report['response_error']:.1e}, sea {report['sea_error']:.1e}; "
            f"data {report['data_residual']:.1e}; "
            f"between frequencies {report['frequency_error']:.1e}",
            soft_wrap=True,
        )
        if report["frequencies_to_add"]:
            added = frequencies_option(report["frequencies_to_add"])
            console.print(f"  raftup hydro solve SPEC.yaml --out F.h5 {added}", soft_wrap=True)
        show_findings(console, report["findings"])
    for island in document["islands"]:
        joints = f", joints {', '.join(island['joints'])}" if island["joints"] else ""
        console.print(
            f"stepper {island['stepper']}: bodies {named_in_short(island['bodies'])}{joints}",
            soft_wrap=True,
        )
    if document["findings"]:
        console.print("findings:")
    show_findings(console, document["findings"])
    if document["import_findings"]:
        console.print("findings of its import:")
    show_findings(console, document["import_findings"])


def _show_hulls(console: Console, hulls: list[dict[str, Any]]) -> None:
    """A line for each quantity, in SI units; the drag is that of the load's coefficients."""
    if not hulls:
        return
    table = Table("load", "body", "quantity", *DOFS, title="Meshes without a database")
    table.title_justify = "left"
    for hull in hulls:
        for quantity in ("added_mass", "stiffness"):
            values = (f"{value:.4g}" for value in hull[quantity])
            table.add_row(hull["load"], hull["body"], quantity.replace("_", " "), *values)
    console.print(table)


def _show_joints(console: Console, joints: list[dict[str, Any]]) -> None:
    if not joints:
        return
    table = Table("joint", "type", "body 1", "body 2", "drives", title="Joints")
    table.title_justify = "left"
    for joint in joints:
        table.add_row(
            joint["name"],
            joint["type"],
            joint["body1"],
            joint.get("body2") or "world",
            ", ".join(_drive_text(drive) for drive in joint.get("drives", [])) or "-",
        )
    console.print(table)


def _drive_text(drive: dict[str, Any]) -> str:
    (kind,) = drive.keys() - {"dof"}
    return f"{kind} on dof {drive.get('dof', 0)}"


def _save_pictures(found: _Found, folder: Path, console: Console) -> None:
    from raftup.plots import plot_database, plot_drawings, plot_thrusters, save

    figures: dict[str, Figure] = {}
    for table in found.coefficients:
        stem = table.name.removeprefix("databases/").split("@")[0]
        figures |= {f"{stem}_{name}": figure for name, figure in plot_database(table).items()}
    figures |= plot_drawings(found.drawings)
    if found.model is not None:
        figures |= plot_thrusters(found.model)
    for name, figure in figures.items():
        plain = re.sub(r"[^\w.-]", "_", name)  # loads may have any name, also one with a slash
        file = save(figure, folder / f"{plain}.png")
        console.print(f"plot {file}", soft_wrap=True)
