"""Pieces that schemas of several kinds of files are made of."""

from __future__ import annotations

from typing import Any

NAME = {"type": "string", "minLength": 1}
"""A text that is not empty."""


def said(description: str, schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A schema with a sentence about it, and what else editors show."""
    return {"description": description, **schema, **more}


def mapping(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """Fields of these names and no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(required),
    }
