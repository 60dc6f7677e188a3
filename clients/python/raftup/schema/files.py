"""The schemas that lie in this package: made by clients/python/generate_reference.py."""

from __future__ import annotations

import json
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any


class SchemaKind(Enum):
    """Kind of a file: model, study, panel problem, reference case."""

    MODEL = "model"
    STUDY = "study"
    VALIDATION = "validation"
    HYDRO = "hydro"


_MODEL_FILE = "model.schema.json"


def schema_file(kind: SchemaKind) -> Path:
    """Where the schema of a kind of file lies, for an editor."""
    return Path(__file__).resolve().parent / f"{kind.value}.schema.json"


def text_beside_model(document: dict[str, Any], model: dict[str, Any]) -> str:
    """The file of a schema that holds the model's, to lie beside it and to refer to it.

    Args:
        document: definitions of the model among its own, the model itself as `Model`.
        model: schema of model files.
    """
    shared = model["definitions"]
    own = {name: one for name, one in document["definitions"].items() if name not in shared}
    own["Model"] = {"$ref": _MODEL_FILE}
    text = json.dumps({**document, "definitions": own}, indent=1) + "\n"
    for name in shared:
        text = text.replace(f'"#/definitions/{name}"', f'"{_MODEL_FILE}#/definitions/{name}"')
    return text


@cache
def load_schema(kind: SchemaKind) -> dict[str, Any]:
    """The whole schema, draft 7. Units and defaults that are no values: x-unit, x-default."""
    text = schema_file(kind).read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text.replace(f'"{_MODEL_FILE}#', '"#'))
    if kind not in (SchemaKind.MODEL, SchemaKind.HYDRO):
        model = dict(load_schema(SchemaKind.MODEL))
        del model["$schema"]
        of_model = model.pop("definitions")
        document["definitions"] = {**of_model, **document["definitions"], "Model": model}
    return document


def modeline(schema: str | Path) -> str:
    """The first line of a YAML file by which editors find its schema.

    Args:
        schema: a path, relative to that file or absolute.
    """
    return f"# yaml-language-server: $schema={schema}"
