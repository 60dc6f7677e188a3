"""Sphinx: the Markdown pages of the repository, the Python package and the protos as one site.

deploy/docs.sh lays the pages beside one another as they lie in the repository and calls this.
"""

import re
from pathlib import Path
from typing import Any

project = "Raftup"
author = "the Raftup developers"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "Raftup"
html_show_copyright = False
html_copy_source = False
default_role = "literal"
suppress_warnings = ["toc.not_included"]  # pages of folders are reached from one another

myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "imported-members": True}
napoleon_use_ivar = True

LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def point_at_pages(link: re.Match[str], folder: Path) -> str:
    """A link between pages as it stands; to a folder, that to its page; to a source, its text."""
    text, target, anchor = link[1], link[2], link[3] or ""
    if target.endswith((".md", ".rst")) and (folder / target).exists():
        return link[0]
    if (folder / target / "README.md").exists():
        return f"[{text}]({target.rstrip('/')}/README.md{anchor})"
    return text


def prepare_page(app: Any, name: str, source: list[str]) -> None:
    """What a forge shows of a page and this site does not: links to sources, and drawings."""
    page = Path(app.env.doc2path(name))
    if page.suffix == ".md":
        text = LINK.sub(lambda link: point_at_pages(link, page.parent), source[0])
        source[0] = text.replace("```mermaid", "```text")


def prepare_docstring(
    app: Any, what: str, name: str, item: Any, options: Any, lines: list[str]
) -> None:
    """Makes literal what is indented below "Example:", or below a line with a colon and a gap."""
    for index, line in enumerate(lines[:-2]):
        example = line == "Example:"
        if example and lines[index + 1]:
            lines.insert(index + 1, "")
        indent = len(line) - len(line.lstrip())
        below = lines[index + 2]
        if (
            line.endswith(":")
            and not lines[index + 1]
            and len(below) - len(below.lstrip()) > indent
        ):
            lines[index] = f"{line}:"


def setup(app: Any) -> None:
    """What sphinx calls first."""
    app.connect("source-read", prepare_page)
    app.connect("autodoc-process-docstring", prepare_docstring, priority=100)
