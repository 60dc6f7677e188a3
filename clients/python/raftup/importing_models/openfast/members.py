"""Members of HydroDyn's strip theory as a load `morison`: drag beside the potential flow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from raftup.importing_models.conversion import Conversion, positive
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.openfast.file import FastFile
from raftup.importing_models.record import Record

_PIECES = 10
"""Cylinders in place of a tapered member; the drag of a cone differs by less than 1 %."""

_MOST = 2000
"""Largest number of rows of a table."""


def convert_members(hydro: FastFile, conversion: Conversion) -> None:
    """Adds the members of an input to the loads of the model."""
    joints = _rows(hydro, "NJoints", "JointID")
    axial = _rows(hydro, "NAxCoef", "AxCoefID")
    sections = _rows(hydro, "NPropSets", "PropSetID")
    members = _rows(hydro, "NMembers", "MemberID", behind="MJointID1")
    _empty_tables(hydro, conversion)
    simple = _simple(hydro)
    elements: list[dict[str, Any]] = []
    used: dict[str, list[bool]] = {}
    for member in members:
        elements += _member(member, joints, sections, axial, simple, used, conversion)
    alone = any(not all(potential) for potential in used.values())
    _tell_joints(joints, axial, used, alone, conversion)
    _tell_simple(simple, sections, alone, conversion)
    for record in (*joints, *axial, *sections, *members, simple):
        conversion.leave_out_unused(record)
    if elements:
        load = {"name": "members", "morison": {"body": "platform", "elements": elements}}
        conversion.model["loads"].append(load)
    for key, text in (("wavedisp", "at the present position"), ("ammod", "no added mass")):
        found = hydro.record.take(key)
        if found is not None and elements and key == "wavedisp" and found.number() == 0.0:
            conversion.differs(found.place, f"{found}: the water {text} of members", "loads")
        elif found is not None:
            conversion.taken(found, "loads", f"{found}: {text}")


def _rows(hydro: FastFile, count: str, first: str, behind: str = "") -> list[Record]:
    number = hydro.record.need(count.lower()).whole()
    if not 0 <= number <= _MOST:
        raise UnreadableError(hydro.record.place, f"{count} must be 0 to {_MOST}, is {number}")
    return hydro.table(first, number, behind)


def _empty_tables(hydro: FastFile, conversion: Conversion) -> None:
    """Tables that have rows only in inputs of which a part is left out."""
    tables = {
        "ncoefdpth": ("Dpth", "coefficients by depth; SimplCd is used"),
        "ncoefmembers": ("MemberID", "coefficients by member; SimplCd is used"),
        "nfillgroups": ("FillNumM", "filled members"),
        "nmgdepths": ("MGDpth", "marine growth"),
        "nmoutputs": ("MemberID", ""),
    }
    behind = {"ncoefmembers": "MemberCd1", "nmoutputs": "NOutLoc"}
    for key, (first, text) in tables.items():
        found = hydro.record.take(key)
        number = 0 if found is None else found.whole()
        if found is None or not hydro.has_table(first, behind.get(key, "")):
            continue
        for row in hydro.table(first, min(max(number, 0), _MOST), behind.get(key, "")):
            list(map(row.take, row.fields))
            if text and key.startswith("ncoef"):
                conversion.differs(row.place, f"{row.name}: {text}", "loads")
            elif text:
                conversion.left_out(row.place, f"{row.name}: {text}")
        conversion.taken(found, "")


def _simple(hydro: FastFile) -> Record:
    row = hydro.table("SimplCd", 1)[0]
    row.name = "SimplCd"
    return row


def _find(rows: list[Record], column: str, number: float, member: Record) -> Record:
    for row in rows:
        if row.need(column).number() == number:
            return row
    raise UnreadableError(member.place, f"{member.name}: no {column} {number:g}")


def _member(
    member: Record,
    joints: list[Record],
    sections: list[Record],
    axial: list[Record],
    simple: Record,
    used: dict[str, list[bool]],
    conversion: Conversion,
) -> list[dict[str, Any]]:
    ends = [_find(joints, "jointid", member.need(f"mjointid{k}").number(), member) for k in (1, 2)]
    diameters = [
        positive(
            _find(sections, "propsetid", member.need(f"mpropsetid{k}").number(), member).need(
                "propd"
            ),
            "m",
        )
        for k in (1, 2)
    ]
    potential = member.need("proppot").flag()
    _tell_member(member, potential, conversion)
    points = [np.array([end.need(f"joint{a}i").number() for a in "xyz"]) for end in ends]
    length = float(np.linalg.norm(points[1] - points[0]))
    if length == 0.0:
        raise UnreadableError(member.place, f"{member.name}: its joints are at the same place")
    pieces = 1 if diameters[0] == diameters[1] else _PIECES
    if pieces > 1:
        conversion.differs(member.place, f"{member.name}: tapered, as {pieces} cylinders", "loads")
    count = math.ceil(length / positive(member.need("mdivsize"), "m") / pieces)
    drag, along = simple.number("simplcd", 0.0), simple.number("simplaxcd", 0.0)
    elements = []
    for piece in range(pieces):
        shares = piece / pieces, (piece + 1) / pieces
        one, other = (points[0] + s * (points[1] - points[0]) for s in shares)
        middle = sum(shares) / 2.0
        element: dict[str, Any] = {"point1": one.tolist(), "point2": other.tolist()}
        element["diameter"] = diameters[0] + middle * (diameters[1] - diameters[0])
        element |= {"drag_coefficient": drag, "axial_drag_coefficient": along}
        element["segment_count"] = min(max(count, 1), 1000)
        elements.append({key: value for key, value in element.items() if value != 0.0})
    for end, element, name in ((ends[0], elements[0], "end1"), (ends[1], elements[-1], "end2")):
        label = end.need("jointid").text()
        first = label not in used
        used.setdefault(label, []).append(potential)
        kind = _find(axial, "axcoefid", end.need("jointaxid").number(), member)
        value = kind.need("axcd").number()
        if first and value:
            element[name] = {"drag_coefficient": value}
    conversion.taken(member.need("memberid"), "loads[].morison", member.name)
    return elements


def _tell_member(member: Record, potential: bool, conversion: Conversion) -> None:
    kind = member.take("mcoefmod")
    if kind is not None and kind.number() != 1.0:
        conversion.differs(kind.place, f"{kind}: SimplCd is used", "loads[].morison")
    weight = member.take("mhstlmod")
    if not potential:
        conversion.left_out(
            member.place,
            f"{member.name}: buoyancy, added mass and wave inertia of a member outside the "
            "potential flow",
        )
    elif weight is not None:
        conversion.taken(weight, "", f"{weight}: buoyancy is that of the potential flow")


def _tell_simple(
    simple: Record, sections: list[Record], alone: bool, conversion: Conversion
) -> None:
    """Tells coefficients that drag beside the potential flow does not need.

    Args:
        simple: row of the simple coefficients.
        sections: rows of the sections.
        alone: whether a member is outside the potential flow.
        conversion: collects the findings.
    """
    for key in ("simplcd", "simplaxcd"):
        found = simple.take(key)
        if found is not None:
            conversion.taken(found, "loads[].morison")
    for one in list(simple.unused()):
        if one.name.endswith("mg"):
            conversion.whole_without_effect(one, "of marine growth")
        elif not alone:
            conversion.whole_without_effect(one, "all members are in the potential flow")
    for row in sections:
        conversion.taken(row.need("propsetid"), "loads[].morison", row.name)
        thickness = row.take("propthck")
        if thickness is not None:
            conversion.taken(thickness, "", f"{thickness}: of filled members alone")


def _tell_joints(
    joints: list[Record],
    axial: list[Record],
    used: dict[str, list[bool]],
    alone: bool,
    conversion: Conversion,
) -> None:
    """Tells coefficients of ends that drag alone does not need."""
    for row in axial:
        for key in ("axca", "axcp", "axfdmod", "axvncoff", "axfdloscfsc", "axfdlofsc"):
            found = row.take(key)
            if found is None:
                continue
            trivial = not alone or (found.value in (0.0, 1.0, -1.0) and key.startswith("axv"))
            if key in ("axca", "axcp") and alone and found.number() != 0.0:
                conversion.left_out(found.place, f"{found}: added mass and pressure of ends")
            elif key == "axfdmod" and found.number() != 0.0:
                conversion.left_out(found.place, f"{found}: filtered drag of ends")
            else:
                reason = "in the potential flow" if trivial else "no filter"
                conversion.taken(found, "", f"{found}: {reason}")
        conversion.taken(row.need("axcoefid"), "loads[].morison.elements[].end1", row.name)
    for row in joints:
        overlap = row.take("jointovrlp")
        if overlap is not None and overlap.number() != 0.0:
            conversion.left_out(overlap.place, f"{overlap}: super members")
        if row.need("jointid").text() not in used:
            for key in ("jointxi", "jointyi", "jointzi", "jointaxid"):
                row.take(key)
            conversion.taken(row.need("jointid"), "", f"{row.name}: joins no member")
