"""Data of OrcaFlex's text files: tables by the names of their columns, units, connections.

Keys list the columns of a table, `EndAX, EndAY, EndAZ: [[5, 0, -1]]`. Units are those of the system
SI of OrcaFlex: te, kN, m.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.record import Field, Record

KILO = 1000.0
"""kg of a te, and N of a kN."""


def table(record: Record, column: str) -> tuple[list[dict[str, Any]], Field] | None:
    """Rows of the table that has a column, and its field; None if there is no such table.

    Raises:
        UnreadableError: if a row has another number of entries than there are columns.
    """
    for key in record.fields:
        names = [name.strip() for name in key.split(",")]
        if column not in names:
            continue
        found = record.take(key)
        if found is None:
            return None
        values = found.value if isinstance(found.value, list) else [found.value]
        rows = values if values and isinstance(values[0], list) else [values]
        if any(not isinstance(row, list) or len(row) != len(names) for row in rows):
            raise UnreadableError(found.place, f"{found.name} must have rows of {len(names)}")
        return [dict(zip(names, row, strict=True)) for row in rows], found
    return None


def point(record: Record, columns: tuple[str, str, str]) -> list[float]:
    """Coordinates in three columns of a table [m]; 0 if they are absent."""
    read = table(record, columns[0])
    if read is None:
        return [0.0, 0.0, 0.0]
    rows, found = read
    return [Field(found.name, rows[0].get(name), found.place).number() for name in columns]


@dataclass(frozen=True)
class Connection:
    """An end of a line or link.

    Attributes:
        body: name of the body in the model; empty for a point of the world.
        position: m, in the model frame of the body or in the world.
        is_free: whether nothing holds the end.
        is_on_bottom: whether it is anchored, with its height counted from the bottom.
    """

    body: str
    position: list[float]
    is_free: bool = False
    is_on_bottom: bool = False


def connection(record: Record, end: str, bodies: dict[str, str], depth: float) -> Connection:
    """The connection of end A or B of a line or link.

    Args:
        record: the line or link.
        end: A or B.
        bodies: name in the model of each vessel.
        depth: depth of the water [m], from which anchors count.

    Raises:
        UnreadableError: if it is connected to something that is not imported.
    """
    named = record.need(f"End{end}Connection")
    columns = (f"End{end}X", f"End{end}Y", f"End{end}Z")
    position = point(record, columns)
    word = named.text()
    if word in bodies:
        return Connection(bodies[word], position)
    if word == "Fixed":
        return Connection("", position)
    if word == "Anchored":
        x, y, z = position
        return Connection("", [x, y, z - depth], is_on_bottom=True)
    if word == "Free":
        return Connection("", position, is_free=True)
    raise UnreadableError(
        named.place, f"{named} must be Fixed, Anchored, Free or a vessel of the model"
    )


def is_on(found: Field) -> bool:
    """Whether a field says Yes."""
    return found.flag()
