"""Terminals of FMUs: groups of the variables of a body, which hosts connect together.

Source: FMI 3.0.2, section 2.4.9; hosts of FMI 2 that know terminals look for the same file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from raftup.fmu.description import document
from raftup.fmu.variables import FmuVariable
from raftup.remote.session import Session


@dataclass(frozen=True)
class Terminal:
    """The variables of an FMU that belong to one body.

    Attributes:
        name: name of the body.
        members: variables by member name: outputs of the body by the part after its name; forces on
            the body and prescribed motions of it, which are inputs, by their own names.
    """

    name: str
    members: dict[str, FmuVariable]


def terminals(session: Session, variables: Iterable[FmuVariable]) -> list[Terminal]:
    """Terminals of the bodies to which variables belong, in the order of the model."""
    known = {variable.name: variable for variable in variables}
    found = []
    for body in session.model.bodies:
        start = f"{body.name}."
        members = {
            name.removeprefix(start): variable
            for name, variable in known.items()
            if name.startswith(start)
        }
        members |= {name: known[name] for name in _written_by_hosts(session, body.name)}
        if members:
            found.append(Terminal(body.name, members))
    return found


def terminals_file(connectors: Sequence[Terminal], *, as_scalars: bool) -> bytes:
    """Makes terminalsAndIcons.xml of at least one terminal; `as_scalars` for FMI 2."""
    root = ElementTree.Element("fmiTerminalsAndIcons", fmiVersion="3.0")
    elements = ElementTree.SubElement(root, "Terminals")
    for connector in connectors:
        description = f"body '{connector.name}'"
        element = ElementTree.SubElement(
            elements, "Terminal", name=connector.name, matchingRule="bus", description=description
        )
        for member, variable in connector.members.items():
            for name in variable.components if as_scalars else [variable.name]:
                ElementTree.SubElement(
                    element,
                    "TerminalMemberVariable",
                    variableName=name,
                    memberName=member + name.removeprefix(variable.name),
                    variableKind="signal",
                )
    return document(root)


def _written_by_hosts(session: Session, body: str) -> Iterator[str]:
    own = {each.name for each in session.variables() if each.written_by_model}
    for given in session.model.inputs:
        if given.name in own:
            continue
        if body in (given.external_force.body, given.kinematic_motion.body):
            yield given.name
