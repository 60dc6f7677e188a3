"""The command raftup import: databases of other programs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.console import Console

from raftup.base.errors import bad_field
from raftup.base.names import named_in_short
from raftup.cli.arguments import JsonOption
from raftup.cli.documents import print_json
from raftup.cli.exit_codes import exit_codes
from raftup.cli.terminal import terminal
from raftup.importing import (
    FileFormat,
    ImportOptions,
    ImportReport,
    Point,
    RepairOptions,
    import_database,
)

_FORMATS = ("raftup", "bemio")


_SourcesArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="SOURCE...", help="Files that together contain one database, or its folder."
    ),
]
_OutOption = Annotated[Path, typer.Option(metavar="F.h5", help="Database file to write, HDF5.")]
_FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        help="Format of the written database: raftup (SI units, NetCDF-4) or bemio (for WEC-Sim).",
    ),
]
_DensityOption = Annotated[
    float | None,
    typer.Option(help="Density of the water in kg/m3, if the files do not contain it."),
]
_GravityOption = Annotated[
    float | None,
    typer.Option(help="Acceleration of gravity in m/s2, if the files do not contain it."),
]
_DepthOption = Annotated[
    float | None,
    typer.Option(
        help="Depth of the water in m, if the files do not contain it; inf means deep water."
    ),
]
_LengthOption = Annotated[
    float | None,
    typer.Option(help="Length ULEN in m with which WAMIT made its results nondimensional."),
]
_NamesOption = Annotated[
    list[str] | None,
    typer.Option(help="Name of a body; repeated once per body, in the order of the files."),
]
_PointsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="X,Y,Z",
        help="Coordinates of this center in m; repeated once per body, in the order of the files.",
    ),
]
_VolumesOption = Annotated[
    list[float] | None,
    typer.Option(help="Displaced volume in m3; repeated once per body, in the order of the files."),
]
_ReferencePointsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="X,Y,Z",
        help="Point in m to which the coefficients refer; repeated once per body. Default: "
        "the center of gravity.",
    ),
]
_FirstColumnOption = Annotated[
    str,
    typer.Option(
        metavar="COLUMN",
        help="Quantity in the first column of WAMIT's .1, .3 and QTF files: period, omega, "
        "wave_number, deep_wave_number or wave_length.",
    ),
]
_WithoutWeightOption = Annotated[
    bool,
    typer.Option(
        "--hydrostatics-without-weight",
        help="The stiffness in the .hst file lacks the moment of the weight, which is then added.",
    ),
]
_DraughtOption = Annotated[
    str,
    typer.Option(help="Name of the draught of a vessel type of OrcaFlex that has several."),
]
_AcceptOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CHECK",
        help="Name of a check that the files may fail, e.g. haskind; `all` stands for every "
        "check; repeatable.",
    ),
]
_SymmetriseOption = Annotated[
    bool,
    typer.Option(
        "--symmetrise",
        help="Repair: make the matrices of added mass, damping and retardation kernel symmetric.",
    ),
]
_OutliersOption = Annotated[
    bool,
    typer.Option(
        "--drop-outliers",
        help="Repair: interpolate over spikes of added mass and damping, as at irregular "
        "frequencies.",
    ),
]
_TailOption = Annotated[
    bool,
    typer.Option(
        "--extend-tail",
        help="Repair: continue the damping proportionally to omega^-3 up to ten times the "
        "last frequency.",
    ),
]
_InfiniteOption = Annotated[
    bool,
    typer.Option(
        "--fit-infinite",
        help="Repair: compute the added mass at infinite frequency from added mass and "
        "damping by Ogilvie's relation.",
    ),
]


_HELP = r"""Read a hydrodynamic database of any supported format and write it to one file.

The format is recognized by the content: BEMIO, Capytaine (NetCDF, with
Hydrostatics_*.dat and KH_*.dat in the same folder), WAMIT (.out, or .1 .3 .3fk
.3sc .hst .7 .8 .9 .12d together), AQWA (.AH1, with its .LIS), NEMOH (Nemoh.cal,
its tables and hydrostatics), HAMS (ControlFile.in, Hydrostatic.in, its tables),
HydroStar (.rao), OrcaFlex (.yml with a vessel type), HDB5, Diodore, Raftup. A
folder stands for the files of the one database in it. If the files lack data,
the message names the options that give them.
Repairs are made only on request; the history and the findings of the file
record them. WAMIT's .10d to .12s files can be added to a database of any
format: raftup import a.h5 a.12d --length 1.

Files that violate physics by far are refused, with a hint (checks: haskind,
radiation_damping_negative, added_mass_asymmetric,
radiation_damping_asymmetric, infinite_added_mass_mismatch,
excitation_long_wave_heave, hydrostatics_mismatch, reference_point); --accept
NAME accepts them nevertheless. WAMIT's numeric files do not contain the point
to which they refer: for those of OpenFAST, HAMS and RAFT it lies in the still
water plane, --reference-point 0,0,0.

Examples:
  raftup import hemisphere.nc --out hemisphere.h5

  raftup import rm3.out --density 1000 --out rm3.h5

  raftup import nemoh_case/ --out case.h5

  raftup import hams_case/ --volume 8029 --out spar.h5

  raftup import a.1 a.3 a.hst --density 1025 --gravity 9.81 --depth inf \
    --length 1 --center-of-gravity 0,0,-2 --volume 261 --out a.h5

  raftup import spar.1 spar.3 spar.hst --density 1025 --gravity 9.81 \
    --depth 320 --length 1 --center-of-gravity 0,0,-78 --volume 8029 \
    --reference-point 0,0,0 --hydrostatics-without-weight --out spar.h5

  raftup import rm3.h5 --format bemio --out for_wec_sim.h5

  raftup import rm3.h5 --symmetrise --drop-outliers --extend-tail \
    --fit-infinite --out better.h5
"""


def import_command(
    sources: _SourcesArgument,
    out: _OutOption,
    file_format: _FormatOption = "raftup",
    density: _DensityOption = None,
    gravity: _GravityOption = None,
    depth: _DepthOption = None,
    length: _LengthOption = None,
    body_name: _NamesOption = None,
    center_of_gravity: _PointsOption = None,
    center_of_buoyancy: _PointsOption = None,
    volume: _VolumesOption = None,
    reference_point: _ReferencePointsOption = None,
    first_column: _FirstColumnOption = "period",
    hydrostatics_without_weight: _WithoutWeightOption = False,
    draught: _DraughtOption = "",
    accept: _AcceptOption = None,
    symmetrise: _SymmetriseOption = False,
    drop_outliers: _OutliersOption = False,
    extend_tail: _TailOption = False,
    fit_infinite: _InfiniteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Imports a database; _HELP is its help."""
    with exit_codes(terminal(stderr=True)):
        if file_format not in _FORMATS:
            raise bad_field("--format", f"must be {' or '.join(_FORMATS)}, is {file_format}")
        options = ImportOptions(
            water_density=density,
            gravity=gravity,
            water_depth=depth,
            length_scale=length,
            body_names=body_name or (),
            centers_of_gravity=_points("center-of-gravity", center_of_gravity),
            centers_of_buoyancy=_points("center-of-buoyancy", center_of_buoyancy),
            displaced_volumes=volume or (),
            reference_points=_points("reference-point", reference_point),
            first_column=first_column,
            hydrostatics_without_weight=hydrostatics_without_weight,
            accepted_checks=accept or (),
            draught=draught,
        )
        repair = RepairOptions(symmetrise, drop_outliers, extend_tail, fit_infinite)
        report = import_database(sources, out, cast(FileFormat, file_format), options, repair)
        if as_json:
            print_json({"file": str(out), **asdict(report)})
        else:
            _show(terminal(), report, out)


import_command.__doc__ = _HELP


def _points(option: str, texts: list[str] | None) -> list[Point]:
    """Points of an option that is given once per body."""
    return [_point(option, text) for text in texts or ()]


def _point(option: str, text: str) -> Point:
    try:
        x, y, z = (float(word) for word in text.split(","))
    except ValueError as error:
        raise bad_field(f"--{option}", f"must be X,Y,Z in m, is {text}") from error
    return x, y, z


def _show(console: Console, report: ImportReport, out: Path) -> None:
    console.print(
        f"database {out}: {report.source_format}, bodies {named_in_short(report.body_names)}, "
        f"{report.frequency_count} frequencies, {report.wave_direction_count} wave directions, "
        f"{report.size_bytes / 1e6:.1f} MB",
        soft_wrap=True,
    )
    for finding in report.findings:
        console.print(
            f"  {finding.severity}: {finding.message}",
            soft_wrap=True,
        )
