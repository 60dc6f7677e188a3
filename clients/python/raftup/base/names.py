"""Names that a caller gives: one, or several."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence

from raftup.base.errors import bad_field

_WILDCARDS = "*?"


def names_of(given: str | Iterable[str]) -> list[str]:
    """The names; a text alone is one name, not its letters."""
    return [given] if isinstance(given, str) else list(given)


def has_wildcards(names: Iterable[str]) -> bool:
    """Whether some stand for several: `*` for any letters, `?` for one."""
    return any(letter in name for name in names for letter in _WILDCARDS)


def matching(names: Iterable[str], known: Sequence[str], field: str) -> list[str]:
    """The known names that some names stand for, each once; others as they are.

    Args:
        names: with wildcards or without.
        known: all that there are, in their order.
        field: where the names are given, for the error.

    Raises:
        RaftupError: BAD_FIELD where wildcards stand for none.
    """
    found: dict[str, None] = {}
    for name in names:
        if not has_wildcards([name]):
            found[name] = None
            continue
        those = [one for one in known if fnmatch.fnmatchcase(one, name)]
        if not those:
            raise bad_field(field, f"must match at least one of {len(known)} names, is {name!r}")
        found |= dict.fromkeys(those)
    return list(found)
