"""Writing of a report as a self-contained page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from raftup.plots import html
from raftup.report.content import DatabaseReport
from raftup.report.pictures import Picture


def write_page(report: DatabaseReport, pictures: Sequence[Picture], out: Path) -> None:
    """Writes a report as HTML with embedded style and figures, without scripts and network access.

    Args:
        report: report of one database.
        pictures: figures below the findings and the checks, in order.
        out: path of the page, which is written completely or not at all.

    Raises:
        OSError: if `out` cannot be written.
    """
    html.write_page("raftup.report", "report.html.j2", out, report=report, pictures=pictures)
