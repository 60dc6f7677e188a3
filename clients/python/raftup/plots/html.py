"""Pages that need nothing but themselves: pictures are inside, there is no script, no network."""

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
    """Content and media type of a figure.

    As SVG without a date and with fixed ids, so that equal data give equal bytes; or as PNG.
    """
    kind = "svg" if vector else "png"
    buffer = io.BytesIO()
    with mpl.rc_context({**STYLE, "svg.hashsalt": "raftup"}):
        figure.savefig(buffer, format=kind, metadata={"Date": None} if vector else None)
    return buffer.getvalue(), "image/svg+xml" if vector else "image/png"


def data_uri(content: bytes, media_type: str) -> str:
    """A picture as the data URI of an <img>."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def write_page(package: str, template: str, out: Path, **values: Any) -> None:
    """Fills a template, whose texts are escaped, and writes the page.

    Args:
        package: that has the template in its folder `templates`.
        template: Jinja 2; a name that it is not given is an error.
        out: appears as a whole or not at all.
        values: by the names that the template has for them. Filters are `percent`, of a share, and
            `data_uri`, of what has a media_type and a content.

    Raises:
        OSError: where `out` cannot be written.
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
