"""The cases that come with Raftup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_WITH_PACKAGE = Path(__file__).resolve().parent / "cases"
_WITH_EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "validation"


def own_cases() -> Iterator[Path]:
    """Files of all cases: closed forms, which lie in this package, then those with databases.

    The latter need the databases of the examples, which lie beside the package in a checkout alone.
    """
    for folder in (_WITH_PACKAGE, _WITH_EXAMPLES):
        yield from sorted(folder.glob("*.yaml"))
