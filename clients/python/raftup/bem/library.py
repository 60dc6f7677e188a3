"""Import of Capytaine when it is needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def capytaine() -> Any:
    """The module Capytaine with its log disabled; findings report on meshes and frequencies."""
    import capytaine

    capytaine.set_logging("CRITICAL")
    return capytaine
