"""The page of the messages between client and server."""

from __future__ import annotations

from pathlib import Path

from describe.comments import read_protos
from describe.proto_page import proto_page


def write_wire_page(folder: Path) -> None:
    """Writes `reference/wire.md`."""
    text = proto_page(read_protos())
    (folder / "reference" / "wire.md").write_text(text, encoding="utf-8")
