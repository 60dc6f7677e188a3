"""Reference cases that are part of Raftup."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_WITH_PACKAGE = Path(__file__).resolve().parent / "cases"
_WITH_EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "validation"


def own_cases(*, long: bool = False) -> Iterator[Path]:
    """Files of all cases: those with closed solutions in this package, then those with databases.

    The latter need the databases of the examples, which are only present in a checkout.

    Args:
        long: also cases that simulate hours.
    """
    for folder in (_WITH_PACKAGE, _WITH_EXAMPLES, *([_WITH_EXAMPLES / "long"] if long else [])):
        yield from sorted(folder.glob("*.yaml"))
