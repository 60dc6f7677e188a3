"""What connects to what in WEC-Sim: blocks and lines of the Simulink file, or the map of the user.

A `.slx` file is a zip archive; `simulink/systems/system_root.xml`, or `simulink/blockdiagram.xml`
of older releases, has blocks with their class in `SourceBlock` and the object in a parameter
(`body(1)`, `pto(1)`), and lines between ports `SID#lconn:1` with branches.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.record import yaml_record
from raftup.importing_models.source import SourceFile, open_source
from raftup.importing_models.wec_sim.input import WecSimInput
from raftup.importing_models.xml_tree import XmlElement, parse_xml

_ROOTS = ("simulink/systems/system_root.xml", "simulink/blockdiagram.xml")
"""Files of an archive that may have the blocks, the newer one first."""

_LARGEST = 32 * 1024 * 1024
"""Bytes of the largest XML file inside an archive that is read."""

WORLD = 0
"""Number of the world where bodies have numbers from 1."""

_DAMAGED = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError)
"""Errors of damaged archives."""

_PICTURES = ("Scope", "Display", "ToWorkspace", "ToFile", "Terminator", "Annotation", "Note")
"""Simulink blocks that only show or keep signals."""


@dataclass(frozen=True)
class Connection:
    """What an object of the input file connects.

    Attributes:
        kind: name of the block without `PTO`: `Floating (3DOF)`, `Translational`.
        ends: numbers of the bodies at its base and follower, WORLD for the global frame.
        place: where it stands.
    """

    kind: str
    ends: tuple[int, ...]
    place: Place


@dataclass
class Blocks:
    """Connections of an input file.

    Attributes:
        connections: what each constraint, PTO and mooring connects, by `pto(1)`.
        body_names: names of the bodies' blocks, by their numbers.
    """

    connections: dict[str, Connection]
    body_names: dict[int, str]


def read_blocks(read: WecSimInput, file: SourceFile, conversion: Conversion) -> Blocks | None:
    """Reads the map of the user, or else the Simulink file beside the input file.

    Returns:
        None if neither is there.
    """
    simu = read.objects.get("simu", {}).get(1)
    named = simu.take("simMechanicsFile") if simu is not None else None
    if conversion.options.joints is not None:
        if named is not None:
            conversion.taken(named, "", f"{named}: --joints says what connects to what")
        return _mapped(open_source(conversion.options.joints))
    if named is None:
        return None
    if not file.named(named.text()).is_file():
        conversion.taken(named, "", f"{named}: does not exist beside the input file")
        return None
    conversion.taken(named, "joints")
    return _simulink(conversion.read_named(file, named.text(), named.place), conversion)


def _mapped(file: SourceFile) -> Blocks:
    """Reads `pto(1): {type: Translational, bodies: [1, 2]}`; one body is connected to the world."""
    record = yaml_record(file)
    connections = {}
    for key in record.fields:
        entry = record.record(key)
        kind = entry.need("type").text()
        bodies = tuple(round(number) for number in entry.need("bodies").numbers())
        left = list(entry.unused())
        if left:
            raise UnreadableError(left[0].place, f"{left[0].name} must be type or bodies")
        ends = (WORLD, *bodies) if len(bodies) == 1 else bodies
        connections[re.sub(r"\s", "", key)] = Connection(kind, ends, entry.place)
    return Blocks(connections, {})


def _simulink(file: SourceFile, conversion: Conversion) -> Blocks:
    root = _system(file)
    blocks = {block.attributes.get("SID", ""): block for block in root.all("Block")}
    nets = [set(_ports(line)) for line in root.all("Line")]
    names: dict[int, str] = {}
    nodes: dict[str, int] = {}
    devices: dict[str, tuple[str, str, Place]] = {}
    for sid, block in blocks.items():
        kind = _parameter(block, "SourceBlock").rpartition("/")[2]
        label = _object_of(block)
        if label.startswith("body("):
            number = int(label[5:-1])
            nodes[sid] = number
            names[number] = block.attributes.get("Name", "")
            if not kind.startswith("Rigid"):
                raise UnreadableError(block.place, f"the block {kind} bends: refused")
        elif kind == "Global Reference Frame":
            nodes[sid] = WORLD
        elif label:
            devices[label] = (sid, kind, block.place)
        else:
            _tell_block(block, kind, conversion)
    connections = {
        label: Connection(kind, _ends(sid, nets, nodes, label, place), place)
        for label, (sid, kind, place) in devices.items()
    }
    return Blocks(connections, names)


def _system(file: SourceFile) -> XmlElement:
    """The element `System` with the blocks and lines of the whole model."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
            names = [name for name in _ROOTS if name in archive.namelist()]
            if not names:
                raise UnreadableError(file.place(), f"must hold {' or '.join(_ROOTS)}")
            if archive.getinfo(names[0]).file_size > _LARGEST:
                raise UnreadableError(file.place(), f"must have at most {_LARGEST} bytes of blocks")
            with archive.open(names[0]) as entry:
                data = entry.read(_LARGEST)
    except _DAMAGED as error:
        raise UnreadableError(file.place(), f"must be a Simulink file: {error}") from error
    root = parse_xml(data, f"{file.name}/{names[0].rpartition('/')[2]}")
    system = next((one for one in root.descendants() if one.tag == "System"), None)
    if system is None:
        raise UnreadableError(root.place, "must have an element System")
    return system


def _parameter(block: XmlElement, name: str) -> str:
    for element in block.descendants():
        if element.tag == "P" and element.attributes.get("Name") == name:
            return element.text.strip()
    return ""


def _object_of(block: XmlElement) -> str:
    """The object of the input file that a block of WEC-Sim's library stands for."""
    if not _parameter(block, "SourceBlock").startswith("WECSim_Lib"):
        return ""
    for name in ("body", "constraint", "pto", "mooring"):
        value = re.sub(r"\s", "", _parameter(block, name))
        if re.fullmatch(rf"{name}\([1-9]\d{{0,3}}\)", value):
            return value
    return ""


def _tell_block(block: XmlElement, kind: str, conversion: Conversion) -> None:
    name = block.attributes.get("Name", "")
    shape = block.attributes.get("BlockType", "")
    if shape not in _PICTURES:
        conversion.left_out(block.place, f"block {name!r} ({kind or shape}): no counterpart")


def _ports(line: XmlElement) -> Iterator[str]:
    for element in line.descendants():
        if element.tag == "P" and element.attributes.get("Name") in ("Src", "Dst"):
            yield element.text.strip()


def _ends(
    sid: str, nets: list[set[str]], nodes: dict[str, int], label: str, place: Place
) -> tuple[int, ...]:
    """Numbers of the bodies at the ports of a block, the left port first."""
    ends = []
    for port in ("lconn", "rconn"):
        for net in nets:
            if any(one.startswith(f"{sid}#{port}") for one in net):
                found = {nodes[_sid(one)] for one in net if _sid(one) in nodes}
                ends.append(_only(found, label, place))
    return tuple(ends)


def _sid(port: str) -> str:
    return port.partition("#")[0]


def _only(found: set[int], label: str, place: Place) -> int:
    if len(found) != 1:
        raise UnreadableError(
            place,
            f"{label} must be connected to one body or the global frame at each end, is to "
            f"{len(found)}: say it by --joints MAP.yaml",
        )
    return found.pop()


def assumed_blocks(read: WecSimInput, conversion: Conversion) -> Blocks:
    """What a single constraint and PTO connect where nothing says it, as in WEC-Sim's examples.

    Raises:
        UnreadableError: if there are more.
    """
    bodies = len(read.all("body"))
    constraints, ptos, moorings = (read.all(name) for name in ("constraint", "pto", "mooring"))
    if len(constraints) > 1 or len(ptos) > 1 or bodies > 2 or (moorings and bodies > 1):
        raise UnreadableError(
            read.whole,
            "types and bodies of the constraints stand in the Simulink file: put the .slx beside "
            "the input file, or give --joints MAP.yaml",
        )
    connections = {}
    for record in constraints:
        ends = (WORLD, bodies)
        connections[record.name] = Connection("Floating (3DOF)", ends, record.place)
    for record in ptos:
        ends = (1, 2) if bodies == 2 else (WORLD, 1)
        connections[record.name] = Connection("Translational", ends, record.place)
    for record in moorings:
        connections[record.name] = Connection("Mooring Matrix", (WORLD, 1), record.place)
    for label, one in connections.items():
        conversion.assumed(
            one.place,
            f"{label} is {one.kind} of {_bodies_text(one.ends)}: no .slx beside the input file",
            "joints",
        )
    return Blocks(connections, {})


def _bodies_text(ends: tuple[int, ...]) -> str:
    return " and ".join("the world" if end == WORLD else f"body({end})" for end in ends)
