"""Assignment of the variables of an FMU to those of a session, read from YAML or JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from raftup.base.documents import read_document
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields


@dataclass(frozen=True)
class Link:
    """A variable of an FMU and a component of a variable of the session.

    Attributes:
        fmu: name of the FMU's variable.
        session: name of the session's variable.
        component: index of its component, from 0.
    """

    fmu: str
    session: str
    component: int


@dataclass(frozen=True)
class FmuMap:
    """Connections of an FMU with a session.

    Attributes:
        inputs: inputs of the FMU, which get values of outputs of the session.
        outputs: outputs of the FMU, which give values to inputs of the session; other components of
            these inputs are 0.
        parameters: values of parameters of the FMU, by name.
    """

    inputs: tuple[Link, ...]
    outputs: tuple[Link, ...]
    parameters: Mapping[str, float]


def read_map(source: str | Path | Mapping[str, Any]) -> FmuMap:
    """Reads `inputs: {FMU_NAME: {output: buoy.position, component: 2}}, outputs: {...: {input:}}`.

    Raises:
        SpecificationError: with all violations.
    """
    document, _ = read_document(source, SpecificationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    parameters = fields.part("parameters")
    read = FmuMap(
        _links(fields, "inputs", "output"),
        _links(fields, "outputs", "input"),
        {name: parameters.number(name) for name in parameters.names()} if parameters else {},
    )
    if not read.outputs:
        fields.refuse("outputs", "must name at least one output of the FMU, names none")
    fields.close()
    if violations:
        raise SpecificationError(violations)
    return read


def _links(fields: Fields, name: str, other_end: str) -> tuple[Link, ...]:
    part = fields.part(name)
    links = []
    for variable in part.names() if part else ():
        link = part.part(variable) if part else None
        if link is not None:
            component = link.count("component", 0, least=0)
            links.append(Link(variable, link.text(other_end), component))
            link.close()
    return tuple(links)
