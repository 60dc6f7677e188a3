"""Importer of MoorDyn's input files: mooring lines of a body that stands still.

Other importers use `mooring_loads` for the lines of their floating bodies.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from raftup.importing_models.conversion import Conversion
from raftup.importing_models.finding import UnreadableError
from raftup.importing_models.format import ModelFormat
from raftup.importing_models.moordyn.lines import dynamic_lines
from raftup.importing_models.moordyn.text import MoorDynText, looks_like_moordyn, read_moordyn
from raftup.importing_models.record import Field, Record
from raftup.importing_models.source import SourceFile

_PLATFORM = "platform"
_STEP, _DURATION = 0.05, 60.0
"""Step and duration of a model whose source has none [s]: a step resolves waves of a second."""

_KINDS = {
    "coupled": ("FAIRLEAD", "VESSEL", "VES", "COUPLED", "CPLD"),
    "fixed": ("FIXED", "FIX", "ANCHOR"),
    "free": ("FREE", "POINT", "CONNECT", "CON"),
}
"""Types of points by the words of files."""

_FILES = ("writelog", "disableouttime", "disableoutput", "writeunits", "dtout", "outswitch", "echo")
"""Options that concern the files that MoorDyn writes."""

_IN_TEXT = (
    *("dtm", "cfl", "tscheme", "kbot", "kb", "cbot", "cb", "dtic", "tmaxic", "cdscaleic"),
    *("threshic", "icgendynamic", "frictioncoefficient", "fricdamp", "statdynfricscale"),
)
"""Options that MoorDyn reads in the text of a mooring_system."""

_WATER = {
    "water_depth": ("wtrdpth", "depth"),
    "water_density": ("wtrdnsty", "rho"),
    "gravity": ("g", "gravity"),
}


@dataclass
class Mooring:
    """The lines of a file of MoorDyn as loads of a model.

    Attributes:
        loads: loads of the model.
        outputs: names of their outputs that the file asks for.
    """

    loads: list[dict[str, Any]] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)


def point_kind(point: Record) -> str:
    """Kind of a point: coupled, fixed or free.

    Raises:
        UnreadableError: if the type is another.
    """
    word = re.split(r"[0-9]", point.need("type").text().upper())[0]
    for kind, names in _KINDS.items():
        if word in names:
            return kind
    what = point.need("type")
    raise UnreadableError(
        what.place, f"{what} must be Fixed, Coupled or Free, and of no body or rod"
    )


def _check_references(text: MoorDynText) -> None:
    """Refuses types of points, line types and ends of lines that the file does not define."""
    kinds = {section.kind for section in text.sections}
    for point in text.points:
        on_body = "bodies" in kinds and re.match(r"BODY\d", point.need("type").text().upper())
        if not on_body:
            point_kind(point)
    types = {row.need("name").text() for row in text.line_types}
    points = {row.need("id").text() for row in text.points}
    for line in text.lines:
        named = line.need("type")
        if named.text() not in types:
            raise UnreadableError(named.place, f"{named} must be one of {', '.join(types)}")
        for end in (line.need("first"), line.need("second")):
            on_rod = "rods" in kinds and re.fullmatch(r"R(OD)?\d+[AB]", end.text().upper())
            if end.text() not in points and not on_rod:
                raise UnreadableError(end.place, f"{end} must be the ID of a point")


def mooring_loads(text: MoorDynText, conversion: Conversion, body: str, name: str) -> Mooring:
    """Converts the lines of a file to loads on a body.

    Args:
        text: the file; every field of it is told.
        conversion: its environment gets the water of the options.
        body: name of the body that carries the coupled points, in its model frame.
        name: name of the load, or beginning of the names of the loads.
    """
    _check_references(text)
    _read_water(text, conversion)
    _read_sections(text, conversion)
    for option in _FILES:
        found = text.options.take(option)
        if found is not None:
            conversion.taken(found, "", f"{found}: files of MoorDyn alone")
    if conversion.options.lines_as == "dynamic_line":
        mooring = Mooring(dynamic_lines(text, conversion, body, name, point_kind))
        mooring.outputs = [f"{load['name']}.tension" for load in mooring.loads]
    else:
        index = len(conversion.model.get("loads", []))
        path = f"loads[{index}].mooring_system.input"
        load = {"body": body, "input": _input_text(text, conversion, path)}
        mooring = Mooring([{"name": name, "mooring_system": load}], [f"{name}.tension"])
    _leave_out_rest(text, conversion)
    return mooring


def _read_water(text: MoorDynText, conversion: Conversion) -> None:
    environment = conversion.model.setdefault("environment", {})
    for key, names in _WATER.items():
        for name in names:
            found = text.options.take(name)
            if found is None:
                continue
            value = abs(found.number())
            known = environment.setdefault(key, value)
            if abs(known - value) > 1e-6 * abs(known):
                conversion.differs(
                    found.place, f"{found}: the model has {known:g}", f"environment.{key}"
                )
            else:
                conversion.taken(found, f"environment.{key}")


def _read_sections(text: MoorDynText, conversion: Conversion) -> None:
    """Tells sections that are no tables, and refuses bodies and rods that move with the vessel."""
    with_text = conversion.options.lines_as != "dynamic_line"
    for section in text.sections:
        if section.kind in ("bodies", "rods", "rod_types"):
            for row, place in section.rows[2:]:
                if not with_text:
                    conversion.refused(place, f"dynamic_line has no bodies and rods: {row.strip()}")
                elif re.search(r"\b(coupled|cpld|vessel|ves)", row, re.IGNORECASE):
                    conversion.refused(
                        place,
                        "a body or rod that is coupled has no counterpart: give its lines Coupled "
                        f"points instead, at their places in the body of the model: {row.strip()}",
                    )
        elif not section.kind:
            for row, place in section.rows:
                if section is not text.sections[0] and section.title:
                    conversion.left_out(place, f"section {section.title}: {row.strip()}")


_TYPE = (
    *("name", "diameter", "mass", "stiffness", "damping", "bending", "drag", "added_mass"),
    *("axial_drag", "axial_added_mass"),
)
_POINT = ("id", "type", "x", "y", "z", "mass", "volume", "drag_area", "added_mass")
_LINE = ("id", "type", "first", "second", "length", "segments")
"""Columns of the tables in the order of MoorDyn 2."""


def _input_text(text: MoorDynText, conversion: Conversion, path: str) -> str:
    """The file in the layout of MoorDyn 2, with the words of the source."""
    rows = ["--- MoorDyn Input File ---", f"of {text.whole.file}"]
    rows += ["--- LINE TYPES ---", "TypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx"]
    rows.append("(name) (m) (kg/m) (N) (N-s/-) (N-m^2) (-) (-) (-) (-)")
    rows += [_words(row, _TYPE, conversion, path) for row in text.line_types]
    for section in text.sections:
        if section.kind in ("rod_types", "bodies", "rods"):
            rows += [f"--- {section.title} ---", *(" ".join(r.split()) for r, _ in section.rows)]
    rows += ["--- POINTS ---", "ID Type X Y Z Mass Volume CdA Ca"]
    rows.append("(#) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)")
    rows += [_words(row, _POINT, conversion, path) for row in text.points]
    rows += ["--- LINES ---", "ID LineType AttachA AttachB UnstrLen NumSegs LineOutputs"]
    rows.append("(#) (name) (#) (#) (m) (-) (-)")
    rows += [f"{_words(row, _LINE, conversion, path)} -" for row in text.lines]
    rows.append("--- OPTIONS ---")
    for option in _IN_TEXT:
        found = text.options.take(option)
        if found is not None:
            conversion.taken(found, path)
            rows.append(f"{found.value} {found.name.removeprefix('option ')}")
    return "\n".join([*rows, "--- need this line ---", ""])


_WORDS = {"id", "name", "type", "first", "second"}
"""Columns whose entries need not be numbers."""


def _words(row: Record, columns: tuple[str, ...], conversion: Conversion, path: str) -> str:
    words = []
    for key in columns:
        found = row.take(key)
        if found is not None and key not in _WORDS:
            found.number()
        words.append("0" if found is None else found.text())
    said = " ".join(words)
    first = row.need(columns[0])
    conversion.taken(first, path, f"{row.name}: {said}")
    return said


def _leave_out_rest(text: MoorDynText, conversion: Conversion) -> None:
    for row in text.lines:
        found = row.take("outputs")
        if found is not None:
            conversion.taken(found, "", f"{found}: files of MoorDyn alone")
    for record in (*text.line_types, *text.points, *text.lines):
        for one in list(record.unused()):
            one.is_used = _is_zero(one.value)
            if one.is_used:
                conversion.taken(one, "", f"{one}: without effect")
        conversion.leave_out_unused(record)
    _leave_out_water(text, conversion)
    conversion.leave_out_unused(text.options)
    for section in text.sections:
        for line, place in section.rows if section.kind == "outputs" else ():
            channel = Field(section.title, line.strip(), place)
            conversion.taken(channel, "outputs", f"channel {line.strip()}")


def _leave_out_water(text: MoorDynText, conversion: Conversion) -> None:
    """Tells waves and currents of the file, which its lines do not feel here."""
    for name in ("wavekin", "currents", "dtwave", "unifycurrentgrid"):
        found = text.options.take(name)
        if found is not None and _is_zero(found.value):
            conversion.taken(found, "", f"{found}: still water around the lines")
        elif found is not None:
            conversion.left_out(found.place, f"{found}: the water around the lines is still")


def _is_zero(word: Any) -> bool:
    try:
        return float(word) == 0.0
    except (TypeError, ValueError):
        return str(word) == "-"


def _convert(file: SourceFile, conversion: Conversion) -> None:
    text = read_moordyn(file)
    model = conversion.model
    model |= {"name": file.path.stem, "environment": {}}
    model["bodies"] = [{"name": _PLATFORM, "motion": "static"}]
    conversion.assumed(
        file.place(0),
        "the file has no body: its coupled points belong to one that stands still at the origin",
        "bodies[0]",
    )
    mooring = mooring_loads(text, conversion, _PLATFORM, "mooring")
    environment = model["environment"]
    for key in _WATER:
        given = getattr(conversion.options, key)
        if given is not None:
            environment[key] = given
    if "water_depth" not in environment:
        depth = max(-point.need("z").number() for point in text.points)
        if depth <= 0.0:
            raise UnreadableError(file.place(0), "must have the option WtrDpth, or give --depth")
        environment["water_depth"] = depth
        conversion.assumed(
            file.place(0), f"water depth {depth:g} m, that of the deepest point", "environment"
        )
    model["loads"] = mooring.loads
    model["outputs"] = mooring.outputs
    model["integration"] = {"step": _STEP, "duration": _DURATION}
    conversion.assumed(
        file.place(0), f"step {_STEP:g} s and duration {_DURATION:g} s", "integration"
    )


MOORDYN = ModelFormat(
    name="moordyn",
    title="MoorDyn 1 and 2 (lines.txt)",
    recognises=looks_like_moordyn,
    convert=_convert,
    options=frozenset({"lines_as", "water_depth", "water_density", "gravity"}),
)
