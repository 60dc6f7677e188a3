"""Text as Markdown of the manual."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_MARKS = re.compile(r"[<>*_\\\[\]$~{}^#]")
_CODE = re.compile(r"(`[^`]+`)")


def plain(text: str) -> str:
    """A text with its special characters escaped; code in backquotes is unchanged."""
    pieces = _CODE.split(text)
    pieces[::2] = [_MARKS.sub(r"\\\g<0>", piece) for piece in pieces[::2]]
    return "".join(pieces)


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return plain(" ".join(text.split())).replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table; cells are Markdown, and a table without rows has no lines."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines, ""] if lines else []


def block(text: str, language: str = "text") -> list[str]:
    """Lines of a block of code."""
    return [f"```{language}", *text.rstrip().splitlines(), "```", ""]


def contents(entries: Iterable[str], *, hidden: bool = True) -> list[str]:
    """Lines of the list of the pages below a page."""
    options = [":hidden:"] if hidden else [":maxdepth: 1"]
    return ["```{toctree}", *options, "", *entries, "```", ""]
