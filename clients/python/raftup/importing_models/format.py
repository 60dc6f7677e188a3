"""What the importer of a format consists of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from raftup.importing_models.conversion import Conversion
from raftup.importing_models.source import SourceFile


@dataclass(frozen=True)
class ModelFormat:
    """A format of models of another program.

    Attributes:
        name: identifier, such as `wec_sim`.
        title: name for people, with the file to give.
        recognises: whether a file is of this format, by its content.
        convert: fills the model of a conversion from the file.
        options: fields of ImportModelOptions that the format uses.
    """

    name: str
    title: str
    recognises: Callable[[SourceFile], bool]
    convert: Callable[[SourceFile, Conversion], None]
    options: frozenset[str] = frozenset()
