"""modelDescription.xml of FMI 2.0 for co-simulation.

Source: FMI 2.0.5, sections 2.2 and 4.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from raftup.fmu.description import (
    GENERATION_TOOL,
    Experiment,
    add_experiment,
    add_units,
    display_unit,
    document,
    naming_convention,
)
from raftup.fmu.variables import FmuVariable


def fmi2_description(experiment: Experiment, variables: Sequence[FmuVariable]) -> bytes:
    """Makes the description; components of vectors are separate scalars."""
    root = ElementTree.Element(
        "fmiModelDescription",
        fmiVersion="2.0",
        modelName=experiment.name,
        guid=experiment.token,
        generationTool=GENERATION_TOOL,
        variableNamingConvention=naming_convention(variables),
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
        providesDirectionalDerivative="true",
        maxOutputDerivativeOrder="1",
    )
    add_units(root, variables)
    add_experiment(root, experiment)
    outputs = _add_variables(root, variables)
    structure = ElementTree.SubElement(root, "ModelStructure")
    for element in ("Outputs", "InitialUnknowns") if outputs else ():
        unknowns = ElementTree.SubElement(structure, element)
        for index in outputs:
            ElementTree.SubElement(unknowns, "Unknown", index=str(index))
    return document(root)


def _add_variables(root: ElementTree.Element, variables: Sequence[FmuVariable]) -> list[int]:
    """Adds the scalars; returns the positions of outputs among them, from 1."""
    outputs = []
    scalars = ElementTree.SubElement(root, "ModelVariables")
    for variable in variables:
        for component, (name, unit) in enumerate(
            zip(variable.components, variable.units, strict=True)
        ):
            scalar = ElementTree.SubElement(
                scalars,
                "ScalarVariable",
                name=name,
                valueReference=str(variable.reference + component),
                description=variable.description,
                causality=variable.causality,
                variability="continuous",
            )
            number = ElementTree.SubElement(scalar, "Real", unit=unit)
            if display := display_unit(unit):
                number.set("displayUnit", display)
            if variable.start is None:
                scalar.set("initial", "calculated")
                outputs.append(len(scalars))
            else:
                number.set("start", repr(variable.start[component]))
    return outputs
