"""The schemas that lie in this package: made by clients/python/generate_reference.py."""

from __future__ import annotations

import json
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any


class SchemaKind(Enum):
    """What a file describes."""

    MODEL = "model"
    STUDY = "study"
    VALIDATION = "validation"


def schema_file(kind: SchemaKind) -> Path:
    """Where the schema of a kind of file lies, for an editor."""
    return Path(__file__).resolve().parent / f"{kind.value}.schema.json"


@cache
def load_schema(kind: SchemaKind) -> dict[str, Any]:
    """The schema, draft 7. Units and defaults that are no values stand in x-unit, x-default."""
    document: dict[str, Any] = json.loads(schema_file(kind).read_text(encoding="utf-8"))
    return document


def modeline(schema: str | Path) -> str:
    """The first line of a YAML file by which editors find its schema.

    Args:
        schema: a path, relative to that file or absolute.
    """
    return f"# yaml-language-server: $schema={schema}"
