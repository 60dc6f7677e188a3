"""The contents of an SSP file: the model, other FMUs, and how they are connected."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from raftup.base.errors import ModelError, RaftupError, Violation
from raftup.remote.client import Client

_SSD = "{http://ssp-standard.org/SSP1/SystemStructureDescription}"
_SSV = "{http://ssp-standard.org/SSP1/SystemStructureParameterValues}"
_STRUCTURE = "SystemStructure.ssd"
_MOST_BYTES = 4_000_000_000  # of an unpacked archive; an FMU has some megabytes
_COMPONENT = re.compile(r"(.+)\[(\d+)\]")  # of a vector of the model in FMI 2.0, from 1


class SspError(ModelError):
    """Error of a system that breaks rules."""

    SUBJECT = "the system"


@dataclass
class FmuComponent:
    """An FMU of a system beside the model.

    Attributes:
        name: name of the component.
        file: its file.
        map: its connections with the session, in the form of map files.
    """

    name: str
    file: Path
    map: dict[str, dict[str, Any]] = field(
        default_factory=lambda: {"inputs": {}, "outputs": {}, "parameters": {}}
    )

    @property
    def session_inputs(self) -> list[str]:
        """Inputs of the session that the FMU writes."""
        return list(dict.fromkeys(link["input"] for link in self.map["outputs"].values()))


@dataclass(frozen=True)
class SspSystem:
    """A system of one model and other FMUs.

    Attributes:
        model: model file.
        components: the other FMUs.
    """

    model: Path
    components: tuple[FmuComponent, ...]


def read_system(file: Path, folder: Path, client: Client) -> SspSystem:
    """Reads a system, one of whose FMUs is a model of Raftup.

    Its file NAME.yaml is beside NAME.fmu in the archive, or beside the archive; the identifier of
    the FMU must be that of the model.

    Args:
        file: the archive.
        folder: empty folder in which it is unpacked.
        client: connection to a server, which identifies the model.

    Raises:
        SspError: with every rule that the system breaks.
        RaftupError: INVALID_ARGUMENT if the file is no such archive.
        OSError: if it cannot be read.
    """
    root = _unpacked(file, folder)
    system = root.find(f"{_SSD}System")
    if system is None:
        raise _refused(file, "must have a System")
    violations: list[Violation] = []
    elements = system.find(f"{_SSD}Elements")
    files: dict[str, Path] = {}
    for element in () if elements is None else elements:
        name = element.get("name", "")
        path = folder / element.get("source", "")
        if element.tag != f"{_SSD}Component" or not path.resolve().is_relative_to(folder.resolve()):
            rule = "must be a Component with a source in the archive: no systems inside others"
            violations.append(Violation(name, rule))
        elif not path.is_file():
            violations.append(Violation(name, f"must have a source, {path.name} does not exist"))
        else:
            files[name] = path
    models = {name: model for name, path in files.items() if (model := _model_of(path, file))}
    if len(models) != 1 and not violations:
        named = ", ".join(models) or "none is"
        rule = f"must have one FMU NAME.fmu with its model NAME.yaml beside it: {named}"
        violations.append(Violation("Elements", rule))
    if violations:
        raise SspError(violations)
    ((own, model),) = models.items()
    _check_identity(own, files[own], model, client)
    others = {name: FmuComponent(name, path) for name, path in files.items() if name != own}
    violations += _connect(system, own, others)
    violations += _parameters(system, others)
    if violations:
        raise SspError(violations)
    return SspSystem(model, tuple(others.values()))


def _unpacked(file: Path, folder: Path) -> ElementTree.Element:
    try:
        with zipfile.ZipFile(file) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
            if size > _MOST_BYTES:
                raise _refused(file, f"must have at most {_MOST_BYTES} bytes, has {size}")
            archive.extractall(folder)  # which leaves '..' and absolute paths out
        return ElementTree.parse(folder / _STRUCTURE).getroot()
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, FileNotFoundError) as error:
        if not file.is_file():
            raise
        raise _refused(file, f"must be an archive with {_STRUCTURE}: {error}") from error


def _refused(file: Path, rule: str) -> RaftupError:
    return RaftupError(f"{file} {rule}", code="INVALID_ARGUMENT", reason="BAD_FIELD")


def _model_of(fmu: Path, archive: Path) -> Path | None:
    """The model file beside an FMU, or beside the archive."""
    for place in (fmu.with_suffix(".yaml"), archive.with_name(f"{fmu.stem}.yaml")):
        if place.is_file():
            return place
    return None


def _check_identity(name: str, fmu: Path, model: Path, client: Client) -> None:
    """Refuses a model that is not the one of which the FMU was made."""
    with zipfile.ZipFile(fmu) as archive:
        description = ElementTree.fromstring(archive.read("modelDescription.xml"))
    token = description.get("guid") or description.get("instantiationToken") or ""
    with client.create_session(model) as session:
        own = f"raftup-{session.export_model()[0]}"
    if token != own:
        rule = f"must have the identifier {own} of {model.name}, has {token}"
        raise SspError([Violation(name, f"{rule}: export the FMU again")])


def _connect(
    system: ElementTree.Element, own: str, others: Mapping[str, FmuComponent]
) -> Iterator[Violation]:
    """Enters the connections into the maps of the FMUs, and yields those that are not possible."""
    for number, one in enumerate(system.iterfind(f"{_SSD}Connections/{_SSD}Connection")):
        path = f"Connections[{number}]"
        start, end = one.get("startElement", ""), one.get("endElement", "")
        if {start, end} - {own, *others} or (start == own) == (end == own):
            rule = f"must connect {own} with another component, connects {start} and {end}"
            yield Violation(path, rule)
        elif len(one):
            yield Violation(path, "must have no transformation")
        elif start == own:
            link = _session_end("output", one.get("startConnector", ""))
            others[end].map["inputs"][one.get("endConnector", "")] = link
        else:
            link = _session_end("input", one.get("endConnector", ""))
            others[start].map["outputs"][one.get("startConnector", "")] = link


def _session_end(key: str, connector: str) -> dict[str, Any]:
    """The session's end of a link: a variable, or with `[k]` from 1 one of its components."""
    found = _COMPONENT.fullmatch(connector)
    return {key: found[1], "component": int(found[2]) - 1} if found else {key: connector}


def _parameters(
    system: ElementTree.Element, others: Mapping[str, FmuComponent]
) -> Iterator[Violation]:
    """Enters values of parameters into the maps, and yields what is not supported."""
    for element in system.iterfind(f"{_SSD}Elements/{_SSD}Component"):
        name = element.get("name", "")
        for binding in element.iterfind(f"{_SSD}ParameterBindings/{_SSD}ParameterBinding"):
            if binding.get("source") or name not in others:
                rule = "must be values inside the structure, of an FMU that is not the model"
                yield Violation(f"{name}.ParameterBindings", rule)
                continue
            for parameter in binding.iter(f"{_SSV}Parameter"):
                value = _value(parameter)
                if value is None:
                    rule = "must have a number or a truth value"
                    yield Violation(f"{name}.{parameter.get('name')}", rule)
                else:
                    others[name].map["parameters"][parameter.get("name", "")] = value


def _value(parameter: ElementTree.Element) -> float | bool | None:
    """The value of a parameter; None if it is neither a number nor a truth value."""
    for kind in parameter:
        text = kind.get("value", "")
        if kind.tag == f"{_SSV}Boolean":
            return text in ("true", "1")
        if kind.tag in (f"{_SSV}Real", f"{_SSV}Integer"):
            with suppress(ValueError):
                return float(text)
    return None
