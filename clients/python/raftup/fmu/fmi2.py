"""modelDescription.xml of FMI 2.0 for co-simulation.

Source: FMI 2.0.5, sections 2.2 and 4.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from raftup.fmu.units import DEGREES_PER_RADIAN, base_exponents
from raftup.fmu.variables import FmuVariable
from raftup.version import __version__

LOG_CATEGORIES = ("logStatusError", "logStatusDiscard")
_STRUCTURED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", re.ASCII)


@dataclass(frozen=True)
class Experiment:
    """What an FMU says of itself beside its variables.

    Attributes:
        name: of the model.
        identifier: of its binary.
        token: that a host hands to the binary, which knows its model by it.
        step: s, of the model.
        duration: s, of the model.
    """

    name: str
    identifier: str
    token: str
    step: float
    duration: float


def fmi2_description(experiment: Experiment, variables: Sequence[FmuVariable]) -> bytes:
    """The file. Scalars: the components of vectors one by one."""
    structured = all(_STRUCTURED.fullmatch(variable.name) for variable in variables)
    root = ElementTree.Element(
        "fmiModelDescription",
        fmiVersion="2.0",
        modelName=experiment.name,
        guid=experiment.token,
        generationTool=f"raftup {__version__}",
        variableNamingConvention="structured" if structured else "flat",
        numberOfEventIndicators="0",
    )
    ElementTree.SubElement(
        root,
        "CoSimulation",
        modelIdentifier=experiment.identifier,
        canHandleVariableCommunicationStepSize="true",
        canNotUseMemoryManagementFunctions="true",
        canGetAndSetFMUstate="true",
        canSerializeFMUstate="true",
    )
    _add_units(root, {unit for variable in variables for unit in variable.units})
    categories = ElementTree.SubElement(root, "LogCategories")
    for category in LOG_CATEGORIES:
        ElementTree.SubElement(categories, "Category", name=category)
    ElementTree.SubElement(
        root,
        "DefaultExperiment",
        startTime="0",
        stopTime=repr(experiment.duration),
        stepSize=repr(experiment.step),
    )
    outputs = _add_variables(root, variables)
    structure = ElementTree.SubElement(root, "ModelStructure")
    for element in ("Outputs", "InitialUnknowns") if outputs else ():
        unknowns = ElementTree.SubElement(structure, element)
        for index in outputs:
            ElementTree.SubElement(unknowns, "Unknown", index=str(index))
    ElementTree.indent(root)
    return bytes(ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True))


def _add_units(root: ElementTree.Element, units: Iterable[str]) -> None:
    definitions = ElementTree.SubElement(root, "UnitDefinitions")
    for name in sorted(units):
        unit = ElementTree.SubElement(definitions, "Unit", name=name)
        exponents = {base: str(power) for base, power in base_exponents(name).items()}
        ElementTree.SubElement(unit, "BaseUnit", exponents)
        if "rad" in name.split("/")[0].split():
            degrees = name.replace("rad", "deg")
            factor = repr(DEGREES_PER_RADIAN)
            ElementTree.SubElement(unit, "DisplayUnit", name=degrees, factor=factor)


def _add_variables(root: ElementTree.Element, variables: Sequence[FmuVariable]) -> list[int]:
    """Adds the scalars. Returns the places of outputs among them, counted from 1."""
    outputs = []
    scalars = ElementTree.SubElement(root, "ModelVariables")
    for variable in variables:
        for component, unit in enumerate(variable.units):
            is_output = variable.start is None
            scalar = ElementTree.SubElement(
                scalars,
                "ScalarVariable",
                name=variable.component(component),
                valueReference=str(variable.reference + component),
                description=variable.description,
                causality="output" if is_output else "input",
                variability="continuous",
            )
            number = ElementTree.SubElement(scalar, "Real", unit=unit)
            if "rad" in unit.split("/")[0].split():
                number.set("displayUnit", unit.replace("rad", "deg"))
            if variable.start is None:
                scalar.set("initial", "calculated")
                outputs.append(len(scalars))
            else:
                number.set("start", repr(variable.start[component]))
    return outputs
