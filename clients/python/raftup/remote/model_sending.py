"""Models on their way to a server: their files stored there, their broken rules told by path."""

from __future__ import annotations

from pathlib import Path

from raftup._generated.model_pb2 import Model
from raftup.base.errors import ModelError, RaftupError, Violation
from raftup.model.load import catalogue_references, is_file_name
from raftup.remote.routing import Route

SPEC_PATH = "session.spec.model."
"""Where a model stands in CreateSessionRequest."""


def with_stored_databases(way: Route, model: Model) -> Model:
    """The model with the files that it names stored, and named as the server names them.

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


def model_error(error: RaftupError, prefix: str = SPEC_PATH) -> RaftupError:
    """Violations of the model, which stands at `prefix`, in the names of the model file."""
    if error.code != "INVALID_ARGUMENT" or not error.violations:
        return error
    return ModelError(
        [
            Violation(violation.path.removeprefix(prefix), violation.description)
            for violation in error.violations
        ]
    )


def are_related(path: str, other: str) -> bool:
    """Whether one path is the other or lies inside it: a field left out breaks further rules."""
    return path.startswith(other) or other.startswith(path)
