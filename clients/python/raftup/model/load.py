"""Reading of models from files, mappings and messages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from raftup._generated.model_pb2 import Model, Shape
from raftup.base.documents import read_document
from raftup.base.errors import ModelError, Violation
from raftup.model.convert import fill_message, plain_values
from raftup.model.motions import READ_MOTIONS, read_motions
from raftup.model.overrides import apply_overrides, forget_read
from raftup.model.records import READ_RECORDS, read_records
from raftup.model.tables import READ_TABLES, read_tables

ModelSource: TypeAlias = "str | Path | Mapping[str, Any] | Model"
"""A model: the path of a YAML or JSON file, a mapping with the same fields, or the message."""


@dataclass(frozen=True)
class ReadModel:
    """A model that was read, with the rules that it breaks.

    Attributes:
        model: the fields that break no rule of the schema; files are named by absolute paths.
        violations: broken rules; empty for a model that can be sent.
    """

    model: Model
    violations: list[Violation]


def load_model(source: ModelSource, overrides: Mapping[str, Any] | None = None) -> Model:
    """Reads a model from a file, a mapping or a message, and replaces values.

    Args:
        source: YAML 1.2 or JSON file, mapping or message. Paths of databases, meshes, tables and
            recorded elevations are relative to the folder of the file, or to the working directory
            if there is no file.
        overrides: values that replace those of the model, by their paths: `{"bodies[0].mass":
            3e5}`.

    Raises:
        ModelError: with every broken rule of the schema: unknown fields, wrong types, non-finite
            numbers, files that do not exist. Physical rules are checked by the server.
    """
    read = read_model(source, overrides)
    if read.violations:
        raise ModelError(read.violations)
    return read.model


def read_model(source: ModelSource, overrides: Mapping[str, Any] | None = None) -> ReadModel:
    """Reads a model as load_model() does, but returns violations instead of raising them.

    Raises:
        ModelError: if the file cannot be read at all.
    """
    if isinstance(source, Model) and not overrides:
        model = Model()
        model.CopyFrom(source)
        return ReadModel(model, _resolve_files(model, Path.cwd()))
    document, folder = _read_document(source)
    violations = apply_overrides(document, overrides or {})
    if not violations:
        forget_read(document, overrides or {}, {**READ_RECORDS, **READ_MOTIONS, **READ_TABLES})
    model = Model()
    violations += fill_message(model, document)
    violations += _resolve_files(model, folder)
    return ReadModel(model, violations)


def model_document(model: Model) -> dict[str, Any]:
    """Converts a model to plain values in the form of a model file, which load_model() can read."""
    return plain_values(model)


def _read_document(source: ModelSource) -> tuple[dict[str, Any], Path]:
    if isinstance(source, Model):
        return plain_values(source), Path.cwd()
    return read_document(source, ModelError)


def _resolve_files(model: Model, folder: Path) -> list[Violation]:
    violations = []
    for reference in catalogue_references(model):
        file = folder / reference.name
        if reference.name and file.is_file():
            reference.rename(str(file.resolve()))
        elif is_file_name(reference.name):
            violations.append(Violation(reference.path, f"file must exist, is {str(file)!r}"))
    return (
        violations
        + read_records(model, folder)
        + read_motions(model, folder)
        + read_tables(model, folder)
    )


@dataclass(frozen=True)
class CatalogueReference:
    """A field of a model that names a file of the server's catalogue.

    Attributes:
        owner: message that has the field: `HydrodynamicGroup`, `DatabaseBody`, `Hull`,
            `VisualMesh` or `TriangleMesh`.
        field: name of the field: `database`, `mesh` or `file`.
        path: path of the field in the model.
    """

    owner: Any
    field: str
    path: str

    @property
    def name(self) -> str:
        """Name of the database or mesh in the catalogue, or the path of a file; may be empty."""
        return str(getattr(self.owner, self.field))

    def rename(self, name: str) -> None:
        """Replaces the name of the file in the model."""
        setattr(self.owner, self.field, name)


def catalogue_references(model: Model) -> Iterator[CatalogueReference]:
    """Yields every field of a model that names a database or a mesh, including empty fields."""
    for index, one in enumerate(model.bodies):
        if one.HasField("visual_mesh"):
            yield CatalogueReference(one.visual_mesh, "mesh", f"bodies[{index}].visual_mesh.mesh")
        yield from _meshes_of(one.shapes, f"bodies[{index}].shapes")
    yield from _meshes_of(model.shapes, "shapes")
    for index, group in enumerate(model.hydrodynamics):
        path = f"hydrodynamics[{index}]"
        yield CatalogueReference(group, "database", f"{path}.database")
        for place, body in enumerate(group.bodies):
            yield CatalogueReference(body, "mesh", f"{path}.bodies[{place}].mesh")
    for index, load in enumerate(model.loads):
        if load.WhichOneof("kind") == "hull":
            yield CatalogueReference(load.hull, "mesh", f"loads[{index}].hull.mesh")


def _meshes_of(shapes: Iterable[Shape], path: str) -> Iterator[CatalogueReference]:
    """Yields the mesh fields of shapes and of the parts of composite shapes."""
    for index, shape in enumerate(shapes):
        at = f"{path}[{index}]"
        kind = shape.WhichOneof("geometry")
        if kind == "composite":
            yield from _meshes_of(shape.composite.parts, f"{at}.composite.parts")
        elif kind in ("convex", "mesh"):
            yield CatalogueReference(getattr(shape, kind), "file", f"{at}.{kind}.file")


def is_file_name(name: str) -> bool:
    """Whether a name is that of a file; names of the catalogue have no suffix and no folder."""
    return not name.startswith("databases/") and ("/" in name or "." in name)
