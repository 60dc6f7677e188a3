"""The page about a book of cases."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from raftup.base.version import __version__
from raftup.plots.html import data_uri, encoded, write_page
from raftup.validation.book import CaseResult, CheckResult
from raftup.validation.figures import plot_case


def write_book(results: Sequence[CaseResult], out: Path) -> None:
    """Writes the page: tables, pictures, speed; nothing is fetched when it is read.

    Args:
        results: in the order of the page.
        out: HTML; appears as a whole or not at all.

    Raises:
        OSError: where `out` cannot be written.
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
    """How many cases are within their tolerances, in a sentence."""
    passed = sum(result.status == "passed" for result in results)
    known = sum(result.status == "known" for result in results)
    text = f"{passed} of {len(results)} cases are within their tolerances"
    outside = len(results) - passed - known
    if known:
        text += f", {known} outside for a reason that is known"
    return f"{text}, {outside} outside" if outside else text


def shown(value: float, unit: str = "") -> str:
    """A number in six digits with its unit."""
    return f"{value:.6g} {unit}".rstrip()


def tolerance(result: CheckResult) -> str:
    """The largest error that is allowed, as people say it."""
    return _as_error(result, result.check.tolerance)


def error(result: CheckResult) -> str:
    """The error, as people say it."""
    return _as_error(result, result.error)


def worst_share(result: CaseResult) -> str:
    """The largest error of its tolerance, as people say it; empty where nothing ran."""
    share = 100.0 * result.worst_share
    return "" if result.failure else "< 0.1 %" if share < 0.1 else f"{share:.2g} %"


def _as_error(result: CheckResult, value: float) -> str:
    return (
        f"{100 * value:.2g} %" if result.check.relative else f"{value:.2g} {result.unit}".rstrip()
    )


def _subjects(results: Sequence[CaseResult]) -> dict[str, list[dict[str, Any]]]:
    """What the page says of each case, by subject, those without one last."""
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
    }


def _row(result: CaseResult, one: CheckResult) -> dict[str, str]:
    """Of the table of a case."""
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
