"""The gallery: pictures of the documentation, each with the model that made it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pages.markdown import plain

_LINKED = re.compile(
    r"\| (?P<text>[^|]+?) \(\[pictures?\]\([^)]*clients/examples/(?P<picture>[\w-]+)\.png\)"
)
"""A row of a table that says what a model shows, with a link to its picture."""
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_PICTURE = re.compile(r"!\[([^\]]+)\]\(([^)]*clients/examples/([\w-]+)\.png)\)")


def write_gallery(folder: Path, root: Path) -> None:
    """Writes `gallery.md` with the pictures that the README and pages of docs/ show.

    Raises:
        SystemExit: if a picture of clients/examples is on no page, and so has no text.
    """
    shown: dict[str, tuple[str, str]] = {}
    for page in [*sorted((root / "docs").rglob("*.md")), root / "README.md"]:
        name = page.relative_to(root).with_suffix("").as_posix()
        content = page.read_text(encoding="utf-8")
        for text, _, picture in _PICTURE.findall(content):
            shown.setdefault(picture, (text, name))
        for row in _LINKED.finditer(content):
            shown.setdefault(row["picture"], (_LINK.sub(r"\1", row["text"]), name))
    pictures = sorted(path.stem for path in (root / "clients" / "examples").glob("*.png"))
    missing = [picture for picture in pictures if picture not in shown]
    if missing:
        raise SystemExit(f"clients/examples/{missing[0]}.png:1: no page shows it")
    text = "\n".join(_page(root, pictures, shown))
    (folder / "gallery.md").write_text(text, encoding="utf-8")


def _page(root: Path, pictures: list[str], shown: dict[str, tuple[str, str]]) -> Iterator[str]:
    yield from ("# Gallery", "")
    yield "Pictures that Raftup or a short program has drawn, with what they were made from."
    yield ""
    yield from ("::::{grid} 1 1 2 2", ":gutter: 3", "")
    for picture in pictures:
        text, page = shown[picture]
        yield from (":::{grid-item}", "", f"![{text}](/clients/examples/{picture}.png)", "")
        yield f"{plain(text)}. {_source(root, picture)}{{doc}}`More </{page}>`."
        yield from (":::", "")
    yield from ("::::", "")


def _source(root: Path, picture: str) -> str:
    """Which model or program a picture was made from."""
    for folder in ("models", "families", "arrays"):
        path = root / "clients" / "examples" / folder / f"{picture}.yaml"
        if path.exists():
            return f"Model `{path.relative_to(root).as_posix()}`. "
    program = root / "deploy" / "figures" / f"{picture}.py"
    return f"Program `deploy/figures/{picture}.py`. " if program.exists() else ""
