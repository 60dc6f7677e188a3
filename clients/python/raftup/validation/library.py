"""The cases that come with Raftup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_WITH_PACKAGE = Path(__file__).resolve().parent / "cases"
_WITH_EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "validation"


def own_cases(*, long: bool = False) -> Iterator[Path]:
    """Files of all cases: closed forms, which lie in this package, then those with databases.

    The latter need the databases of the examples, which lie beside the package in a checkout alone.

    Args:
        long: those that simulate hours, too.
    """
    for folder in (_WITH_PACKAGE, _WITH_EXAMPLES, *([_WITH_EXAMPLES / "long"] if long else [])):
        yield from sorted(folder.glob("*.yaml"))
