"""Lines and links of OrcaFlex as loads of a model."""

from __future__ import annotations

import math
import re
from typing import Any

from raftup.importing_models.conversion import Conversion, ModelNames, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.orcaflex.data import KILO, Connection, connection, table
from raftup.importing_models.record import Field, Record

_NUMBERS = {
    "OD": ("diameter", 1.0),
    "MassPerUnitLength": ("mass_per_length", KILO),
    "EA": ("axial_stiffness", KILO),
    "EI": ("bending_stiffness", KILO),
    "Cdx": ("drag", 1.0),
    "Cdz": ("axial_drag", 1.0),
    "Cax": ("added_mass", 1.0),
    "Caz": ("axial_added_mass", 1.0),
}
"""Fields of a line type, those of a section of a model, and factors to SI units."""

_FOLLOWING = {"EIx": "EI", "EIy": "EI", "Cdy": "Cdx", "Cay": "Cax"}
"""Other directions of a line, which the model has alike."""

_NO_EFFECT = re.compile(r"Pen|Draw|Statics|FullStatics|AsLaid|Lay(Azimuth|back)|Log|Colour|Results")
"""Beginnings of fields that concern pictures, results and the search for the static position."""

_MOST_ELEMENTS = 1000


def convert_lines(
    root: Record, bodies: dict[str, str], conversion: Conversion, names: ModelNames
) -> None:
    """Adds lines and links to the loads of the model."""
    depth = conversion.model["environment"].get("water_depth", math.inf)
    types = {}
    for record in root.records("LineTypes"):
        label = record.need("Name")
        types[label.text()] = record
    loads = conversion.model["loads"]
    for record in root.records("Lines"):
        label = record.need("Name")
        path = f"loads[{len(loads)}].line"
        conversion.taken(label, path)
        load = _line(record, types, bodies, depth, conversion, path)
        loads.append({"name": names.make(label.text(), "line"), "line": load})
    for record in root.records("Links"):
        label = record.need("Name")
        load = _link(record, bodies, depth, conversion, f"loads[{len(loads)}]")
        loads.append({"name": names.make(label.text(), "link"), "point_spring": load})
    for record in types.values():
        tell_no_effect(record, conversion)


def tell_no_effect(record: Record, conversion: Conversion) -> None:
    """Reads fields of pictures, results and statics."""
    for key, found in record.fields.items():
        if not found.is_used and _NO_EFFECT.match(key):
            conversion.whole_without_effect(found, "pictures, results and statics alone")


def _line(
    record: Record,
    types: dict[str, Record],
    bodies: dict[str, str],
    depth: float,
    conversion: Conversion,
    path: str,
) -> dict[str, Any]:
    first, second = (connection(record, end, bodies, depth) for end in "AB")
    read = table(record, "LineType")
    if read is None:
        raise UnreadableError(record.place, f"{record.name} must have sections with a LineType")
    rows, found = read
    sections = [_section(row, found, types, conversion) for row in rows]
    conversion.taken(found, f"{path}.sections")
    for end in "AB":
        conversion.taken(record.need(f"End{end}Connection"), path)
    if not first.body:
        first, second, sections = second, first, sections[::-1]
    if not first.body:
        raise UnreadableError(record.place, f"{record.name} must begin or end at a vessel")
    load: dict[str, Any] = {"end_a": {"body": first.body, "point": first.position}}
    load["end_b"] = _end(second)
    load["sections"] = sections
    if not second.body and not second.is_free and second.position[2] > -depth + 1e-6:
        load["above_bottom"] = True
    tell_no_effect(record, conversion)
    return load


def _end(end: Connection) -> dict[str, Any]:
    if end.is_free:
        return {"free": True}
    if end.body:
        return {"body": end.body, "point": end.position}
    if not math.isfinite(end.position[2]):
        return {"anchor": [*end.position[:2], 0.0]}
    return {"anchor": end.position}


def _section(
    row: dict[str, Any], found: Field, types: dict[str, Record], conversion: Conversion
) -> dict[str, Any]:
    name = str(row["LineType"])
    if name not in types:
        raise UnreadableError(found.place, f"no line type {name} in LineTypes")
    length = positive(Field("Length", row.get("Length"), found.place), "m")
    target = Field("TargetSegmentLength", row.get("TargetSegmentLength"), found.place)
    section: dict[str, Any] = {"length": length}
    if target.value is None:
        conversion.assumed(found.place, f"{name}: 20 elements", "loads[].line.sections")
    else:
        count = max(1, math.ceil(length / positive(target, "m") - 1e-9))
        section["elements"] = min(count, _MOST_ELEMENTS)
    return section | _properties(types[name], conversion)


def _properties(record: Record, conversion: Conversion) -> dict[str, float]:
    category = record.take("Category")
    if category is not None and category.text() != "General":
        raise UnreadableError(
            category.place,
            f"{category}: give the properties that its wizard computes, as category General",
        )
    if category is not None:
        conversion.taken(category, "loads[].line.sections")
    conversion.taken(record.need("Name"), "loads[].line.sections")
    values: dict[str, float] = {}
    for key, (target, factor) in _NUMBERS.items():
        found = record.need(key) if key in ("OD", "MassPerUnitLength", "EA") else record.take(key)
        if found is not None:
            values[target] = found.number() * factor
            conversion.taken(found, f"loads[].line.sections[].{target}")
    for key, same in _FOLLOWING.items():
        found, other = record.take(key), record.fields.get(same)
        if found is not None and other is not None and found.value == other.value:
            conversion.taken(found, "loads[].line.sections")
        elif found is not None and key.startswith("EI"):
            values["bending_stiffness"] = found.number() * KILO
            conversion.differs(found.place, f"{found}: in both directions", "loads[].line")
        elif found is not None:
            conversion.differs(found.place, f"{found}: that across the line is used", "loads")
    return values


def _link(
    record: Record, bodies: dict[str, str], depth: float, conversion: Conversion, path: str
) -> dict[str, Any]:
    kind = record.need("LinkType")
    if kind.text() not in ("Tether", "Spring/damper"):
        raise UnreadableError(kind.place, f"{kind} must be Tether or Spring/damper")
    first, second = (connection(record, end, bodies, depth) for end in "AB")
    if not first.body:
        first, second = second, first
    if not first.body or second.is_free:
        raise UnreadableError(record.place, f"{record.name} must connect a vessel")
    length, stiffness = record.need("UnstretchedLength"), record.need("Stiffness")
    load: dict[str, Any] = {"body1": first.body, "point1": first.position}
    load |= {"body2": second.body} if second.body else {}
    load |= {"point2": second.position, "stiffness": stiffness.number() * KILO}
    load["rest_length"] = positive(length, "m")
    damping = record.take("Damping")
    if damping is not None:
        load["damping"] = damping.number() * KILO
        conversion.taken(damping, f"{path}.damping")
    if kind.text() == "Tether":
        load["tension_only"] = True
    conversion.assumed(stiffness.place, f"{stiffness}: kN per m of stretch", f"{path}.stiffness")
    for found in (kind, record.need("Name"), length):
        conversion.taken(found, path)
    for end in "AB":
        conversion.taken(record.need(f"End{end}Connection"), path)
    tell_no_effect(record, conversion)
    return load
