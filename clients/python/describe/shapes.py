"""Shapes of fields of specifications: numbers, vectors, references to definitions."""

from __future__ import annotations

from typing import Any

NUMBER: dict[str, Any] = {"type": "number"}
POSITIVE: dict[str, Any] = {"type": "number", "exclusiveMinimum": 0}
WHOLE: dict[str, Any] = {"type": "integer"}
RISING = {"type": "array", "items": NUMBER, "minItems": 1}


def vector(size: int, **more: Any) -> dict[str, Any]:
    """A list of `size` numbers."""
    return {"type": "array", "items": NUMBER, "minItems": size, "maxItems": size, **more}


def reference(name: str) -> dict[str, Any]:
    """A reference to a definition."""
    return {"$ref": f"#/definitions/{name}"}


def list_of(name: str) -> dict[str, Any]:
    """A list of a definition."""
    return {"type": "array", "items": reference(name)}
