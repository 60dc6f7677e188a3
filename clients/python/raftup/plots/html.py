"""Self-contained pages: figures are embedded, and there are no scripts and no network access."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import matplotlib as mpl
from jinja2 import Environment, PackageLoader, StrictUndefined
from matplotlib.figure import Figure

from raftup.base.files import write_whole
from raftup.plots.figure import STYLE


def encoded(figure: Figure, vector: bool) -> tuple[bytes, str]:
    """Content and media type of a figure, as SVG or PNG.

    An SVG has no date and fixed ids, so that equal data give equal bytes.
    """
    kind = "svg" if vector else "png"
    buffer = io.BytesIO()
    with mpl.rc_context({**STYLE, "svg.hashsalt": "raftup"}):
        figure.savefig(buffer, format=kind, metadata={"Date": None} if vector else None)
    return buffer.getvalue(), "image/svg+xml" if vector else "image/png"


def data_uri(content: bytes, media_type: str) -> str:
    """The data URI of a picture for an <img>."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def write_page(package: str, template: str, out: Path, **values: Any) -> None:
    """Fills a template, with escaped texts, and writes the page.

    Args:
        package: package that has the template in its folder `templates`.
        template: Jinja 2 template; a missing value is an error.
        out: path of the page, which is written completely or not at all.
        values: values by their names in the template. Filters are `percent`, for shares, and
            `data_uri`, for objects with media_type and content.

    Raises:
        OSError: if `out` cannot be written.
    """
    environment = Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = _percent
    environment.filters["data_uri"] = lambda one: data_uri(one.content, one.media_type)
    write_whole(out, environment.get_template(template).render(**values).encode())


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
