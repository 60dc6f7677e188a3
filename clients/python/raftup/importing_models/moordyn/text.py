"""Reader of MoorDyn's input files, versions 1 and 2: sections by their titles, columns by theirs.

Source: MoorDyn's documentation, "Inputs"; version 1 has other names and another order of columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.record import Field, Record
from raftup.importing_models.source import SourceFile

_TITLES = {
    "line_types": ("LINE DICTIONARY", "LINE TYPES"),
    "rod_types": ("ROD DICTIONARY", "ROD TYPES"),
    "bodies": ("BODIES", "BODY LIST", "BODY PROPERTIES"),
    "rods": ("RODS", "ROD LIST", "ROD PROPERTIES"),
    "points": ("POINTS", "POINT LIST", "POINT PROPERTIES", "CONNECTION", "NODE PROPERTIES"),
    "lines": ("LINES", "LINE LIST", "LINE PROPERTIES"),
    "options": ("OPTIONS",),
    "outputs": ("OUTPUT",),
}
"""Words by which the title of a section is known."""

_COLUMNS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "line_types": {
        "name": ("name", "typename", "linetype"),
        "diameter": ("diam", "diameter", "d"),
        "mass": ("mass/m", "massden", "massdeninair", "massperlength", "m", "mass"),
        "stiffness": ("ea",),
        "damping": ("ba/-zeta", "ba", "cintdamp", "cint"),
        "bending": ("ei",),
        "drag": ("cd", "cdn"),
        "added_mass": ("ca", "can"),
        "axial_drag": ("cdax", "cdt"),
        "axial_added_mass": ("caax", "cat"),
    },
    "points": {
        "id": ("id", "node", "point", "connect", "number"),
        "type": ("type", "attachment", "connecttype"),
        "x": ("x",),
        "y": ("y",),
        "z": ("z",),
        "mass": ("m", "mass"),
        "volume": ("v", "volume", "vol"),
        "drag_area": ("cda",),
        "added_mass": ("ca",),
    },
    "lines": {
        "id": ("id", "line", "number"),
        "type": ("linetype", "type"),
        "first": ("attacha", "nodeanch", "nodea", "enda"),
        "second": ("attachb", "nodefair", "nodeb", "endb"),
        "length": ("unstrlen", "length", "unstretchedlength"),
        "segments": ("numsegs", "segments", "nsegs"),
        "outputs": ("outputs", "lineoutputs", "flags/outputs", "flags"),
    },
}
"""Columns of the tables by the names that they have in files, in lower case."""

_OPTIONAL = {"bending", "drag_area", "added_mass", "axial_added_mass", "outputs", "mass", "volume"}
"""Columns that may be absent, where version 1 lacks them or their default is 0."""


@dataclass
class Section:
    """A section of a file.

    Attributes:
        kind: key of the section, such as `points`; empty for a section of unknown title.
        title: line of the title.
        place: where it stands.
        rows: lines below the title, with their places; empty lines are left out.
    """

    kind: str
    title: str
    place: Place
    rows: list[tuple[str, Place]] = field(default_factory=list)


@dataclass
class MoorDynText:
    """A file of MoorDyn.

    Attributes:
        line_types: rows of the table of line types.
        points: rows of the table of points.
        lines: rows of the table of lines.
        options: options by their names in lower case.
        sections: all sections, also those of which no table is read.
        whole: place of the file as a whole.
    """

    line_types: list[Record]
    points: list[Record]
    lines: list[Record]
    options: Record
    sections: list[Section]
    whole: Place


def looks_like_moordyn(file: SourceFile) -> bool:
    """Whether a file has sections of line types and of lines, as MoorDyn's files have."""
    if not file.is_text:
        return False
    kinds = {section.kind for section in _sections(file)}
    return len(kinds & {"line_types", "points", "lines"}) >= 2


def read_moordyn(file: SourceFile) -> MoorDynText:
    """Reads a file of MoorDyn.

    Raises:
        UnreadableError: if a table is missing or a row does not fit its columns.
    """
    sections = _sections(file)
    tables: dict[str, list[Record]] = {kind: [] for kind in _COLUMNS}
    options = Record("", file.place(0))
    for section in sections:
        if section.kind in _COLUMNS:
            tables[section.kind] += _table(section)
        elif section.kind == "options":
            _read_options(section, options)
    for kind, rows in tables.items():
        if not rows:
            title = " or ".join(_TITLES[kind])
            raise UnreadableError(file.place(0), f"must have a section {title} with rows")
    return MoorDynText(
        tables["line_types"], tables["points"], tables["lines"], options, sections, file.place(0)
    )


def _sections(file: SourceFile) -> list[Section]:
    sections: list[Section] = []
    for number, line in enumerate(file.lines, 1):
        place = file.place(number)
        if "---" in line:
            sections.append(Section(_kind(line), line.strip(" -\t"), place))
        elif sections and line.strip():
            sections[-1].rows.append((line, place))
    return sections


def _kind(title: str) -> str:
    upper = title.upper()
    for kind, words in _TITLES.items():
        if any(word in upper for word in words):
            return kind
    return ""


def _table(section: Section) -> list[Record]:
    """The rows of a table as records; the first two rows are names and units of the columns."""
    if len(section.rows) < 2:
        raise UnreadableError(section.place, f"the section {section.title} must have rows")
    names, place = section.rows[0]
    columns = _columns(section.kind, names.lower().split(), place)
    units, place = section.rows[1]
    if not units.strip().startswith(("(", "[")):
        raise UnreadableError(
            place, "must be the row of units, as (m), below the names of the columns"
        )
    return [_row(section.kind, columns, row, place) for row, place in section.rows[2:]]


def _columns(kind: str, names: list[str], place: Place) -> list[str]:
    """Key of each column of a table; unknown columns keep their names."""
    known = {name: key for key, names in _COLUMNS[kind].items() for name in names}
    columns = [known.get(name, name) for name in names]
    missing = [key for key in _COLUMNS[kind] if key not in columns and key not in _OPTIONAL]
    if missing:
        expected = ", ".join(_COLUMNS[kind][key][0] for key in missing)
        raise UnreadableError(place, f"must be the names of columns, among them {expected}")
    if len(set(columns)) < len(columns):
        raise UnreadableError(place, "must name each column once")
    return columns


def _row(kind: str, columns: list[str], row: str, place: Place) -> Record:
    words = row.split()
    name = f"{kind.rstrip('s').replace('_', ' ')} {words[0]}"
    needed = [key for key in columns if key in _COLUMNS[kind] and key not in _OPTIONAL]
    if len(words) <= max(columns.index(key) for key in needed):
        raise UnreadableError(
            place, f"must have {len(columns)} columns, has {len(words)}: {row.strip()}"
        )
    if "outputs" in columns:  # the last column, whose words may be separated by spaces
        last = columns.index("outputs")
        words = [*words[:last], "".join(words[last:])]
    keys = [*columns, *(f"column {index + 1}" for index in range(len(columns), len(words)))]
    fields = {
        key: Field(f"{name} {key}", word, place)
        for key, word in zip(keys, words, strict=False)
        if word
    }
    return Record(name, place, fields)


def _read_options(section: Section, options: Record) -> None:
    for row, place in section.rows:
        words = row.split()
        if len(words) < 2:
            raise UnreadableError(
                place, f"must be a value and the name of an option: {row.strip()}"
            )
        key = words[1].lower().rstrip(":")
        if key in options.fields:
            raise UnreadableError(place, f"must not give the option {words[1]} twice")
        options.fields[key] = Field(f"option {words[1]}", words[0], place)
