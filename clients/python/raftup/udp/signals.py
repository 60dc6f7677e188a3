"""The order of numbers in packets, read from YAML or JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup._generated.session_pb2 import CAUSALITY_INPUT, CAUSALITY_OUTPUT, Variable
from raftup.base.arrays import FloatArray, IntegerArray
from raftup.base.documents import read_document
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields
from raftup.remote.rows import Columns, Rows
from raftup.udp.packets import MOST_NUMBERS


@dataclass(frozen=True)
class Signals:
    """Numbers of packets in both directions.

    Attributes:
        outputs: outputs of the session that are read.
        inputs: inputs of the session that are written; numbers that no packet has are 0.
        sent: [n] columns of a row of `outputs` that a packet has, in its order.
        received: [m] columns of the values of `inputs` that a packet gives, in its order.
        width: number of columns of all inputs.
    """

    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    sent: IntegerArray
    received: IntegerArray
    width: int

    def numbers(self, rows: Rows) -> FloatArray:
        """Numbers [n] of the packet of the newest row."""
        row = np.concatenate([rows[name][-1] for name in self.outputs])
        numbers: FloatArray = row[self.sent]
        return numbers

    def values(self, numbers: FloatArray) -> FloatArray:
        """Values [width] of the inputs by the numbers [m] of a packet."""
        values = np.zeros(self.width)
        values[self.received] = numbers
        return values


def read_signals(source: str | Path | Mapping[str, Any], variables: Sequence[Variable]) -> Signals:
    """Reads `outputs: [buoy.position, {name: buoy.orientation, component: 3}]`, `inputs: [...]`.

    A name stands for all components of a variable, in their order.

    Args:
        source: file or mapping.
        variables: variables of the session.

    Raises:
        SpecificationError: with all violations.
    """
    document, _ = read_document(source, SpecificationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    outputs, sent, _ = _read(fields, "outputs", _of(variables, CAUSALITY_OUTPUT))
    inputs, received, width = _read(fields, "inputs", _of(variables, CAUSALITY_INPUT))
    if len(set(received.tolist())) < len(received):
        fields.refuse("inputs", "must name each number once")
    for name, columns in (("outputs", sent), ("inputs", received)):
        if len(columns) > MOST_NUMBERS:
            fields.refuse(name, f"must be at most {MOST_NUMBERS} numbers, are {len(columns)}")
    fields.close()
    if violations:
        raise SpecificationError(violations)
    return Signals(outputs, inputs, sent, received, width)


def _of(variables: Sequence[Variable], causality: int) -> dict[str, Variable]:
    return {one.name: one for one in variables if one.causality == causality}


def _read(
    fields: Fields, group: str, known: Mapping[str, Variable]
) -> tuple[tuple[str, ...], IntegerArray, int]:
    """Names of variables, columns of the numbers among theirs, and the number of all columns."""
    listed = fields.value(group)
    entries = listed if isinstance(listed, list) else []
    if not entries:
        fields.refuse(group, "must be a list of at least one name")
    pairs = list(_pairs(fields, group, entries, known))
    names = tuple(dict.fromkeys(name for name, _ in pairs))
    columns = Columns.of(known[name] for name in names)
    places = [columns.slices[name].start + component for name, component in pairs]
    return names, np.array(places, dtype=np.int64), columns.width


def _pairs(
    fields: Fields, group: str, entries: Sequence[Any], known: Mapping[str, Variable]
) -> Iterator[tuple[str, int]]:
    """Variable and component of each number."""
    for index, entry in enumerate(entries):
        place = f"{group}[{index}]"
        component = None
        name = entry
        if isinstance(entry, dict):
            part = fields.within(place, entry)
            name, component = part.text("name"), part.count("component", 0, least=0)
            part.close()
        if not isinstance(name, str) or name not in known:
            fields.refuse(place, f"must be one of {', '.join(known)}, is {name!r}")
            continue
        size = known[name].size
        if component is None:
            yield from ((name, one) for one in range(size))
        elif component >= size:
            fields.refuse(f"{place}.component", f"must be less than {size}, is {component}")
        else:
            yield name, component
