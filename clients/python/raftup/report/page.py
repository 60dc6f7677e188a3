"""A report as one page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from raftup.plots import html
from raftup.report.content import DatabaseReport
from raftup.report.pictures import Picture


def write_page(report: DatabaseReport, pictures: Sequence[Picture], out: Path) -> None:
    """Writes a report as HTML: style and pictures inside, no script, no network.

    Args:
        report: of one database.
        pictures: below the findings and the checks, in order.
        out: appears as a whole or not at all.

    Raises:
        OSError: where `out` cannot be written.
    """
    html.write_page("raftup.report", "report.html.j2", out, report=report, pictures=pictures)
