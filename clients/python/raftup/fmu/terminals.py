"""Terminals of FMUs: what belongs to a body, so that hosts connect it at once.

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
        name: of the body.
        members: outputs of the body by what follows its name; forces on it and motions of it that
            a host gives by their own names.
    """

    name: str
    members: dict[str, FmuVariable]


def terminals(session: Session, variables: Iterable[FmuVariable]) -> list[Terminal]:
    """One per body that the variables tell of, in the order of the model."""
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
    """terminalsAndIcons.xml of at least one terminal; variables as the version of FMI has them."""
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
