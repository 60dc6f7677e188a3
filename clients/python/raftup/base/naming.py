"""Lists of names in lines of text."""

from __future__ import annotations

from collections.abc import Sequence

_MOST_NAMED = 12  # names in a line that is read as a whole


def named_in_short(names: Sequence[str]) -> str:
    """Names separated by commas; of more than twelve the first two, the last and their number.

    Args:
        names: names in their order, such as those of the bodies of an array.
    """
    if len(names) <= _MOST_NAMED:
        return ", ".join(names)
    return f"{names[0]}, {names[1]} to {names[-1]}, {len(names)} in all"
