"""Models in the form for a server: with stored files, and violations in the model's own names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from raftup._generated.model_pb2 import Model
from raftup.base.errors import ModelError, RaftupError, Violation
from raftup.model.load import catalogue_references, is_file_name
from raftup.remote.routing import Route

_MODEL_PATH = "session.spec.model."


def with_stored_databases(way: Route, model: Model) -> Model:
    """Uploads the files that a model names, and returns it with their names on the server.

    Raises:
        ModelError: with every file that the server refuses.
    """
    stored = Model()
    stored.CopyFrom(model)
    violations = []
    for reference in catalogue_references(stored):
        if not is_file_name(reference.name):
            continue
        try:
            reference.rename(way.databases.upload(Path(reference.name)).name)
        except RaftupError as error:
            if not error.is_bad_input:
                raise
            violations.append(Violation(reference.path, str(error)))
    if violations:
        raise ModelError(violations)
    return stored


def model_error(error: RaftupError, prefix: str = _MODEL_PATH) -> RaftupError:
    """Makes a ModelError of violations at the path `prefix`, in the names of the model file."""
    if error.code != "INVALID_ARGUMENT" or not error.violations:
        return error
    return ModelError(
        [
            Violation(violation.path.removeprefix(prefix), violation.description)
            for violation in error.violations
        ]
    )


def unrelated(further: Iterable[Violation], known: Iterable[Violation]) -> list[Violation]:
    """Violations that do not concern the same field as a known one, or a part or parent of it."""
    paths = [violation.path for violation in known]
    return [one for one in further if not any(_related(one.path, path) for path in paths)]


def _related(path: str, other: str) -> bool:
    """Whether paths are equal or one contains the other: a missing field breaks further rules."""
    return path.startswith(other) or other.startswith(path)
