"""Assignment of the variables of an FMU to those of a session, read from YAML or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from raftup.base.documents import read_document
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields

Parameter: TypeAlias = "float | bool | tuple[float | bool, ...]"
"""Value of a parameter; several for an array."""


@dataclass(frozen=True)
class Link:
    """Elements of a variable of an FMU and components of a variable of the session.

    Attributes:
        fmu: name of the FMU's variable.
        session: name of the session's variable.
        component: index of its component, from 0; None = 0 for one element, all for an array.
        element: index of the element of an array of the FMU, from 0; None = all.
        path: path of the link in the map.
    """

    fmu: str
    session: str
    component: int | None
    element: int | None
    path: str


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
    parameters: Mapping[str, Parameter]


def read_map(source: str | Path | Mapping[str, Any]) -> FmuMap:
    """Reads `inputs: {FMU_NAME: {output: buoy.position, component: 2}}, outputs: {...: {input:}}`.

    A variable that is an array may have a list of links, each with an `element`.

    Raises:
        SpecificationError: with all violations.
    """
    document, _ = read_document(source, SpecificationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    parameters = fields.part("parameters")
    read = FmuMap(
        tuple(_links(fields, "inputs", "output")),
        tuple(_links(fields, "outputs", "input")),
        {name: _parameter(parameters, name) for name in parameters.names()} if parameters else {},
    )
    if not read.outputs:
        fields.refuse("outputs", "must name at least one output of the FMU, names none")
    fields.close()
    if violations:
        raise SpecificationError(violations)
    return read


def _links(fields: Fields, name: str, other_end: str) -> Iterator[Link]:
    part = fields.part(name)
    for variable in part.names() if part is not None else ():
        assert part is not None
        entries = part.value(variable)
        if isinstance(entries, list):
            for link in part.parts(variable, least=1):
                yield _link(link, variable, other_end)
        else:
            yield _link(part.within(variable, entries), variable, other_end)


def _link(link: Fields, variable: str, other_end: str) -> Link:
    component = link.count("component", 0, least=0) if link.has("component") else None
    element = link.count("element", 0, least=0) if link.has("element") else None
    found = Link(variable, link.text(other_end), component, element, link.path)
    link.close()
    return found


def _parameter(parameters: Fields, name: str) -> Parameter:
    value = parameters.value(name)
    if isinstance(value, bool):
        return value
    if isinstance(value, list) and all(isinstance(one, bool) for one in value):
        return tuple(value)
    if isinstance(value, list):
        return tuple(parameters.vector(name, len(value)).tolist())
    return parameters.number(name)
