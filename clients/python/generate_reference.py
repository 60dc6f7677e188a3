#!/usr/bin/env python3
"""Writes what people look fields up in: the JSON Schemas of the package and the reference pages.

They are made of the protos and their comments and lie in the repository, so that an editor finds
them without a build. Run it by an interpreter that has the `generate` extra, after generate.py;
with --check it writes nothing and ends with 1 where a file is not current.
"""

import json
import sys
from pathlib import Path

from describe.comments import read_comments
from describe.hydro_schema import hydro_schema
from describe.model_schema import model_schema
from describe.reference_page import reference_page
from describe.study_schema import study_schema
from describe.validation_schema import validation_schema
from raftup.schema.files import SchemaKind, schema_file, text_beside_model

REFERENCE = Path(__file__).resolve().parent / "reference"
ABOUT = (
    "Every field that a {kind} file may have: `raftup explain PATH` says the same of one, "
    "`raftup schema {kind}` for editors. Made by `clients/python/generate_reference.py`."
)
ABOUT_VALIDATION = (
    "Every field that the file of a reference case may have, for `raftup validate`: `raftup schema "
    "validation` for editors. Made by `clients/python/generate_reference.py`."
)


ABOUT_HYDRO = (
    "Every field of what `raftup hydro solve` and `raftup hydro family` solve: "
    "`raftup explain --hydro PATH` says the same of one, `raftup schema hydro` for editors. "
    "Made by `clients/python/generate_reference.py`."
)


def documents() -> dict[Path, str]:
    """What each file should hold."""
    model = model_schema(read_comments())
    study = study_schema(model)
    validation = validation_schema(model)
    hydro = hydro_schema()
    known = {**model["definitions"], "Model": model}
    return {
        schema_file(SchemaKind.MODEL): json.dumps(model, indent=1) + "\n",
        schema_file(SchemaKind.STUDY): text_beside_model(study, model),
        schema_file(SchemaKind.VALIDATION): text_beside_model(validation, model),
        schema_file(SchemaKind.HYDRO): json.dumps(hydro, indent=1) + "\n",
        REFERENCE / "hydro.md": reference_page(hydro, {}, ABOUT_HYDRO),
        REFERENCE / "model.md": reference_page(model, {}, ABOUT.format(kind="model")),
        REFERENCE / "study.md": reference_page(study, known, ABOUT.format(kind="study")),
        REFERENCE / "validation.md": reference_page(validation, known, ABOUT_VALIDATION),
    }


def main() -> None:
    """Writes or checks."""
    outdated = [
        (path, text)
        for path, text in documents().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv[1:]:
        for path, _ in outdated:
            print(f"{path} is not current: run clients/python/generate_reference.py")
        sys.exit(1 if outdated else 0)
    for path, text in outdated:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"generated {path}")


if __name__ == "__main__":
    main()
