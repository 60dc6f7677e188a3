"""Pages that stand alone: pictures are inside, nothing is fetched."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from raftup.files import write_whole
from raftup.plots.figure import STYLE


def picture(figure: Figure) -> str:
    """A figure as a data URI for <img src>."""
    image = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(image, format="png")
    return "data:image/png;base64," + base64.b64encode(image.getvalue()).decode("ascii")


def write_page(template: Path, out: Path, **values: Any) -> None:
    """Fills a Jinja template, whose texts are escaped, and writes the page as a whole.

    Args:
        template: file beside the module that uses it.
        out: the page.
        values: by the names that the template has for them.

    Raises:
        OSError: where `out` cannot be written.
    """
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(template.parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template(template.name).render(**values)
    write_whole(out, page.encode())
