"""OspModelDescription.xml: groups of variables of an FMU that OSP hosts connect together.

Source: OSP Interface Specification 1.0.1, its schema OspModelDescription.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from raftup.fmu.description import add_units, document
from raftup.fmu.terminals import Terminal
from raftup.fmu.variables import FmuVariable
from raftup.remote.session import Session

_NAMESPACE = "https://open-simulation-platform.com/OspModelDescription/1.0.1"
_MOST = 3
"""Largest number of variables in a group that has a physical quantity."""

_QUANTITIES = {
    "N": "Force",
    "N m": "Torque",
    "m/s": "LinearVelocity",
    "rad/s": "AngularVelocity",
    "m": "LinearDisplacement",
    "rad": "AngularDisplacement",
    "m/s2": "LinearAcceleration",
    "rad/s2": "AngularAcceleration",
}
_LINEAR_PORT, _ANGULAR_PORT = "LinearMechanicalPort", "AngularMechanicalPort"
_ORDER = ("Generic", *_QUANTITIES.values(), _LINEAR_PORT, _ANGULAR_PORT)


def osp_description(
    session: Session, variables: Sequence[FmuVariable], connectors: Iterable[Terminal]
) -> bytes:
    """Makes the file: groups for each body, one for each physical quantity of a variable.

    `ship.position` is one group; the parts of a force with a moment are `push.force` and
    `push.torque`; others, such as quaternions, are generic groups. A force in world axes on a body
    whose velocities are outputs also has ports: `push.linear_port` and `push.angular_port`.
    Components have the names of FMI 2.
    """
    root = ElementTree.Element("OspModelDescription", xmlns=_NAMESPACE, version="1.0")
    add_units(root, variables)
    groups = defaultdict[str, list[ElementTree.Element]](list)
    in_world_axes = {
        given.name for given in session.model.inputs if not given.external_force.body_axes
    }
    for connector in connectors:
        for variable in connector.members.values():
            for group in _groups(variable, variable.name):
                groups[group.tag].append(group)
            if variable.causality == "input" and variable.name in in_world_axes:
                for port in _ports(variable, connector):
                    groups[port.tag].append(port)
    every = ElementTree.SubElement(root, "VariableGroups")
    for tag in _ORDER:
        every.extend(groups[tag])
    return document(root)


def _groups(variable: FmuVariable, name: str) -> Iterator[ElementTree.Element]:
    """Yields a group for each physical quantity, or a generic one; names begin with `name`."""
    parts = [
        (unit, [component for component, _ in part])
        for unit, part in itertools.groupby(
            zip(variable.components, variable.units, strict=True), key=lambda one: one[1]
        )
    ]
    if not all(unit in _QUANTITIES and len(part) <= _MOST for unit, part in parts):
        yield _group("Generic", name, zip(variable.components, variable.units, strict=True))
        return
    for unit, part in parts:
        tag = _QUANTITIES[unit]
        own = f"{name}.{_word(tag)}" if len(parts) > 1 else name
        yield _group(tag, own, ((component, unit) for component in part))


def _ports(force: FmuVariable, connector: Terminal) -> Iterator[ElementTree.Element]:
    """Yields ports of a force and a moment at the center of mass with the conjugate velocities."""
    of_force = {group.tag: group for group in _groups(force, f"{force.name}.port")}
    for tag, effort, flow in (
        (_LINEAR_PORT, "Force", "linear_velocity"),
        (_ANGULAR_PORT, "Torque", "angular_velocity"),
    ):
        velocity = connector.members.get(flow)
        if effort not in of_force or velocity is None:
            continue
        port = ElementTree.Element(tag, name=f"{force.name}.{flow.split('_')[0]}_port")
        port.append(of_force[effort])
        port.extend(_groups(velocity, f"{force.name}.port.{flow}"))
        yield port


def _group(tag: str, name: str, members: Iterable[tuple[str, str]]) -> ElementTree.Element:
    group = ElementTree.Element(tag, name=name)
    for component, unit in members:
        ElementTree.SubElement(group, "Variable", ref=component, unit=unit)
    return group


def _word(tag: str) -> str:
    """Converts LinearVelocity to linear_velocity."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in tag)[1:]
