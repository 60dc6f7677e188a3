"""Import of hydrodynamic databases of other programs into one self-contained file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from raftup.base.case_folder import database_files
from raftup.base.errors import RaftupError
from raftup.base.files import write_whole
from raftup.local.server import find_server
from raftup.remote.databases import read_file

FileFormat: TypeAlias = Literal["raftup", "bemio"]
Point: TypeAlias = tuple[float, float, float]

_PROGRAM = "raftup-import-database"
_TIMEOUT = 120.0  # s; the program itself takes at most 20 s of CPU
_CODES = (
    "INVALID_ARGUMENT",
    "NOT_FOUND",
    "FAILED_PRECONDITION",
    "OUT_OF_RANGE",
    "RESOURCE_EXHAUSTED",
    "DATA_LOSS",
    "INTERNAL",
)
"""Names of the error codes of the import program, by number."""
_SEVERITIES = ("info", "warning", "error")


@dataclass(frozen=True)
class ImportOptions:
    """Data that the user supplies because files lack them. Data that files have as well must agree.

    Attributes:
        water_density: kg/m3.
        gravity: m/s2.
        water_depth: m, may be infinite.
        length_scale: m, the length L (ULEN) with which WAMIT makes results nondimensional.
        body_names: name of each body, in the order of the files; may be empty.
        centers_of_gravity: m, of each body; may be empty.
        centers_of_buoyancy: m, of each body; may be empty.
        displaced_volumes: m3, of each body; may be empty.
        reference_points: m, point of each body to which its coefficients refer; default: the center
            of gravity.
        first_column: quantity in the first column of WAMIT's .1, .2, .3 and QTF files: period,
            omega, wave_number, deep_wave_number or wave_length.
        hydrostatics_without_weight: the .hst file lacks the moment of the weight.
        draught: name of the draught of a vessel type of OrcaFlex that has several.
        accepted_checks: names of checks whose failure does not refuse the files, such as haskind;
            all = every check.
    """

    water_density: float | None = None
    gravity: float | None = None
    water_depth: float | None = None
    length_scale: float | None = None
    body_names: Sequence[str] = ()
    centers_of_gravity: Sequence[Point] = ()
    centers_of_buoyancy: Sequence[Point] = ()
    displaced_volumes: Sequence[float] = ()
    reference_points: Sequence[Point] = ()
    first_column: str = "period"
    hydrostatics_without_weight: bool = False
    accepted_checks: Sequence[str] = ()
    draught: str = ""

    def document(self) -> dict[str, Any]:
        """The options in the form that the import program reads."""
        numbers = {
            "water_density": self.water_density,
            "gravity": self.gravity,
            "water_depth": self.water_depth,
            "length_scale": self.length_scale,
        }
        return {
            **{name: _json_number(value) for name, value in numbers.items() if value is not None},
            "body_names": list(self.body_names),
            "centers_of_gravity": [_json_point(point) for point in self.centers_of_gravity],
            "centers_of_buoyancy": [_json_point(point) for point in self.centers_of_buoyancy],
            "displaced_volumes": [_json_number(volume) for volume in self.displaced_volumes],
            "reference_points": [_json_point(point) for point in self.reference_points],
            "first_column": self.first_column,
            "hydrostatics_without_weight": self.hydrostatics_without_weight,
            "accepted_checks": list(self.accepted_checks),
            "draught": self.draught,
        }


@dataclass(frozen=True)
class RepairOptions:
    """Repairs of the data. Only requested repairs are made, and the file records each of them.

    Attributes:
        symmetrise: replaces A, B, A_inf and K by (M + M^T) / 2.
        drop_outliers: interpolates over spikes in A and B, as at irregular frequencies, if A and B
            of the pair of dofs are more consistent afterwards.
        extend_tail: continues B proportionally to omega^-3 up to ten times the last frequency.
        fit_infinite: replaces A_inf by the value that follows from A and B by Ogilvie's relation.
    """

    symmetrise: bool = False
    drop_outliers: bool = False
    extend_tail: bool = False
    fit_infinite: bool = False


@dataclass(frozen=True)
class Check:
    """Result of a check of a database, whether or not its rule holds.

    Attributes:
        name: name of the finding if the rule is broken: `added_mass_asymmetric`.
        measured: relative measure, defined in the message; negative if the rule is a lower bound.
        allowed: bound: the rule holds if |measured| <= allowed.
        message: rule, measure and place.
    """

    name: str
    measured: float
    allowed: float
    message: str

    @property
    def is_broken(self) -> bool:
        """Whether the rule is broken, so that there is a finding of this name."""
        return abs(self.measured) > self.allowed


@dataclass(frozen=True)
class ResponseDifference:
    """Effect on the response of a dof if A of a file does not agree with its B.

    The response with A and B of the file is compared with that with B and the A computed from B.

    Attributes:
        dof: body and dof, such as `carrier heave`.
        peak: largest response with the repaired B and the A computed from it [m/m, rad/m].
        peak_omega: frequency of this response [rad/s].
        difference: largest difference over all waves of the file, relative to the peak.
        difference_omega: frequency of the largest difference [rad/s].
    """

    dof: str
    peak: float
    peak_omega: float
    difference: float
    difference_omega: float


@dataclass(frozen=True)
class ImportFinding:
    """A finding of a reader or a check; the file records it as well.

    Attributes:
        name: stable identifier: `added_mass_asymmetric`.
        severity: info, warning or error.
        message: subject, rule, value and place.
        value: the number that the rule concerns.
    """

    name: str
    severity: str
    message: str
    value: float


@dataclass(frozen=True)
class ImportReport:
    """Result of an import: the written file and the findings.

    Attributes:
        source_format: origin of the data: bemio, capytaine, wamit, hdb5, diodore, aqwa, nemoh,
            hams, hydrostar, orcaflex, or panels (raftup hydro solve).
        solver: name of the solver as the files give it; may be empty.
        body_names: names of the bodies.
        frequency_count: number of frequencies.
        wave_direction_count: number of wave directions.
        findings: findings of the reader and of the checks.
        history: changes that were made to the data, oldest first.
        checks: results of all checks of the written database, passed or not.
        size_bytes: size of the written file.
        responses: one for each radiating dof, if requested.
        frequency_error: largest estimated error of A, B and X between the frequencies, relative to
            the size of the coefficient.
        frequency_error_omega: frequency of this error [rad/s].
        frequencies_to_add: further frequencies that should be solved [rad/s], if requested.
    """

    source_format: str
    solver: str
    body_names: tuple[str, ...]
    frequency_count: int
    wave_direction_count: int
    findings: tuple[ImportFinding, ...]
    history: tuple[str, ...]
    checks: tuple[Check, ...]
    size_bytes: int
    responses: tuple[ResponseDifference, ...] = ()
    frequency_error: float = 0.0
    frequency_error_omega: float = 0.0
    frequencies_to_add: tuple[float, ...] = ()


def import_database(
    sources: Sequence[Path],
    out: Path,
    file_format: FileFormat = "raftup",
    options: ImportOptions | None = None,
    repair: RepairOptions | None = None,
) -> ImportReport:
    """Reads the files of one database, in any supported format, and writes them as one file.

    The files are parsed in a process that has no access to files, network or other processes. `out`
    is written completely or not at all.

    Args:
        sources: one self-contained file; a dataset of Capytaine with its .dat files; the numeric
            files of one WAMIT run; .AH1 and .LIS of AQWA; the files of a case of NEMOH or HAMS;
            .rao of HydroStar; or a folder that holds one of these.
        out: path of the HDF5 file that is written.
        file_format: raftup (SI, NetCDF-4) or bemio (for WEC-Sim).
        options: data that the files lack.
        repair: repairs of the data; default: none.

    Raises:
        RaftupError: FILE_UNREADABLE; DATABASE_REJECTED with file, place, rule and value;
            PARSER_CRASHED.
        OSError: if `out` cannot be written.
    """
    report, image = read_database(sources, file_format, options, repair)
    write_whole(out, image)
    return report


def read_database(
    sources: Sequence[Path],
    file_format: FileFormat = "raftup",
    options: ImportOptions | None = None,
    repair: RepairOptions | None = None,
    compare_responses: bool = False,
    frequency_tolerance: float = 0.0,
) -> tuple[ImportReport, bytes]:
    """Reads a database as import_database() does, and returns the report and the bytes of the file.

    Args:
        sources: files of the database, as for import_database().
        file_format: raftup or bemio.
        options: data that the files lack.
        repair: repairs of the data; default: none.
        compare_responses: the report contains the differences in responses due to inconsistent A
            and B.
        frequency_tolerance: if above 0, the report contains frequencies that should be solved in
            addition, where the error between the frequencies exceeds it.
    """
    sources = database_files(sources)
    contents = [read_file(source) for source in sources]
    request = {
        "format": file_format,
        "files": [
            {"name": _readable(source.name), "size_bytes": len(content)}
            for source, content in zip(sources, contents, strict=True)
        ],
        "options": (options or ImportOptions()).document(),
        "repair": asdict(repair or RepairOptions()),
        "compare_responses": compare_responses,
        "frequency_tolerance": frequency_tolerance,
    }
    answer = _run_program(json.dumps(request).encode() + b"\n" + b"".join(contents))
    line, _, image = answer.partition(b"\n")
    document = json.loads(line)
    if "refusal" in document:
        refusal = document["refusal"]
        raise RaftupError(
            refusal["message"],
            code=_CODES[refusal.get("code", 0)],
            reason="DATABASE_REJECTED",
        )
    return _report(document, len(image)), image


def find_import_program() -> Path:
    """Path of the program raftup-import-database, which is in the same folder as raftupd.

    Raises:
        RaftupError: PROGRAM_NOT_FOUND.
    """
    program = find_server().with_name(_PROGRAM)
    if not program.is_file():
        raise RaftupError(
            f"{program} is missing beside raftupd: build it with deploy/install.sh",
            code="UNAVAILABLE",
            reason="PROGRAM_NOT_FOUND",
        )
    return program


def _run_program(request: bytes) -> bytes:
    program = find_import_program()
    try:
        done = subprocess.run(
            [program],
            input=request,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise RaftupError(
            f"the files took longer than {_TIMEOUT:g} s to read", code="INVALID_ARGUMENT"
        ) from error
    if done.returncode < 0:
        name = signal.Signals(-done.returncode).name
        raise RaftupError(
            f"the files crashed the reader ({name}): they are damaged",
            code="INVALID_ARGUMENT",
            reason="PARSER_CRASHED",
        )
    if done.returncode > 0 or not done.stdout:
        raise RaftupError(f"{program} failed, exit status {done.returncode}", code="INTERNAL")
    return done.stdout


def _report(document: Mapping[str, Any], size_bytes: int) -> ImportReport:
    return ImportReport(
        source_format=document.get("source_format", ""),
        solver=document.get("solver", ""),
        body_names=tuple(document.get("body_names", ())),
        frequency_count=int(document.get("frequency_count", 0)),
        wave_direction_count=int(document.get("wave_direction_count", 0)),
        findings=tuple(
            ImportFinding(
                name=finding["name"],
                severity=_SEVERITIES[finding.get("severity", 0)],
                message=finding["message"],
                value=float(finding.get("value", 0.0)),
            )
            for finding in document.get("findings", ())
        ),
        history=tuple(document.get("history", ())),
        checks=tuple(
            Check(
                name=check["name"],
                measured=float(check.get("measured", 0.0)),
                allowed=float(check["allowed"]),
                message=check["message"],
            )
            for check in document.get("checks", ())
        ),
        size_bytes=size_bytes,
        responses=tuple(
            ResponseDifference(
                dof=response["dof"],
                peak=float(response.get("peak", 0.0)),
                peak_omega=float(response.get("peak_omega", 0.0)),
                difference=float(response.get("difference", 0.0)),
                difference_omega=float(response.get("difference_omega", 0.0)),
            )
            for response in document.get("responses", ())
        ),
        frequency_error=float(document.get("frequency_error", 0.0)),
        frequency_error_omega=float(document.get("frequency_error_omega", 0.0)),
        frequencies_to_add=tuple(float(value) for value in document.get("frequencies_to_add", ())),
    )


def _readable(name: str) -> str:
    """The name of a file as valid UTF-8, whatever its bytes are."""
    return os.fsencode(name).decode(errors="replace")


def _json_number(value: float) -> float | str:
    """A number as in protobuf's JSON, which writes infinities and NaN as words."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def _json_point(point: Point) -> dict[str, float | str]:
    return {axis: _json_number(value) for axis, value in zip("xyz", point, strict=True)}
