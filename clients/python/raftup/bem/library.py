"""Capytaine, imported where it is needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=1)
def capytaine() -> Any:
    """The module, silent: what there is to say about meshes and frequencies is in findings."""
    import capytaine

    capytaine.set_logging("CRITICAL")
    return capytaine
