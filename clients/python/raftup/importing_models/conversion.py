"""A model that grows while a source is read, with the findings of the import."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from raftup.importing_models.finding import Finding, Place, Severity, UnreadableError
from raftup.importing_models.record import Field, Record, shown
from raftup.importing_models.source import SourceFile


@dataclass(frozen=True)
class ImportModelOptions:
    """What the user adds to a source.

    Attributes:
        databases: hydrodynamic databases in place of those that the source names, in its order.
        joints: YAML file that says which bodies the constraints of WEC-Sim connect.
        lines_as: load by which lines of MoorDyn are computed: mooring_system or dynamic_line.
        rigid_turbine: the masses of tower, nacelle and rotor are added to the platform of OpenFAST.
        water_density: kg/m3, where the source does not say it.
        gravity: m/s2, where the source does not say it.
        water_depth: m, where the source does not say it.
        search_paths: folders in which `model://` and `package://` are sought.
        is_strict: what is assumed is refused.
    """

    databases: Sequence[Path] = ()
    joints: Path | None = None
    lines_as: str = ""
    rigid_turbine: bool = False
    water_density: float | None = None
    gravity: float | None = None
    water_depth: float | None = None
    search_paths: Sequence[Path] = ()
    is_strict: bool = False


@dataclass
class Conversion:
    """The model that grows while a source is read.

    Attributes:
        options: what the user adds.
        out_folder: folder of the model file, to which paths of files in the model are relative.
        stem: name of the model file without its suffix, for files that are written beside it.
        model: the fields of the model file.
        findings: all findings so far.
        files: contents of further files that are written beside the model, by their names.
        read: paths of the files that belong to the source, which must not be written over.
        database_count: number of databases that the source has named so far.
    """

    options: ImportModelOptions
    out_folder: Path
    stem: str
    model: dict[str, Any] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    read: set[Path] = field(default_factory=set)
    database_count: int = 0

    def taken(self, what: Field, path: str, text: str = "") -> None:
        """Tells that the model says the same as a field of the source."""
        self._tell(Severity.TAKEN, what.place, text or str(what), path)

    def assumed(self, place: Place, text: str, path: str = "") -> None:
        """Tells a value that the source does not give."""
        self._tell(Severity.ASSUMED, place, text, path)

    def differs(self, place: Place, text: str, path: str = "") -> None:
        """Tells what the model computes in another way than the source."""
        self._tell(Severity.DIFFERS, place, text, path)

    def seed(self, seed: Field | None, path: str) -> dict[str, int]:
        """The seed of waves of a spectrum, whose phases another generator draws; {} without one.

        Args:
            seed: seed of the source.
            path: path of the seed in the model.
        """
        if seed is None:
            return {}
        self.differs(
            seed.place, f"{seed}: another random generator; the same spectrum, other phases", path
        )
        return {"seed": abs(seed.whole())}

    def left_out(self, place: Place, text: str) -> None:
        """Tells what acts in the source and has no counterpart."""
        self._tell(Severity.LEFT_OUT, place, text, "")

    def refused(self, place: Place, text: str) -> None:
        """Tells why no model is written; reading goes on, so that all reasons are told."""
        self._tell(Severity.REFUSED, place, text, "")

    def without_effect(self, record: Record, names: Mapping[str, str]) -> None:
        """Reads fields that have no influence on the motion, and tells why.

        Args:
            record: the fields.
            names: reason by the key of each field: `pictures`, `files of results`.
        """
        for key, reason in names.items():
            found = record.take(key)
            if found is not None:
                self.whole_without_effect(found, f"{reason} alone")

    def whole_without_effect(self, found: Field, reason: str) -> None:
        """Reads a field with all fields inside it, and tells each with the reason."""
        inside = found.value if isinstance(found.value, list) else [found.value]
        records = [one for one in inside if isinstance(one, Record)]
        found.is_used = True
        if not records:
            self.taken(found, "", f"{found}: {reason}")
        for record in records:
            for one in list(record.unused()):
                self.whole_without_effect(one, reason)

    def leave_out_unused(self, record: Record) -> None:
        """Tells every field of a record that nothing has read."""
        for one in record.unused():
            self.left_out(one.place, f"{one}: no counterpart")

    def read_named(self, file: SourceFile, name: str, place: Place) -> SourceFile:
        """Reads a file that a file of the source names.

        Raises:
            UnreadableError: if it cannot be read.
        """
        opened = file.open_named(name, place)
        self.read.add(opened.path)
        if opened.is_outside:
            self.assumed(place, f"the file {opened.name} outside the folder of the source is meant")
        return opened

    def reference(self, path: Path) -> str:
        """Path of a file as the model file names it, relative to the folder of the model file."""
        return os.path.relpath(path.resolve(), self.out_folder.resolve()).replace(os.sep, "/")

    def database(self, file: SourceFile, name: str, place: Place) -> str:
        """Path of a database that the source names, or of the one that the user gives in its place.

        Args:
            file: file that names it.
            name: name in that file.
            place: where it stands.
        """
        index = self.database_count
        self.database_count += 1
        if index < len(self.options.databases):
            return self.reference(self.options.databases[index])
        path = file.named(name)
        self.read.add(path.resolve())
        if not path.is_file():
            self.left_out(
                place,
                f"the database {name} does not exist beside the source: copy it to "
                f"{self.reference(path)} as seen from the model, or give --database F.h5",
            )
        elif not path.resolve().is_relative_to(file.path.parent):
            self.assumed(place, f"the file {name} outside the folder of the source is meant")
        return self.reference(path)

    def check_databases(self, place: Place) -> None:
        """Refuses databases of the user of which the source has no use."""
        given, used = len(self.options.databases), self.database_count
        if given > used:
            self.refused(
                place, f"--database must be given at most {used} times here, is given {given} times"
            )

    def joins_moving(self, joint: Mapping[str, Any]) -> bool:
        """Whether a joint of the model has a body that forces move; others must be left away."""
        standing = {one["name"] for one in self.model["bodies"] if one.get("motion") == "static"}
        sides = {joint["body1"], joint.get("body2", "")} - {""}
        return bool(sides - standing)

    def _tell(self, severity: Severity, place: Place, text: str, path: str) -> None:
        self.findings.append(Finding(severity, text, place, path))


class ModelNames:
    """Names of a model that are unique and consist of letters, digits, `_` and `-`."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def make(self, text: str, default: str) -> str:
        """A name like the text.

        Args:
            text: name in the source.
            default: name where nothing of the text is left.
        """
        base = re.sub(r"[^A-Za-z0-9_-]+", "_", text).strip("_")[:60] or default
        name, number = base, 1
        while name.lower() in self._used:
            number += 1
            name = f"{base}_{number}"
        self._used.add(name.lower())
        return name


def positive(what: Field, unit: str = "") -> float:
    """The value of a field as a positive number.

    Raises:
        UnreadableError: if it is none.
    """
    value = what.number()
    if value <= 0.0:
        raise UnreadableError(
            what.place,
            f"{what.name} must be above 0{f' {unit}' if unit else ''}, is {shown(what.value)}",
        )
    return value
