"""modelDescription.xml of FMI 3.0 for co-simulation.

Source: FMI 3.0.2, sections 2.4 and 4.3.
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


def fmi3_description(
    experiment: Experiment, variables: Sequence[FmuVariable], time: FmuVariable
) -> bytes:
    """Makes the description with vectors; if units of components differ, its text names them."""
    every = [*variables, time]
    root = ElementTree.Element(
        "fmiModelDescription",
        fmiVersion="3.0",
        modelName=experiment.name,
        instantiationToken=experiment.token,
        generationTool=GENERATION_TOOL,
        variableNamingConvention=naming_convention(every),
    )
    ElementTree.SubElement(
        root,
        "CoSimulation",
        modelIdentifier=experiment.identifier,
        canGetAndSetFMUState="true",
        canSerializeFMUState="true",
        providesDirectionalDerivatives="true",
        maxOutputDerivativeOrder="1",
        canHandleVariableCommunicationStepSize="true",
        fixedInternalStepSize=repr(experiment.step),
        providesIntermediateUpdate="true",
        canReturnEarlyAfterIntermediateUpdate="true",
        mightReturnEarlyFromDoStep="false",
        hasEventMode="false",
    )
    add_units(root, every)
    add_experiment(root, experiment)
    elements = ElementTree.SubElement(root, "ModelVariables")
    for variable in every:
        _add_variable(elements, variable)
    structure = ElementTree.SubElement(root, "ModelStructure")
    for element in ("Output", "InitialUnknown"):
        for variable in variables:
            if variable.causality == "output":
                reference = str(variable.reference)
                ElementTree.SubElement(structure, element, valueReference=reference)
    return document(root)


def _add_variable(elements: ElementTree.Element, variable: FmuVariable) -> None:
    element = ElementTree.SubElement(
        elements,
        "Float64",
        name=variable.name,
        valueReference=str(variable.reference),
        description=variable.description,
        causality=variable.causality,
        variability="continuous",
    )
    if variable.causality == "output":
        element.set("initial", "calculated")
    if variable.causality != "independent":
        element.set("intermediateUpdate", "true")
    if len(set(variable.units)) == 1:
        element.set("unit", variable.units[0])
        if display := display_unit(variable.units[0]):
            element.set("displayUnit", display)
    else:
        element.set("description", f"{variable.description} ({', '.join(variable.units)})")
    if variable.start is not None:
        element.set("start", " ".join(map(repr, variable.start)))
    if variable.size > 1:
        ElementTree.SubElement(element, "Dimension", start=str(variable.size))
