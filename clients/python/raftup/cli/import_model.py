"""The command raftup import-model: models of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from raftup.base.errors import bad_field
from raftup.base.files import check_place
from raftup.cli.arguments import JsonOption
from raftup.cli.documents import print_json
from raftup.cli.exit_codes import BAD_INPUT, exit_codes
from raftup.cli.terminal import terminal
from raftup.importing_models import (
    ImportedModel,
    ImportModelOptions,
    Severity,
    findings_document,
    findings_file,
    import_model,
    write_imported,
)

INCOMPLETE = 3
"""Exit code where the model is written and something of the source is left out."""

_SourceArgument = Annotated[
    Path, typer.Argument(metavar="SOURCE", help="Main input file of the model.")
]
_OutOption = Annotated[
    Path,
    typer.Option(
        metavar="MODEL.yaml", help="Model file to write; MODEL.findings.yaml is written beside it."
    ),
]
_DatabaseOption = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="F.h5",
        help="Hydrodynamic database in place of the one that the source names; repeatable, in the "
        "order of the source.",
    ),
]
_StrictOption = Annotated[
    bool, typer.Option("--strict", help="Refuse what the source does not say, which is assumed.")
]
_VerboseOption = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Also print what is taken as the source has it."),
]
_JointsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="MAP.yaml",
        help="WEC-Sim: what constraints, PTOs and moorings connect, in place of the .slx file, as "
        "pto(1): {type: Translational, bodies: [1, 2]}; one body is connected to the world.",
    ),
]
_TurbineOption = Annotated[
    bool,
    typer.Option(
        "--rigid-turbine",
        help="OpenFAST: add the masses of tower, nacelle and rotor to the platform.",
    ),
]
_PathOption = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="DIR",
        help="SDF, URDF: folder in which model://NAME and package://NAME are sought; repeatable.",
    ),
]
_ReportOption = Annotated[
    Path | None,
    typer.Option(metavar="F.html", help="Write the findings to this HTML file as well."),
]
_AsOption = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="LOAD",
        help="MoorDyn: load that computes the lines, mooring_system (MoorDyn itself) or "
        "dynamic_line. Default: mooring_system.",
    ),
]
_DensityOption = Annotated[
    float | None, typer.Option(help="Density of the water in kg/m3, if the source lacks it.")
]
_GravityOption = Annotated[
    float | None, typer.Option(help="Acceleration of gravity in m/s2, if the source lacks it.")
]
_DepthOption = Annotated[
    float | None, typer.Option(help="Depth of the water in m, if the source lacks it.")
]

_HELP = r"""Convert the model of another program to a model file, and tell what is lost.

The format is recognized by the content. Nothing of the source is executed.

  WEC-Sim           wecSimInputFile.m; its .slx or --joints says what
                    connects to what
  OpenFAST          the .fst, with ElastoDyn, HydroDyn, SeaState, MoorDyn
  SEA-Stack         the .setup.yaml, also of HydroChrono
  SDF, URDF         the .sdf or .urdf; --path for model:// and package://
  xdyn              the .yml
  OrcaFlex          the text data file .yml
  MoorDyn 1 and 2   the input file of the lines (lines.txt)

Every field of the source is a finding with its file and line, in
MODEL.findings.yaml and, from assumed on, on the terminal:

  taken      the model says the same, or the field has no influence
  assumed    the source does not say it, or keeps it elsewhere
  differs    the model does it in another way; results change a little
  left out   it acts in the source and has no counterpart
  refused    the model would be wrong without any sign of it

Exit code 0 with findings up to differs, 3 if something is left out (the model
is written), 2 if something is refused (nothing is written).

Examples:
  raftup import-model wecSimInputFile.m --database rm3.h5 --out rm3.yaml

  raftup import-model lines.txt --out mooring.yaml

  raftup import-model lines.txt --as dynamic_line --out mooring.yaml

  raftup import-model rm1.fst --out rm1.yaml --report rm1.html
"""


def import_model_command(
    source: _SourceArgument,
    out: _OutOption,
    database: _DatabaseOption = None,
    strict: _StrictOption = False,
    verbose: _VerboseOption = False,
    joints: _JointsOption = None,
    lines_as: _AsOption = "",
    rigid_turbine: _TurbineOption = False,
    path: _PathOption = None,
    density: _DensityOption = None,
    gravity: _GravityOption = None,
    depth: _DepthOption = None,
    report: _ReportOption = None,
    as_json: JsonOption = False,
) -> None:
    """Imports a model; _HELP is its help."""
    errors = terminal(stderr=True)
    with exit_codes(errors):
        check_place(out)
        options = ImportModelOptions(
            databases=_existing(database),
            joints=joints,
            lines_as=_load_of_lines(lines_as),
            rigid_turbine=rigid_turbine,
            search_paths=path or [],
            water_density=_positive("density", density),
            gravity=_positive("gravity", gravity),
            water_depth=_positive("depth", depth),
            is_strict=strict,
        )
        imported = import_model(source, out, options)
        if not imported.is_refused:
            write_imported(imported, out)
        if report is not None:
            from raftup.report.model_import import report_import  # needs half a second

            report_import(imported, report)
        if as_json:
            print_json(
                {"file": None if imported.is_refused else str(out), **findings_document(imported)}
            )
        else:
            _show(errors if imported.is_refused else terminal(), imported, out, verbose)
        if imported.is_refused:
            raise typer.Exit(BAD_INPUT)
        if imported.count(Severity.LEFT_OUT):
            raise typer.Exit(INCOMPLETE)


import_model_command.__doc__ = _HELP


def _existing(files: list[Path] | None) -> list[Path]:
    for file in files or ():
        if not file.is_file():
            raise bad_field("--database", f"must be a file that exists, is {file}")
    return files or []


def _load_of_lines(name: str) -> str:
    if name not in ("", "mooring_system", "dynamic_line"):
        raise bad_field("--as", f"must be mooring_system or dynamic_line, is {name}")
    return name


def _positive(option: str, value: float | None) -> float | None:
    if value is not None and not 0.0 < value < float("inf"):
        raise bad_field(f"--{option}", f"must be above 0 and finite, is {value:g}")
    return value


def _show(console: Console, imported: ImportedModel, out: Path, verbose: bool) -> None:
    for finding in imported.findings:
        if imported.is_refused and finding.severity is not Severity.REFUSED:
            continue
        if verbose or finding.severity is not Severity.TAKEN:
            console.print(str(finding), soft_wrap=True)
    if imported.is_refused:
        count = imported.count(Severity.REFUSED)
        reasons = "a reason" if count == 1 else f"{count} reasons"
        console.print(f"raftup: {imported.source} is refused for {reasons}", soft_wrap=True)
        return
    counts = ", ".join(
        f"{imported.count(severity)} {severity}"
        for severity in Severity
        if imported.count(severity)
    )
    console.print(f"model {out}: {counts}; {findings_file(out)}", soft_wrap=True)
