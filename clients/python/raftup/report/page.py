"""A report as one page that needs nothing but itself."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from raftup.files import write_whole
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
    environment = Environment(
        loader=PackageLoader("raftup.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = _percent
    environment.filters["data_uri"] = _data_uri
    page = environment.get_template("report.html.j2").render(report=report, pictures=pictures)
    write_whole(out, page.encode())


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _data_uri(picture: Picture) -> str:
    return f"data:{picture.media_type};base64,{base64.b64encode(picture.content).decode()}"
