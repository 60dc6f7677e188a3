"""Variables of an FMU, and their connections with those of a session."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup._generated.session_pb2 import Variable
from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, Violation
from raftup.participants.fmu_map import FmuMap, Link, Parameter

KINDS = {
    "Real": (-math.inf, math.inf),
    "Float64": (-math.inf, math.inf),
    "Float32": (-math.inf, math.inf),
    "Integer": (-(2**31), 2**31 - 1),
    **{f"Int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)},
    **{f"UInt{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
    "Boolean": (0, 1),
}
"""Types of numbers and switches of FMI 2.0 and 3.0, with their smallest and largest values."""

_ON = 0.5  # above which a switch is on, as for inputs of a session
_REALS = frozenset({"Real", "Float64", "Float32"})


@dataclass(frozen=True)
class FmuVariable:
    """A variable of an FMU.

    Attributes:
        name: its name.
        reference: its value reference.
        kind: one of KINDS.
        causality: input, output, parameter and so on.
        size: number of elements; 1 for a single value.
        unit: unit; empty if it has none.
        start: [size] values before any are set.
    """

    name: str
    reference: int
    kind: str
    causality: str
    size: int
    unit: str
    start: FloatArray

    def to_fmu(self, values: FloatArray) -> list[Any]:
        """Values [size] in the type of the FMU: whole numbers rounded, switches on above .5.

        Raises:
            RaftupError: OUT_OF_RANGE if a number is beyond the type.
        """
        if self.kind == "Boolean":
            return [bool(value > _ON) for value in values]
        if self.kind in _REALS:
            return [float(value) for value in values]
        low, high = KINDS[self.kind]
        for value in values:
            if not low <= value <= high:
                rule = f"{self.name} must be from {low} to {high} ({self.kind}), is {value:g}"
                raise RaftupError(rule, code="OUT_OF_RANGE")
        return [round(float(value)) for value in values]


@dataclass(frozen=True)
class Connection:
    """Elements of a variable of an FMU and as many components of a variable of the session."""

    variable: FmuVariable
    elements: tuple[int, ...]
    session: str
    components: tuple[int, ...]


def fmu_variables(description: Any) -> dict[str, FmuVariable]:
    """Variables of numbers and switches by name, from the description that FMPy reads."""
    found = {}
    for one in description.modelVariables:
        if one.type not in KINDS:
            continue
        size = math.prod(_dimensions(one))
        unit = one.unit or getattr(one.declaredType, "unit", None) or ""
        found[one.name] = FmuVariable(
            one.name, one.valueReference, one.type, one.causality, size, unit, _start(one, size)
        )
    return found


def _dimensions(variable: Any) -> Iterator[int]:
    """Sizes of an array; those that structural parameters give are at their start values."""
    for dimension in variable.dimensions:
        fixed = dimension.start
        yield int(dimension.variable.start if fixed is None else fixed)


def _start(variable: Any, size: int) -> FloatArray:
    words = str(variable.start or "").split()
    given = [{"true": 1.0, "false": 0.0}.get(word) for word in words]
    numbers = [
        float(word) if value is None else value for word, value in zip(words, given, strict=True)
    ]
    return np.resize(numbers, size) if numbers else np.zeros(size)


def violations_of(
    how: FmuMap, own: Mapping[str, FmuVariable], known: Mapping[str, Variable]
) -> Iterator[Violation]:
    """Violations of the map: unknown names, wrong kinds, elements, components and units."""
    for name, value in how.parameters.items():
        path = f"parameters.{name}"
        found = list(_of_own(path, name, "parameter", own))
        yield from found or _of_parameter(path, own[name], value)
    for group, links in (("inputs", how.inputs), ("outputs", how.outputs)):
        for link in links:
            found = list(_of_own(link.path, link.fmu, group.removesuffix("s"), own))
            found += _of_session(link, known)
            yield from found or _of_connection(link, own[link.fmu], known[link.session])
    whole = [
        (link, own[link.fmu], known[link.session])
        for link in (*how.inputs, *how.outputs)
        if link.fmu in own and link.session in known
    ]
    yield from _repeated(whole)


def _repeated(links: Iterable[tuple[Link, FmuVariable, Variable]]) -> Iterator[Violation]:
    """Violations of links that give a value to a number that another has given one already."""
    given: set[tuple[str, str, int]] = set()
    for link, variable, other in links:
        found = _connection(link, variable, other)
        if variable.causality == "input":
            places = {("fmu", link.fmu, element) for element in found.elements}
        else:
            places = {("session", link.session, component) for component in found.components}
        if places & given:
            yield Violation(link.path, "must give a value to numbers that no other link feeds")
        given |= places


def connections(
    links: Iterable[Link], own: Mapping[str, FmuVariable], known: Mapping[str, Variable]
) -> list[Connection]:
    """The connections of links without violations."""
    return [_connection(link, own[link.fmu], known[link.session]) for link in links]


def parameter_values(variable: FmuVariable, value: Parameter) -> FloatArray:
    """Values [size] of a parameter."""
    return np.resize(np.asarray(value, dtype=float), variable.size)


def _connection(link: Link, variable: FmuVariable, other: Variable) -> Connection:
    if link.element is not None or variable.size == 1:
        component = link.component or 0
        return Connection(variable, (link.element or 0,), link.session, (component,))
    first = link.component or 0
    components = tuple(range(first, first + variable.size))
    return Connection(variable, tuple(range(variable.size)), link.session, components)


def _of_own(
    path: str, name: str, causality: str, own: Mapping[str, FmuVariable]
) -> Iterator[Violation]:
    variable = own.get(name)
    if variable is None or variable.causality != causality:
        names = [one.name for one in own.values() if one.causality == causality]
        rule = f"must be a numeric {causality} of the FMU: {', '.join(names) or 'none'}"
        yield Violation(path, rule)


def _of_parameter(path: str, variable: FmuVariable, value: Parameter) -> Iterator[Violation]:
    count = np.size(value)
    if count != variable.size:
        yield Violation(path, f"must be {variable.size} values, are {count}")
    low, high = KINDS[variable.kind]
    for one in np.ravel(np.asarray(value, dtype=float)):
        whole = variable.kind in _REALS or one == round(one)
        if not whole or not low <= one <= high:
            kind = "true or false" if variable.kind == "Boolean" else f"of type {variable.kind}"
            yield Violation(path, f"must be {kind}, is {one:g}")


def _of_session(link: Link, known: Mapping[str, Variable]) -> Iterator[Violation]:
    variable = known.get(link.session)
    if variable is None:
        rule = f"must name a variable of the session, names {link.session!r}"
        yield Violation(link.path, rule)
    elif link.component is not None and link.component >= variable.size:
        rule = f"must be less than {variable.size}, is {link.component}"
        yield Violation(f"{link.path}.component", rule)


def _of_connection(link: Link, variable: FmuVariable, other: Variable) -> Iterator[Violation]:
    """Violations of elements, and of units that differ; an FMU without unit is accepted."""
    if link.element is not None and link.element >= variable.size:
        rule = f"must be less than {variable.size}, is {link.element}"
        yield Violation(f"{link.path}.element", rule)
        return
    found = _connection(link, variable, other)
    if found.components[-1] >= other.size:
        rule = f"must have at most the {other.size} elements of {link.session}, has {variable.size}"
        yield Violation(link.path, f"{rule}: name an element and a component")
        return
    units = other.unit.split(",")
    for component in found.components:
        unit = units[component] if len(units) > 1 else units[0]
        if variable.unit and _normal(variable.unit) != _normal(unit):
            rule = f"must have the unit {unit} of {link.session}, has {variable.unit}"
            yield Violation(link.path, rule)
            return


def _normal(unit: str) -> str:
    """A unit in a common notation: N.m, N*m and N m are the same."""
    return unit.replace(".", " ").replace("*", " ").replace("^", "").strip()
