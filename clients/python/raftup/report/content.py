"""Contents of a report, from the reader, the server and the meshes if given."""

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
    """A row in the table of checks.

    Attributes:
        name: stable identifier; the name of the finding if the rule is broken.
        title: title of the check.
        status: passed, broken or not measured.
        measured: measure as a share, defined in the message; None if it was not measured.
        allowed: bound of this measure; None if it was not measured.
        message: rule, measure and place, or the missing data.
        advice: advice; empty unless the rule is broken.
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
    """A finding of a reader, a check, a repair or a radiation memory.

    Attributes:
        name: stable identifier in snake_case.
        severity: info, warning or error.
        message: subject, rule, value and place.
        value: the number that the rule concerns, 0 if there is none.
        advice: advice for the user.
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
    """All contents of a report except the figures.

    Attributes:
        file: name of the file.
        about: format, solver, bodies, water and grids, as in `raftup inspect`.
        checks: checks in the order of the page.
        findings: findings, the most serious first.
        memory: fit of the state space; None if the model is refused, which is a finding.
        responses: comparison of responses with A and B of the file and with B and the A computed
            from B, a row for each radiating dof.
        history: changes that were made to the data, oldest first.
        raftup_version: version of the client.
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
        """Summary of the report in one sentence."""
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
    """Checks a database and fits a radiation memory to it.

    Args:
        client: client of the server that has the database.
        file: file of the same database.
        table: coefficients of the database.
        about: data that `raftup inspect` shows.
        meshes: meshes of the bodies in order, or none; they need the extra `raftup[bem]`.

    Raises:
        RaftupError: if the file is refused.
        ValueError: if a mesh cannot be read or there is not one for each body.
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
    """Findings of the file, of the meshes and of the memory, the most serious first."""
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
