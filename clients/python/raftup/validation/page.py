"""Report of a set of reference cases."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from raftup._generated.hydrodynamics_pb2 import RadiationMemory
from raftup._generated.report_pb2 import RadiationReport
from raftup.base.version import __version__
from raftup.model.convert import enum_short_name
from raftup.plots.html import data_uri, encoded, write_page
from raftup.validation.book import CaseResult, CheckResult
from raftup.validation.figures import plot_case


def write_book(results: Sequence[CaseResult], out: Path) -> None:
    """Writes the report with tables, figures and computing times as a self-contained page.

    Args:
        results: results in the order of the page.
        out: path of the HTML file, which is written completely or not at all.

    Raises:
        OSError: if `out` cannot be written.
    """
    write_page(
        "raftup.validation",
        "book.html.j2",
        out,
        verdict=verdict(results),
        count=sum(len(result.checks) for result in results),
        subjects=_subjects(results),
        version=__version__,
        machine=f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}",
    )


def verdict(results: Sequence[CaseResult]) -> str:
    """A sentence with the number of cases that are within their tolerances."""
    passed = sum(result.status == "passed" for result in results)
    known = sum(result.status == "known" for result in results)
    text = f"{passed} of {len(results)} cases are within their tolerances"
    outside = len(results) - passed - known
    if known:
        text += f", {known} outside for a reason that is known"
    return f"{text}, {outside} outside" if outside else text


def shown(value: float, unit: str = "") -> str:
    """A number with six digits and its unit."""
    return f"{value:.6g} {unit}".rstrip()


def tolerance(result: CheckResult) -> str:
    """The largest permitted error as text."""
    return _as_error(result, result.check.tolerance)


def error(result: CheckResult) -> str:
    """The error as text."""
    return _as_error(result, result.error)


def worst_share(result: CaseResult) -> str:
    """The largest error over its tolerance as text; empty if nothing was run."""
    share = 100.0 * result.worst_share
    return "" if result.failure else "< 0.1 %" if share < 0.1 else f"{share:.2g} %"


def _as_error(result: CheckResult, value: float) -> str:
    return (
        f"{100 * value:.2g} %" if result.check.relative else f"{value:.2g} {result.unit}".rstrip()
    )


def _subjects(results: Sequence[CaseResult]) -> dict[str, list[dict[str, Any]]]:
    """Contents of the page for each case, by subject; cases without subject come last."""
    order = sorted({result.case.subject for result in results}, key=lambda name: (not name, name))
    return {
        subject or "Cases": [_case(one) for one in results if one.case.subject == subject]
        for subject in order
    }


def _case(result: CaseResult) -> dict[str, Any]:
    return {
        "result": result,
        "share": worst_share(result),
        "mark": {"passed": "✓", "known": "!", "outside": "✗"}[result.status],
        "checks": [_row(result, one) for one in result.checks],
        "picture": _picture(result),
        "memories": [
            _memory(one) for one in result.memories if one.pole_count or one.kernel_duration
        ],
    }


def _memory(report: RadiationReport) -> str:
    """A sentence with the errors of a radiation memory."""
    form = enum_short_name(RadiationMemory.DESCRIPTOR, report.form)
    return (
        f"Radiation memory of {report.group} ({form}): motions of the freely floating bodies in "
        f"regular waves differ from those by A and B of the database by "
        f"{100 * report.response_error:.2g} % of their peak, standard deviations in a sea by "
        f"{100 * report.sea_error:.2g} %. Between the frequencies of the database, coefficients "
        f"are known to {100 * report.frequency_error:.2g} %."
    )


def _row(result: CaseResult, one: CheckResult) -> dict[str, str]:
    """A row in the table of a case."""
    return {
        "check": one.check.name,
        "expected": shown(one.expected, one.unit),
        "obtained": shown(one.obtained, one.unit),
        "error": error(one),
        "tolerance": tolerance(one),
        "status": "passed" if one.passed else result.status,
    }


def _picture(result: CaseResult) -> str:
    figure = plot_case(result)
    return "" if figure is None else data_uri(*encoded(figure, vector=True))
