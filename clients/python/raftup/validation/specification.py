"""Specification of a reference case: a model, a source, and known numbers or series."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from raftup.base.arrays import FloatArray
from raftup.base.documents import read_document
from raftup.base.errors import ModelError, Violation
from raftup.base.fields import Fields
from raftup.base.text import text_of

MEASURES = ("final", "mean", "std", "min", "max", "range")
"""Names of the measures of a time series."""

KINDS = ("at", "measure", "harmonic", "crossing", "series", "balance")
"""Fields that determine how a check evaluates its variable; each check has exactly one."""

RESPONSE = "response"
"""Expected value that stands for the frequency domain's prediction, for a harmonic or a std."""


class ValidationError(ModelError):
    """Error of a reference case that breaks rules."""

    SUBJECT = "the case"


@dataclass(frozen=True)
class Term:
    """One component of an output that is added to that of a check.

    Attributes:
        variable: name of the output.
        component: index of the component.
        factor: factor of the component.
    """

    variable: str
    component: int
    factor: float

    def __str__(self) -> str:
        size = "" if abs(self.factor) == 1.0 else f"{abs(self.factor):.6g} "
        return f"{'-' if self.factor < 0.0 else '+'} {size}{self.variable}[{self.component}]"


@dataclass(frozen=True)
class Crossing:
    """The first time at which one component of an output passes a value.

    Attributes:
        variable: name of the output.
        component: index of the component.
        value: value that is passed, from either side.
    """

    variable: str
    component: int
    value: float


@dataclass(frozen=True)
class Series:
    """A known time series from a source.

    Attributes:
        file: file of the series.
        time: [n] s.
        value: [n].
    """

    file: Path
    time: FloatArray
    value: FloatArray


@dataclass(frozen=True)
class Check:
    """A comparison with one known number or series.

    Attributes:
        name: name for people.
        variable: name of the output.
        component: index of the component.
        kind: one of KINDS.
        at: for the kind `at`: time of the value [s], interpolated linearly between rows.
        measure: for the kind `measure`: one of MEASURES.
        period: for the kind `harmonic`: period of the motion whose amplitude is evaluated [s].
        start: earlier rows are ignored in a measure or a harmonic [s].
        crossing: for the kind `crossing`: event at which the value is taken.
        series: for the kind `series`: the error is the root mean square difference over that of the
            series.
        rate: for the kind `balance`: name of the output whose integral is the change of the
            variable.
        terms: components that are added to the variable, for all kinds.
        expected: known number; None = that of the frequency domain; 0 for a series or balance.
        tolerance: largest error, in the unit of the variable, or relative.
        relative: whether errors are relative to the expected number.
    """

    name: str
    variable: str
    component: int
    kind: str
    at: float
    measure: str
    period: float
    start: float
    crossing: Crossing | None
    series: Series | None
    rate: str
    terms: tuple[Term, ...]
    expected: float | None
    tolerance: float
    relative: bool

    @property
    def formula(self) -> str:
        """The evaluated expression: `a.position[0] - b.position[0]`."""
        added = [f" {term}" for term in self.terms]
        return f"{self.variable}[{self.component}]{''.join(added)}"

    @property
    def outputs(self) -> tuple[str, ...]:
        """Names of the outputs that the check needs."""
        further = [self.crossing.variable] if self.crossing else []
        added = [term.variable for term in self.terms]
        return (self.variable, *added, *([self.rate] if self.rate else []), *further)


@dataclass(frozen=True)
class ValidationCase:
    """A model with known results.

    Attributes:
        name: short name, unique in a report.
        title: title for people.
        subject: heading under which the case is listed; may be empty.
        source: source of the known numbers.
        reason: why the case may be outside its tolerances; empty = it may not.
        model: path of a file, or the document.
        overrides: values that replace those of the model, by path.
        checks: checks, at least one.
    """

    name: str
    title: str
    subject: str
    source: str
    reason: str
    model: Path | Mapping[str, Any]
    overrides: Mapping[str, Any]
    checks: tuple[Check, ...]

    @property
    def outputs(self) -> list[str]:
        """Names of all outputs that its checks need, each once."""
        return list(dict.fromkeys(name for check in self.checks for name in check.outputs))


def read_case(source: str | Path | Mapping[str, Any]) -> ValidationCase:
    """Reads a case and checks everything for which no server is needed.

    Args:
        source: YAML 1.2 or JSON file, or a mapping; paths of files in it are relative to the folder
            of the file, or to the working directory.

    Raises:
        ValidationError: with path, rule and value of all violations.
    """
    document, folder = read_document(source, ValidationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    name = fields.text("name", "" if isinstance(source, Mapping) else Path(source).stem)
    overrides = fields.value("set") or {}
    if not isinstance(overrides, Mapping):
        fields.refuse("set", f"must be a mapping of paths, is {overrides!r}")
        overrides = {}
    case = ValidationCase(
        name=name,
        title=fields.text("title", name),
        subject=fields.text("subject", ""),
        source=fields.text("source"),
        reason=fields.text("reason", ""),
        model=_read_model(fields, folder),
        overrides=overrides,
        checks=tuple(_read_check(part, folder) for part in fields.parts("checks", least=1)),
    )
    fields.close()
    if violations:
        raise ValidationError(violations)
    return case


def _read_model(fields: Fields, folder: Path) -> Path | Mapping[str, Any]:
    model = fields.value("model")
    if isinstance(model, str):
        return folder / model
    if isinstance(model, Mapping):
        return _placed(model, folder)
    fields.refuse("model", f"must be a file or a mapping, is {model!r}")
    return {}


def _placed(model: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
    """The model with paths of files, which are relative to a folder, made absolute."""
    placed = dict(model)
    groups, loads = model.get("hydrodynamics"), model.get("loads")
    if isinstance(groups, list):
        placed["hydrodynamics"] = [_with_files(group, folder) for group in groups]
    if isinstance(loads, list):
        placed["loads"] = [_with_mesh(load, folder) for load in loads]
    return placed


def _with_mesh(load: Any, folder: Path) -> Any:
    if not isinstance(load, Mapping) or "hull" not in load:
        return load
    return {**load, "hull": _with_file(load["hull"], "mesh", folder)}


def _with_files(group: Any, folder: Path) -> Any:
    if not isinstance(group, Mapping):
        return group
    bodies = group.get("bodies")
    if isinstance(bodies, list):
        group = {**group, "bodies": [_with_file(body, "mesh", folder) for body in bodies]}
    return _with_file(group, "database", folder)


def _with_file(part: Any, name: str, folder: Path) -> Any:
    if not isinstance(part, Mapping) or not isinstance(part.get(name), str):
        return part
    return {**part, name: str(folder / part[name])}


def _read_check(fields: Fields, folder: Path) -> Check:
    given = [kind for kind in KINDS if fields.has(kind)]
    if len(given) != 1:
        had = ", ".join(given) or "none"
        fields.refuse("", f"must have one of {', '.join(KINDS)}, has {had}")
    kind = given[0] if given else "at"
    relative = fields.has("relative_tolerance") or kind in ("series", "balance")
    if fields.has("tolerance") == fields.has("relative_tolerance"):
        fields.refuse("", "must have one of tolerance, relative_tolerance")
    number = "relative_tolerance" if fields.has("relative_tolerance") else "tolerance"
    check = Check(
        name=fields.text("name"),
        variable=fields.text("variable"),
        component=fields.count("component", 0, least=0),
        kind=kind,
        at=fields.number("at", 0.0) if kind == "at" else 0.0,
        measure=_read_measure(fields) if kind == "measure" else "",
        period=fields.number("harmonic", above=0.0) if kind == "harmonic" else 0.0,
        start=fields.number("from", 0.0),
        crossing=_read_crossing(fields) if kind == "crossing" else None,
        series=_read_series(fields, folder) if kind == "series" else None,
        rate=fields.text("balance") if kind == "balance" else "",
        terms=_read_terms(fields),
        expected=_read_expected(fields, kind),
        tolerance=fields.number(number, 1.0, above=0.0),
        relative=relative,
    )
    fields.close()
    return check


def _read_terms(fields: Fields) -> tuple[Term, ...]:
    """Reads `plus`: names, which stand for the first component with the factor 1, or mappings."""
    given = fields.value("plus")
    entries = given if isinstance(given, list) else [] if given is None else [given]
    terms = []
    for index, entry in enumerate(entries):
        document = {"variable": entry} if isinstance(entry, str) else entry
        part = fields.within(f"plus[{index}]", document)
        number = part.count("component", 0, least=0)
        terms.append(Term(part.text("variable"), number, part.number("factor", 1.0)))
        part.close()
    return tuple(terms)


def _read_expected(fields: Fields, kind: str) -> float | None:
    if kind in ("series", "balance"):
        return 0.0
    predictable = kind == "harmonic" or (kind == "measure" and fields.value("measure") == "std")
    if predictable and fields.value("expected") == RESPONSE:
        return None
    return fields.number("expected")


def _read_measure(fields: Fields) -> str:
    measure = fields.text("measure")
    if measure not in MEASURES:
        fields.refuse("measure", f"must be one of {', '.join(MEASURES)}, is {measure!r}")
    return measure


def _read_crossing(fields: Fields) -> Crossing:
    part = fields.part("crossing")
    assert part is not None  # it was found
    crossing = Crossing(
        part.text("variable"), part.count("component", 0, least=0), part.number("value")
    )
    part.close()
    return crossing


def _read_series(fields: Fields, folder: Path) -> Series | None:
    """Reads the columns of a CSV file whose first row has their names."""
    part = fields.part("series")
    assert part is not None  # it was found
    file = folder / part.text("csv")
    names = (part.text("time", "time"), part.text("value", "value"))
    part.close()
    try:
        lines = io.StringIO(text_of(file), newline="")
        rows = list(csv.DictReader(lines, skipinitialspace=True))
        columns = [np.array([float(row[name]) for row in rows]) for name in names]
    except OSError as error:
        fields.refuse("series.csv", f"cannot be read: {error.strerror}: {file}")
    except (KeyError, TypeError, ValueError):
        fields.refuse("series", f"must have numbers in columns {' and '.join(names)} of {file}")
    else:
        if len(rows) > 1 and np.isfinite(columns).all() and (np.diff(columns[0]) > 0).all():
            return Series(file, columns[0], columns[1])
        fields.refuse("series", f"must have at least two rows at ascending times, {file} has not")
    return None
