"""Common parts of the descriptions of FMUs of all versions of FMI.

Source: FMI 2.0.5, sections 2.2 and 4.3; FMI 3.0.2, section 2.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.etree import ElementTree

from raftup.base.version import __version__
from raftup.fmu.units import DEGREES_PER_RADIAN, base_exponents
from raftup.fmu.variables import FmuVariable

GENERATION_TOOL = f"raftup {__version__}"
_LOG_CATEGORIES = ("logStatusError", "logStatusDiscard")
_STRUCTURED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)


@dataclass(frozen=True)
class Experiment:
    """Properties of an FMU besides its variables.

    Attributes:
        name: name of the model.
        identifier: name of the FMU's binary.
        token: identifier that a host passes to the binary, which compares it with its model.
        step: step of the model [s].
        duration: duration of the model [s].
    """

    name: str
    identifier: str
    token: str
    step: float
    duration: float


def naming_convention(variables: Iterable[FmuVariable]) -> str:
    """Naming convention of the variables, by its name in FMI."""
    structured = all(_STRUCTURED.fullmatch(variable.name) for variable in variables)
    return "structured" if structured else "flat"


def add_units(root: ElementTree.Element, variables: Iterable[FmuVariable]) -> None:
    """Adds the units of the components to the description."""
    definitions = ElementTree.SubElement(root, "UnitDefinitions")
    for name in sorted({unit for variable in variables for unit in variable.units}):
        unit = ElementTree.SubElement(definitions, "Unit", name=name)
        exponents = {base: str(power) for base, power in base_exponents(name).items()}
        ElementTree.SubElement(unit, "BaseUnit", exponents)
        if display := display_unit(name):
            factor = repr(DEGREES_PER_RADIAN)
            ElementTree.SubElement(unit, "DisplayUnit", name=display, factor=factor)


def display_unit(unit: str) -> str:
    """The unit with degrees in place of radians; empty if it contains no radians."""
    return unit.replace("rad", "deg") if "rad" in unit.split("/")[0].split() else ""


def add_experiment(root: ElementTree.Element, experiment: Experiment) -> None:
    """Adds the log categories and the default experiment to the description."""
    categories = ElementTree.SubElement(root, "LogCategories")
    for category in _LOG_CATEGORIES:
        ElementTree.SubElement(categories, "Category", name=category)
    ElementTree.SubElement(
        root,
        "DefaultExperiment",
        startTime="0",
        stopTime=repr(experiment.duration),
        stepSize=repr(experiment.step),
    )


def document(root: ElementTree.Element) -> bytes:
    """An XML element as the bytes of a file."""
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True))
