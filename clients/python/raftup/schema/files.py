"""The schema files of this package, which clients/python/generate_reference.py makes."""

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
    """Path of the schema of a kind of file, for editors."""
    return Path(__file__).resolve().parent / f"{kind.value}.schema.json"


def text_beside_model(document: dict[str, Any], model: dict[str, Any]) -> str:
    """Text of a schema that contains the model's, as a file that refers to the model's schema.

    Args:
        document: schema with the definitions of the model among its own, the model itself as
            `Model`.
        model: schema of model files, in the same folder.
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
    """Reads a schema, draft 7. The keys x-unit and x-default have units and defaults in words."""
    text = schema_file(kind).read_text(encoding="utf-8")
    document: dict[str, Any] = json.loads(text.replace(f'"{_MODEL_FILE}#', '"#'))
    if kind not in (SchemaKind.MODEL, SchemaKind.HYDRO):
        model = dict(load_schema(SchemaKind.MODEL))
        del model["$schema"]
        of_model = model.pop("definitions")
        document["definitions"] = {**of_model, **document["definitions"], "Model": model}
    return document


def modeline(schema: str | Path) -> str:
    """The first line of a YAML file with which editors find its schema.

    Args:
        schema: path of the schema, relative to the YAML file or absolute.
    """
    return f"# yaml-language-server: $schema={schema}"
