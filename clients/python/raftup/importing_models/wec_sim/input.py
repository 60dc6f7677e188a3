"""Objects of WEC-Sim's input file: simu, waves, body(k), constraint(k), pto(k), mooring(k)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.record import Field, Record
from raftup.importing_models.source import SourceFile
from raftup.importing_models.wec_sim.matlab import Assignment, Call, read_assignments

_CLASSES = {
    "simulationClass": "simu",
    "waveClass": "waves",
    "bodyClass": "body",
    "constraintClass": "constraint",
    "ptoClass": "pto",
    "mooringClass": "mooring",
}
"""Classes of WEC-Sim that are read, and the names of their objects."""

_OLDER = {
    "simu": {"CITime": "cicEndTime", "ssCalc": "stateSpace"},
    "waves": {
        "H": "height",
        "T": "period",
        "waveDir": "direction",
        "waveSpread": "spread",
        "waveSpectrumFile": "spectrumFile",
        "spectrumDataFile": "spectrumFile",
        "waveElevationFile": "elevationFile",
        "etaDataFile": "elevationFile",
        "freqDisc": "bem.option",
        "numFreq": "bem.count",
    },
    "body": {
        "momOfInertia": "inertia",
        "initDisp.initLinDisp": "initial.displacement",
        "initDisp.initAngularDispAxis": "initial.axis",
        "initDisp.initAngularDispAngle": "initial.angle",
        "viscDrag.cd": "quadDrag.cd",
        "viscDrag.characteristicArea": "quadDrag.area",
        "viscDrag.Drag": "quadDrag.drag",
        "nhBody": "nonHydro",
        "nlHydro": "nonlinearHydro",
    },
    "constraint": {"loc": "location"},
    "pto": {"loc": "location", "k": "stiffness", "c": "damping"},
    "mooring": {
        "ref": "location",
        "matrix.k": "matrix.stiffness",
        "matrix.c": "matrix.damping",
    },
}
"""Names of fields before version 5 of WEC-Sim, and their names since."""

_MATRICES = ("quadDrag.drag", "linearDamping", "matrix.stiffness", "matrix.damping")
"""Fields of which single elements may be assigned before the whole; they begin as 0."""


@dataclass
class WecSimInput:
    """The objects of an input file.

    Attributes:
        whole: place of the file as a whole.
        objects: fields of each object by its name and its index from 1; the argument of the class
            is the field `class`.
    """

    whole: Place
    objects: dict[str, dict[int, Record]] = field(default_factory=dict)

    def all(self, name: str) -> list[Record]:
        """Objects of a name in the order of their indices.

        Raises:
            UnreadableError: if an index is missing.
        """
        found = self.objects.get(name, {})
        for expected, (index, record) in enumerate(sorted(found.items()), 1):
            if index != expected:
                raise UnreadableError(record.place, f"{name}({expected}) must be created as well")
        return [record for _, record in sorted(found.items())]


def looks_like_wec_sim(file: SourceFile) -> bool:
    """Whether a file creates bodies of WEC-Sim."""
    return file.is_text and ("bodyClass(" in file.text or "simulationClass(" in file.text)


def read_wec_sim(file: SourceFile, conversion: Conversion) -> WecSimInput:
    """Reads an input file.

    Raises:
        UnreadableError: at a statement that is no assignment of a constant.
    """
    read = WecSimInput(file.place(0))
    for one in read_assignments(file):
        if isinstance(one.value, Call):
            _create(read, one, conversion)
        elif one.path:
            _assign(read, one, conversion)
        else:
            what = Field(one.name, _plain(one.value), one.place)
            conversion.taken(what, "", f"{what}: a variable")
    return read


def _create(read: WecSimInput, one: Assignment, conversion: Conversion) -> None:
    call = one.value
    name = _CLASSES.get(call.name)
    if one.path or name not in (one.name, None) or (name is None and "Class" not in call.name):
        raise UnreadableError(one.place, f"the call of {call.name} is not executed")
    label = one.name if name == "simu" else f"{one.name}({one.index})"
    if name is None:
        conversion.left_out(one.place, f"{label} = {call.name}(...): no counterpart")
    arguments = [value for value in call.arguments if isinstance(value, str)]
    value = arguments[0] if arguments else None
    fields = {"class": Field(f"{label} of {call.name}", value, one.place)}
    read.objects.setdefault(one.name, {})[one.index] = Record(label, one.place, fields)


def _assign(read: WecSimInput, one: Assignment, conversion: Conversion) -> None:
    record = read.objects.get(one.name, {}).get(one.index)
    if record is None:
        raise UnreadableError(
            one.place, f"{one.name}({one.index}) must be created by its class before its fields"
        )
    path = _OLDER.get(one.name, {}).get(one.path, one.path)
    before = record.fields.get(path)
    value = one.value
    if one.element:
        value = _with_element(one, path, before)
    elif before is not None:
        conversion.taken(before, "", f"{before}: replaced by line {one.place.line}")
    name = f"{record.name}.{one.path}"
    record.fields[path] = Field(name, _plain(value), one.place)


def _with_element(one: Assignment, path: str, before: Field | None) -> Any:
    """The array of a field with one element replaced."""
    if before is not None:
        array = np.atleast_2d(np.array(before.value, dtype=float))
    elif path in _MATRICES:
        array = np.zeros((6, 6))
    else:
        array = np.zeros((1, 6))
    index = one.element if len(one.element) == 2 else (1, one.element[0])
    if not isinstance(one.value, float) or any(
        at > size for at, size in zip(index, array.shape, strict=True)
    ):
        raise UnreadableError(one.place, f"must be an element of an array of {array.shape}")
    array[index[0] - 1, index[1] - 1] = one.value
    return array


def _plain(value: Any) -> Any:
    """An array as a list of its numbers, or of its rows if it has several of several numbers."""
    if not isinstance(value, np.ndarray):
        return value
    if 1 in value.shape:
        flat = value.ravel().tolist()
        return flat[0] if len(flat) == 1 else flat
    return value.tolist()


def matrix(what: Field) -> list[float]:
    """A field as [36], row by row, of a matrix [6, 6] or of its diagonal [6].

    Raises:
        UnreadableError: if it is neither.
    """
    rows = what.value if isinstance(what.value, list) else [what.value]
    if all(isinstance(row, list) and len(row) == 6 for row in rows) and len(rows) == 6:
        return Field(what.name, [value for row in rows for value in row], what.place).numbers(36)
    numbers = what.numbers()
    if len(numbers) == 1:
        numbers = numbers * 6 if numbers[0] == 0.0 else numbers
    if len(numbers) != 6:
        raise UnreadableError(what.place, f"{what} must be a matrix of 6 x 6 or its diagonal")
    return [numbers[i] if i == j else 0.0 for i in range(6) for j in range(6)]
