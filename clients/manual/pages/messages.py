"""The page of messages: every error, notice and finding by its code."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from pages.markdown import plain
from raftup.messages import Message, messages


def write_messages_page(folder: Path) -> None:
    """Writes `reference/messages.md`, with an anchor for each code."""
    text = "\n".join(_page(list(messages().values())))
    (folder / "reference" / "messages.md").write_text(text, encoding="utf-8")


def _page(known: list[Message]) -> Iterator[str]:
    yield from ("# Messages", "")
    yield f"{len(known)} codes. `raftup explain CODE` prints the same. A finding breaks no rule;"
    yield "`--strict` turns warnings into errors; an error says why a call failed. Codes do not"
    yield "change between versions."
    yield ""
    for area, found in itertools.groupby(known, key=lambda message: message.area):
        yield from (f"## About {area}", "")
        for message in found:
            yield from (f'<a id="{message.code}"></a>', "", f"(message.{message.code})=")
            words = message.code.replace("_", " ").lower()  # by which people search
            said = f"{words} · " if words != message.code else ""
            yield from (f"### {said}`{message.code}`", "", plain(message.meaning), "")
            yield from (f"**What to do.** {plain(message.remedy)}", "")
