"""Names that a caller gives: one, or several."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Iterable, Sequence

from raftup.base.errors import bad_field

_WILDCARDS = "*?"
_SUGGESTIONS = 3


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
            rule = f"must match at least one of {len(known)} names{suggestion(name, known)}"
            raise bad_field(field, f"{rule}, is {name!r}")
        found |= dict.fromkeys(those)
    return list(found)


def refuse_unknown(names: Iterable[str], known: Sequence[str], field: str) -> None:
    """Refuses the first name that is not known, with the nearest ones.

    Args:
        names: without wildcards, or those that matching() has left.
        known: all that there are.
        field: where the names are given, for the error.

    Raises:
        RaftupError: BAD_FIELD.
    """
    for name in names:
        if name not in known:
            raise bad_field(
                field,
                f"must be one of {len(known)} names{suggestion(name, known)}, is {name!r}",
            )


def suggestion(name: str, known: Sequence[str]) -> str:
    """` such as sea.elevation`: the names that were likely meant, or nothing.

    Args:
        name: as it was given; of one with wildcards what stands after the last dot counts.
        known: all that there are.
    """
    nearest = _same_ending(name, known) if has_wildcards([name]) else _alike(name, known)
    return f" such as {' or '.join(nearest[:_SUGGESTIONS])}" if nearest else ""


def _same_ending(pattern: str, known: Sequence[str]) -> list[str]:
    plain = pattern.translate(dict.fromkeys(map(ord, _WILDCARDS)))
    endings = {one.rpartition(".")[2] for one in known}
    found = difflib.get_close_matches(plain.rpartition(".")[2], sorted(endings), n=1)
    return [one for one in known if one.rpartition(".")[2] in found]


def _alike(name: str, known: Sequence[str]) -> list[str]:
    """Names of nearly the same letters, else those of the same owner."""
    lower = {one.lower(): one for one in known}
    found = difflib.get_close_matches(name.lower(), lower, n=_SUGGESTIONS, cutoff=0.8)
    owner = name.partition(".")[0]
    return [lower[one] for one in found] or [one for one in known if one.startswith(f"{owner}.")]
