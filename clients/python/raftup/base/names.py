"""Names given by a caller, a single one or several, and names in lines of text."""

from __future__ import annotations

import difflib
import fnmatch
from collections.abc import Iterable, Sequence

from raftup.base.errors import bad_field

_WILDCARDS = "*?"
_SUGGESTIONS = 3
_MOST_NAMED = 12  # names in a line that is read as a whole


def names_of(given: str | Iterable[str]) -> list[str]:
    """The given names as a list; a single text is one name."""
    return [given] if isinstance(given, str) else list(given)


def has_wildcards(names: Iterable[str]) -> bool:
    """Whether a name contains wildcards: `*` for any letters, `?` for one."""
    return any(letter in name for name in names for letter in _WILDCARDS)


def matching(names: Iterable[str], known: Sequence[str], field: str) -> list[str]:
    """Replaces names with wildcards by the known names that match, each once.

    Names without wildcards remain as they are.

    Args:
        names: names with or without wildcards.
        known: all existing names, in order.
        field: field in which the names are given, for the error.

    Raises:
        RaftupError: BAD_FIELD if no known name matches the wildcards.
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
    """Refuses the first name that is not known, and suggests similar ones.

    Args:
        names: names without wildcards, or the result of matching().
        known: all existing names.
        field: field in which the names are given, for the error.

    Raises:
        RaftupError: BAD_FIELD for the unknown name.
    """
    for name in names:
        if name not in known:
            raise bad_field(
                field,
                f"must be one of {len(known)} names{suggestion(name, known)}, is {name!r}",
            )


def suggestion(name: str, known: Sequence[str]) -> str:
    """Text such as ` such as sea.elevation` with similar names; empty if there are none.

    Args:
        name: the given name; if it has wildcards, the part after the last dot is compared.
        known: all existing names.
    """
    nearest = _same_ending(name, known) if has_wildcards([name]) else _alike(name, known)
    return f" such as {' or '.join(nearest[:_SUGGESTIONS])}" if nearest else ""


def _same_ending(pattern: str, known: Sequence[str]) -> list[str]:
    plain = pattern.translate(dict.fromkeys(map(ord, _WILDCARDS)))
    endings = {one.rpartition(".")[2] for one in known}
    found = difflib.get_close_matches(plain.rpartition(".")[2], sorted(endings), n=1)
    return [one for one in known if one.rpartition(".")[2] in found]


def _alike(name: str, known: Sequence[str]) -> list[str]:
    """Known names with nearly the same letters; otherwise those with the same owner."""
    lower = {one.lower(): one for one in known}
    found = difflib.get_close_matches(name.lower(), lower, n=_SUGGESTIONS, cutoff=0.8)
    owner = name.partition(".")[0]
    return [lower[one] for one in found] or [one for one in known if one.startswith(f"{owner}.")]


def named_in_short(names: Sequence[str]) -> str:
    """Names separated by commas; of more than twelve the first two, the last and their number.

    Args:
        names: names in their order, such as those of the bodies of an array.
    """
    if len(names) <= _MOST_NAMED:
        return ", ".join(names)
    return f"{names[0]}, {names[1]} to {names[-1]}, {len(names)} in all"
