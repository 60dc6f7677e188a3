"""Hydrodynamic databases of other programs, read into one file that says everything itself."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

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
"""What the program's error codes are called, by number."""
_SEVERITIES = ("info", "warning", "error")


@dataclass(frozen=True)
class ImportOptions:
    """What the user says of files that do not say it; a value that they have as well must agree.

    Attributes:
        water_density: kg/m3.
        gravity: m/s2.
        water_depth: m, may be infinite.
        length_scale: m, the L of WAMIT's normalisation (ULEN).
        body_names: one per body, in the order of the files; or none, as for the next three.
        centers_of_gravity: m.
        centers_of_buoyancy: m.
        displaced_volumes: m3.
        reference_points: m, the point that each body's coefficients are about; by default its
            centre of gravity.
        first_column: of WAMIT's .1, .2, .3 and of qtfs: period, omega, wave_number,
            deep_wave_number or wave_length.
        hydrostatics_without_weight: the .hst file lacks the moment of the weight.
        accepted_checks: names of checks that do not refuse the files however far they fail, as
            haskind; all is each of them.
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

    def document(self) -> dict[str, Any]:
        """The options as the importing program reads them."""
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
        }


@dataclass(frozen=True)
class RepairOptions:
    """Repairs of the data; none is done unless it is asked for, and each stands in the file.

    Attributes:
        symmetrise: A, B, A_inf and K become (M + M^T) / 2.
        drop_outliers: spikes in A and B, as at irregular frequencies, are bridged where A and B of
            the pair agree better afterwards.
        extend_tail: B goes on as omega^-3 up to ten times the last frequency.
        fit_infinite: A_inf becomes the one that A and B have by Ogilvie's relation.
    """

    symmetrise: bool = False
    drop_outliers: bool = False
    extend_tail: bool = False
    fit_infinite: bool = False


@dataclass(frozen=True)
class Check:
    """What a check measured of a database, whether or not its rule holds.

    Attributes:
        name: of the finding where the rule is broken: `added_mass_asymmetric`.
        measured: relative, as the message says; negative where the rule is a floor.
        allowed: the rule holds while |measured| <= allowed.
        message: rule, measure and place.
    """

    name: str
    measured: float
    allowed: float
    message: str

    @property
    def is_broken(self) -> bool:
        """Whether there is a finding of this name."""
        return abs(self.measured) > self.allowed


@dataclass(frozen=True)
class ResponseDifference:
    """How far a body's response by A and B of a file is from that by B and the A of B.

    Attributes:
        dof: `carrier heave`.
        peak: largest response by B, repaired, and the A that belongs to it [m/m, rad/m].
        peak_omega: where [rad/s].
        difference: largest over all waves of the file, of the peak.
        difference_omega: where [rad/s].
    """

    dof: str
    peak: float
    peak_omega: float
    difference: float
    difference_omega: float


@dataclass(frozen=True)
class ImportFinding:
    """One thing that a reader or a check has to say; it also stands in the file.

    Attributes:
        name: stable: `added_mass_asymmetric`.
        severity: info, warning or error.
        message: subject, rule, value and place.
        value: the measure that the rule is about.
    """

    name: str
    severity: str
    message: str
    value: float


@dataclass(frozen=True)
class ImportReport:
    """The result of an import: the file written, and what was found.

    Attributes:
        source_format: bemio, capytaine, wamit, hdb5, diodore, or panels (raftup hydro solve): where
            the numbers came from first.
        solver: as the files say; may be empty.
        body_names: of the database.
        frequency_count: of the database.
        wave_direction_count: of the database.
        findings: of the reader and of the checks.
        history: what was done to the data, oldest first.
        checks: of the database as written, passed or not.
        size_bytes: of the file written.
        responses: one per dof that radiates, where they were asked for.
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


def import_database(
    sources: Sequence[Path],
    out: Path,
    file_format: FileFormat = "raftup",
    options: ImportOptions | None = None,
    repair: RepairOptions | None = None,
) -> ImportReport:
    """Reads the files of one database, whatever their format, and writes them as one.

    The files are parsed in a process without files, network or other processes. `out` appears as a
    whole or not at all.

    Args:
        sources: one file that is whole by itself; a dataset of Capytaine with the .dat files beside
            it; or the numeric files of one WAMIT run.
        out: HDF5.
        file_format: raftup (SI, NetCDF-4) or bemio (for WEC-Sim).
        options: what the files do not say.
        repair: of the data, by default none.

    Raises:
        RaftupError: FILE_UNREADABLE; DATABASE_REJECTED with file, place, rule and value;
            PARSER_CRASHED.
        OSError: where `out` cannot be written.
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
) -> tuple[ImportReport, bytes]:
    """As import_database(), the file's bytes returned instead of written.

    Args:
        sources: as for import_database(), and the next three.
        file_format: raftup or bemio.
        options: what the files do not say.
        repair: of the data, by default none.
        compare_responses: whether the report says what A and B of the file disagree by in
            responses.
    """
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
    """raftup-import-database, which stands beside raftupd.

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
    )


def _readable(name: str) -> str:
    """A file's name in UTF-8, whatever its bytes are."""
    return os.fsencode(name).decode(errors="replace")


def _json_number(value: float) -> float | str:
    """Protobuf's JSON has words for what JSON has not."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return value


def _json_point(point: Point) -> dict[str, float | str]:
    return {axis: _json_number(value) for axis, value in zip("xyz", point, strict=True)}
