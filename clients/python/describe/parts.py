"""Parts that the schemas of several kinds of files share."""

from __future__ import annotations

from typing import Any

NAME = {"type": "string", "minLength": 1}
"""Schema of a text that is not empty."""


def said(description: str, schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A schema with a description, and further keywords that editors show."""
    return {"description": description, **schema, **more}


def mapping(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """The schema of a mapping that has only the given fields.

    Args:
        properties: schema of each field, by name.
        *required: names of the fields that must be given.
    """
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
        "required": list(required),
    }
