"""The manual on this machine."""

from __future__ import annotations

import os
from pathlib import Path

from raftup.base.errors import RaftupError

_OF_REPOSITORY = Path(__file__).resolve().parents[4] / "out" / "manual"
_OF_PACKAGE = Path("/usr/share/doc/raftup/html")


def manual_address(page: str = "") -> str:
    """Address of the manual, or of one of its pages, as a browser opens it.

    The first folder that has a manual is taken: that of the environment variable RAFTUP_MANUAL, the
    one that deploy/manual.sh has built in the repository, that of the Debian package.

    Args:
        page: page relative to the first one, optionally with an anchor:
            `reference/messages.html#haskind`; its `.html` may be left out.

    Raises:
        RaftupError: NOT_FOUND if there is no manual, or no such page.
    """
    named = os.environ.get("RAFTUP_MANUAL")
    folders = [Path(named)] if named else [_OF_REPOSITORY, _OF_PACKAGE]
    folder = next((one for one in folders if (one / "index.html").is_file()), None)
    if folder is None:
        places = " or ".join(map(str, folders))
        raise RaftupError(
            f"no manual is in {places}: deploy/manual.sh builds it",
            code="NOT_FOUND",
            reason="NOT_FOUND",
        )
    name, mark, anchor = (page or "index.html").partition("#")
    for file in (folder / name, folder / f"{name}.html", folder / name / "index.html"):
        if file.is_file():
            return f"{file.resolve().as_uri()}{mark}{anchor}"
    raise RaftupError(f"the manual has no page {name}", code="NOT_FOUND", reason="NOT_FOUND")


def page_if_there(page: str) -> str:
    """Address of a page of the manual; empty if it is not on this machine."""
    try:
        return manual_address(page)
    except RaftupError:
        return ""
