"""Documents of users: YAML 1.2 or JSON files that contain a mapping of fields."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from raftup.base.errors import ModelError, Violation
from raftup.base.text import text_of
from raftup.base.yaml12 import parse_yaml


def read_document(
    source: str | Path | Mapping[str, Any], refusal: type[ModelError]
) -> tuple[dict[str, Any], Path]:
    """Reads the fields of a document, and the folder to which paths in it are relative.

    Args:
        source: path of a file, or the mapping itself, which is copied.
        refusal: class of the error that is raised.

    Returns:
        The mapping, and the folder of the file or, for a mapping, the working directory.

    Raises:
        ModelError: of the class `refusal`, if there is no such mapping.
    """
    if isinstance(source, Mapping):
        return copy.deepcopy(dict(source)), Path.cwd()
    path = Path(source)
    try:
        document = parse_yaml(text_of(path))
    except OSError as error:
        raise refusal([Violation(str(path), f"cannot be read: {error.strerror}")]) from error
    except yaml.YAMLError as error:
        raise refusal([Violation(str(path), f"must be YAML or JSON: {error}")]) from error
    except ValueError as error:
        raise refusal([Violation(str(path), str(error))]) from error
    return refuse_other_than_mapping(document, refusal, str(path)), path.resolve().parent


def refuse_other_than_mapping(
    document: Any, refusal: type[ModelError], path: str = ""
) -> dict[str, Any]:
    """Returns the document if it is a mapping.

    Raises:
        ModelError: of the class `refusal`, if it is not a mapping.
    """
    if not isinstance(document, dict):
        raise refusal([Violation(path, "must hold a mapping of fields")])
    return document
