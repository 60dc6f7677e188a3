"""Attributes of a result: what its run was of, and what was found and happened in it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from raftup._generated import model_pb2, session_pb2
from raftup._generated.finding_pb2 import Finding, Severity
from raftup._generated.session_pb2 import IslandReport, RadiationReport
from raftup.base.version import __version__
from raftup.model.convert import enum_short_name
from raftup.model.load import model_document
from raftup.model.run_duration import run_duration
from raftup.remote.duration import run_length
from raftup.remote.rows import NANOSECONDS
from raftup.remote.session import Session

DURATION_ROUNDED_UP = "duration_rounded_up"
"""Name of the finding of a run that is longer than the model's duration by a part of a step."""

_SEEDED = ("irregular", "elevation", "focused", "extreme_response")


def result_attributes(session: Session) -> dict[str, Any]:
    """Attributes of a result that describe its run, so that it can be repeated and judged."""
    model = session.model
    seeds = [
        getattr(system, kind).seed
        for system in model.environment.sea.waves
        if (kind := system.WhichOneof("kind")) in _SEEDED
    ]
    groups = [group.name for group in model.hydrodynamics if group.database]
    return {
        "title": model.name,
        "model": json.dumps(model_document(model)),
        "databases": json.dumps(dict(zip(groups, session.databases, strict=True))),
        **findings_attribute(session, session.findings),
        "raftup_version": __version__,
        "seed": json.dumps(seeds),
        "radiation": json.dumps([radiation_document(report) for report in session.radiation]),
        "islands": json.dumps([island_document(island) for island in session.islands]),
    }


def findings_attribute(session: Session, of_session: Sequence[Finding]) -> dict[str, str]:
    """All findings about the data and the run, by the stage at which they were found.

    Args:
        session: session of the run.
        of_session: findings of the session at the end, including those about its motion.
    """
    groups = [group.name for group in session.model.hydrodynamics if group.database]

    def documents(findings: Sequence[Finding]) -> list[dict[str, str]]:
        return [
            {
                "name": finding.name,
                "severity": enum_short_name(Severity.DESCRIPTOR, finding.severity),
                "message": finding.message,
            }
            for finding in findings
        ]

    databases = zip(groups, session.database_findings(), strict=True)
    found = {
        "model": documents([*of_session, *_findings_of_duration(session)]),
        "databases": {group: documents(findings) for group, findings in databases},
    }
    return {"findings": json.dumps(found)}


def events_attributes(status: session_pb2.Session) -> dict[str, str]:
    """What the events of a session's model have done, as attributes of a result.

    Args:
        status: status of the session at the end of the run.

    Returns:
        `events`, one line for each firing, and `run_end`; nothing if the model has no events.
    """
    if not status.spec.model.events:
        return {}
    lines = [
        f"{firing.time_ns / NANOSECONDS:.10g} s, {firing.event}"
        + f": {firing.text}" * bool(firing.text)
        for firing in status.firings
    ]
    if more := status.firing_count - len(lines):
        lines.append(f"and {more} more")
    end = status.run_end
    return {
        "events": "\n".join(lines),
        "run_end": f"{end.time_ns / NANOSECONDS:.10g} s, {end.event}: {end.reason}"
        * bool(end.event),
    }


def broken_lines_attribute(status: session_pb2.Session) -> dict[str, str]:
    """The lines of a session's model that have broken, as an attribute of a result.

    Args:
        status: status of the session at the end of the run.

    Returns:
        `broken_lines`, one line for each with its time [s], place [m], tension [N] and lost energy
        [J] (see BrokenLine); nothing if none has broken.
    """
    told = [
        f"{broken.time_ns / NANOSECONDS:.10g} s, {broken.load}: {broken.arc:.6g} m from end a, "
        f"at {broken.tension:.4g} N, {broken.lost_energy:.4g} J lost"
        for broken in status.broken_lines
    ]
    return {"broken_lines": "\n".join(told)} if told else {}


def _findings_of_duration(session: Session) -> list[Finding]:
    if run_duration(session.model.integration) <= 0.0:  # of a response, which has none
        return []
    message = run_length(session).message
    if not message:
        return []
    return [Finding(name=DURATION_ROUNDED_UP, severity=Severity.SEVERITY_INFO, message=message)]


def radiation_document(report: RadiationReport) -> dict[str, Any]:
    """Converts a report of the server on a radiation memory to plain values."""
    form = model_pb2.RadiationMemory.DESCRIPTOR
    return {
        "group": report.group,
        "memory": enum_short_name(form, report.form),
        "pole_count": report.pole_count,
        "kernel_duration": report.kernel_duration,
        "kernel_error": report.kernel_error,
        "added_mass_error": report.added_mass_error,
        "damping_error": report.damping_error,
        "infinite_added_mass_error": report.infinite_added_mass_error,
        "response_error": report.response_error,
        "sea_error": report.sea_error,
        "data_residual": report.data_residual,
        "frequency_error": report.frequency_error,
        "frequency_error_omega": report.frequency_error_omega,
        "frequencies_to_add": list(report.frequencies_to_add),
        "findings": [finding.message for finding in report.findings],
    }


def frequencies_option(omega: Iterable[float]) -> str:
    """Additional frequencies to solve [rad/s], as an option of `raftup hydro solve`."""
    return "--add " + ",".join(f"{value:g}" for value in omega)


def island_document(report: IslandReport) -> dict[str, Any]:
    """Converts the bodies, joints and stepper of an island to plain values."""
    return {
        "bodies": list(report.bodies),
        "joints": list(report.joints),
        "stepper": enum_short_name(model_pb2.Stepper.DESCRIPTOR, report.stepper),
    }
