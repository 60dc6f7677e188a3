"""What a report says, gathered from the reader, the server and, where given, the meshes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from raftup.base.version import __version__
from raftup.importing import Check, ImportOptions, ImportReport, ResponseDifference, read_database
from raftup.remote.client import Client
from raftup.remote.coefficients import Coefficients
from raftup.report.advice import CHECKS, NEEDS, advice_on
from raftup.report.memory import MemoryFit, fit_memory

Status: TypeAlias = Literal["passed", "broken", "not measured"]


@dataclass(frozen=True)
class ReportedCheck:
    """A row of the table of checks.

    Attributes:
        name: stable; of the finding where the rule is broken.
        title: for people.
        status: passed, broken or not measured.
        measured: what the message says, as a share; None where it was not measured.
        allowed: in the same measure; None where it was not measured.
        message: rule, measure and place, or what the check lacks.
        advice: what to do; empty unless the rule is broken.
    """

    name: str
    title: str
    status: Status
    measured: float | None
    allowed: float | None
    message: str
    advice: str


@dataclass(frozen=True)
class ReportedFinding:
    """Something that a reader, a check, a repair or a memory has to say.

    Attributes:
        name: stable, snake_case.
        severity: info, warning or error.
        message: subject, rule, value and place.
        value: the measure the rule is about, 0 where there is none.
        advice: what to do.
        source: database or memory.
    """

    name: str
    severity: str
    message: str
    value: float
    advice: str
    source: str


@dataclass(frozen=True)
class DatabaseReport:
    """Everything on one page, but for the pictures.

    Attributes:
        file: its name.
        about: format, solver, bodies, water and grids, as `raftup inspect` shows them.
        checks: in the order of the page.
        findings: gravest first.
        memory: the state-space fit; None where a model is refused, which is a finding.
        responses: by the file's A and B against its B and the A that belongs to that, a row per dof
            that radiates.
        history: what was done to the data, oldest first.
        raftup_version: of the client.
    """

    file: str
    about: dict[str, Any]
    checks: tuple[ReportedCheck, ...]
    findings: tuple[ReportedFinding, ...]
    memory: MemoryFit | None
    responses: tuple[ResponseDifference, ...]
    history: tuple[str, ...]
    raftup_version: str = __version__

    @property
    def verdict(self) -> str:
        """One sentence on all of it."""
        measured = [check for check in self.checks if check.status != "not measured"]
        broken = [check for check in measured if check.status == "broken"]
        if not broken:
            return f"All {len(measured)} checks that apply are passed."
        return f"{len(broken)} of {len(measured)} checks that apply are broken."

    def document(self) -> dict[str, Any]:
        """The report as plain values, for JSON."""
        return {**asdict(self), "verdict": self.verdict}


def report_database(
    client: Client, file: Path, table: Coefficients, about: dict[str, Any], meshes: Sequence[Path]
) -> DatabaseReport:
    """Checks a database and fits a memory to it.

    Args:
        client: of the server that has the database.
        file: the same database.
        table: its coefficients.
        about: what `raftup inspect` says of it.
        meshes: of the bodies in order, or none; need the extra `raftup[bem]`.

    Raises:
        RaftupError: where the file is refused.
        ValueError: where a mesh cannot be read or there is not one for each body.
    """
    imported, _ = read_database(
        [file], options=ImportOptions(accepted_checks=("all",)), compare_responses=True
    )
    fit, refusal = fit_memory(client, table)
    measured = {check.name: check for check in imported.checks}
    if meshes:
        from raftup.report.mesh import check_meshes  # Capytaine takes seconds

        measured["mesh_mismatch"] = check_meshes(table, meshes)
    if fit is not None:
        measured["state_space_fit"] = fit.check()
    return DatabaseReport(
        file=file.name,
        about={**about, "format": imported.source_format, "solver": imported.solver},
        checks=tuple(_reported(name, measured.get(name)) for name in CHECKS),
        findings=_findings(imported, measured, fit, refusal),
        memory=fit,
        responses=imported.responses,
        history=imported.history,
    )


def _reported(name: str, check: Check | None) -> ReportedCheck:
    if check is None:
        return ReportedCheck(name, CHECKS[name], "not measured", None, None, NEEDS[name], "")
    broken = check.is_broken
    return ReportedCheck(
        name=name,
        title=CHECKS[name],
        status="broken" if broken else "passed",
        measured=check.measured,
        allowed=check.allowed,
        message=check.message,
        advice=advice_on(name, "warning") if broken else "",
    )


def _findings(
    imported: ImportReport, measured: dict[str, Check], fit: MemoryFit | None, refusal: str
) -> tuple[ReportedFinding, ...]:
    """Of the file, of the meshes, of the memory; gravest first."""
    rows = [(f.name, f.severity, f.message, f.value, "database") for f in imported.findings]
    mesh = measured.get("mesh_mismatch")
    if mesh is not None and mesh.is_broken:
        rows.append((mesh.name, "warning", mesh.message, mesh.measured, "database"))
    if fit is not None:
        rows += [(f.name, f.severity, f.message, f.value, "memory") for f in fit.findings]
    if refusal:
        message = f"a model with inertias guessed from the hull is refused: {refusal}"
        rows.append(("model_refused", "warning", message, 0.0, "memory"))
    gravest_first = sorted(rows, key=lambda row: ("error", "warning", "info").index(row[1]))
    return tuple(
        ReportedFinding(name, severity, message, value, advice_on(name, severity), source)
        for name, severity, message, value, source in gravest_first
    )
