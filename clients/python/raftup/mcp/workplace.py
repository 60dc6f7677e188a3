"""The folder of a server of tools: which files may be read and written, and how large they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import yaml

from raftup.base.case_folder import database_files
from raftup.base.documents import read_document, refuse_other_than_mapping
from raftup.base.errors import ModelError, RaftupError, SpecificationError, Violation, bad_field
from raftup.base.yaml12 import parse_yaml
from raftup.mcp.confinement import confined

MOST_TEXT = 1_000_000
"""Characters of the longest text in an argument; model files have some thousands."""

MOST_BYTES = 16_000_000
"""Bytes of the largest model or study file; tables and meshes are files of their own."""

_LONGEST_PATH = 4096  # bytes, of Linux: a longer text is no path
_RULE = "must name a file below the root folder of the server"


class Workplace:
    """The folder to which tools are confined.

    Attributes:
        root: resolved path of the folder.
    """

    def __init__(self, root: Path) -> None:
        """Resolves the folder.

        Raises:
            RaftupError: BAD_FIELD if there is no such folder.
        """
        if not root.is_dir():
            raise bad_field("root", f"must be a folder that exists, is {root}")
        self.root = root.resolve()

    def confined(self) -> AbstractContextManager[None]:
        """A block in which Python opens no file outside of the root."""
        return confined(self.root)

    def existing(self, field: str, name: str) -> Path:
        """The file or folder that an argument names.

        Args:
            field: name of the argument, for the error.
            name: path relative to the root.

        Raises:
            RaftupError: BAD_FIELD if it is absolute, has `..`, is a link to a place outside of the
                root, or does not exist.
        """
        path = self._inside(field, name)
        if not path.exists():
            raise bad_field(field, f"must exist below the root folder, is {name!r}")
        return path

    def new(self, field: str, name: str) -> Path:
        """A path for a new file, as existing(); nothing must be there, but its folder must."""
        path = self._inside(field, name)
        if path.exists() or path.is_symlink():
            raise bad_field(field, f"must be a new file, {name!r} exists")
        if not path.parent.is_dir():
            raise bad_field(field, f"must lie in a folder that exists, is {name!r}")
        return path

    def shown(self, path: Path) -> str:
        """A path as arguments name it: relative to the root."""
        return path.resolve().relative_to(self.root).as_posix()

    def model(self, name: str, overrides: Mapping[str, Any] | None = None) -> Path:
        """A model file all of whose files lie below the root.

        Args:
            name: path relative to the root.
            overrides: values that replace those of the model, which may name files as well.

        Raises:
            ModelError: with the path of every field that names a file elsewhere.
        """
        return self._document("model", name, ModelError, {"model": dict(overrides or {})})

    def study(self, name: str) -> Path:
        """A study file whose files, and those of its model, lie below the root.

        Raises:
            ModelError: with the path of every field that names a file elsewhere.
        """
        file = self._document("file", name, SpecificationError, {})
        document, folder = read_document(file, SpecificationError)
        if isinstance(model := document.get("model"), str):
            self.model((folder / model).resolve().relative_to(self.root).as_posix())
        return file

    def text(self, text: str) -> dict[str, Any]:
        """The fields of a model in an argument; paths in it are relative to the root.

        Raises:
            ModelError: if it is no YAML, or names files elsewhere.
            RaftupError: BAD_FIELD if it is too long.
        """
        if len(text) > MOST_TEXT:
            rule = f"must have at most {MOST_TEXT} characters, has {len(text)}"
            raise bad_field("text", rule)
        try:
            document = parse_yaml(text)
        except (yaml.YAMLError, ValueError) as error:
            raise ModelError([Violation("text", f"must be YAML or JSON: {error}")]) from error
        document = refuse_other_than_mapping(document, ModelError, "text")
        self._refuse_files_elsewhere(document, self.root, ModelError)
        return document

    def database_sources(self, names: list[str]) -> list[Path]:
        """Files of a hydrodynamic database: each below the root, also those in a folder."""
        sources = [self.existing(f"sources[{k}]", name) for k, name in enumerate(names)]
        for file in database_files(sources):
            if not self._is_inside(file):
                raise bad_field("sources", f"{_RULE}, {file.name} is a link")
        return sources

    def _inside(self, field: str, name: str) -> Path:
        try:
            path = Path(name)
            if not name or path.is_absolute() or ".." in path.parts:
                raise bad_field(field, f"{_RULE}, relative and without '..', is {name!r}")
            if not self._is_inside(self.root / path):
                raise bad_field(field, f"{_RULE}, {name!r} is a link to another place")
        except (ValueError, OSError) as error:  # a zero byte, a name that is too long
            raise bad_field(field, f"{_RULE}, is {name[:80]!r}: {error}") from error
        return self.root / path

    def _is_inside(self, path: Path) -> bool:
        return path.resolve().is_relative_to(self.root)

    def _document(
        self, field: str, name: str, refusal: type[ModelError], further: dict[str, Any]
    ) -> Path:
        file = self.existing(field, name)
        if not file.is_file():
            raise bad_field(field, f"must be a file, is {name!r}")
        if (size := file.stat().st_size) > MOST_BYTES:
            raise bad_field(field, f"must have at most {MOST_BYTES} bytes, has {size}")
        document, folder = read_document(file, refusal)
        self._refuse_files_elsewhere(document, folder, refusal)
        self._refuse_files_elsewhere(further, folder, refusal)
        return file

    def _refuse_files_elsewhere(
        self, document: dict[str, Any], folder: Path, refusal: type[ModelError]
    ) -> None:
        violations = [
            Violation(path, f"{_RULE}, is {text!r}")
            for path, text in _texts(document)
            if not self._is_harmless(folder, text)
        ]
        if violations:
            raise refusal(violations)

    def _is_harmless(self, folder: Path, text: str) -> bool:
        """Whether a text of a document, taken as a path, leads nowhere outside of the root."""
        if "\n" in text or len(text) > _LONGEST_PATH:
            return True
        try:
            return self._is_inside(folder / text)
        except (ValueError, OSError, RuntimeError):  # a zero byte, links in a circle
            return False


def _texts(document: Any) -> Iterator[tuple[str, str]]:
    """Every text in a document with its path; parts that aliases repeat come once."""
    seen: set[int] = set()
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, (dict, list)) and id(value) not in seen:
            seen.add(id(value))
            if isinstance(value, dict):
                waiting += [(f"{path}.{key}" if path else str(key), v) for key, v in value.items()]
            else:
                waiting += [(f"{path}[{k}]", one) for k, one in enumerate(value)]


def as_refusal(error: OSError) -> RaftupError:
    """An error of the file system as a refusal that names the file."""
    return RaftupError(f"{error.strerror}: {error.filename}", code="INVALID_ARGUMENT")
