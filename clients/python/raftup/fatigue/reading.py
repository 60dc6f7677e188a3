"""Reading of fatigue details from a document; broken rules are noted with their paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from raftup.base.documents import read_document
from raftup.base.errors import ModelError, Violation
from raftup.base.fields import Fields
from raftup.fatigue.detail import EquivalentLoad, FatigueDetail, StressCurve, TensionCurve
from raftup.fatigue.mean_stress import MEAN_CORRECTIONS, NEED_ULTIMATE

_LAWS = ("slope", "curve", "tn", "del")
_LARGEST_POWER = 300.0  # of ten: a double has no more


def read_details(fields: Fields, name: str = "fatigue") -> tuple[FatigueDetail, ...]:
    """Reads the list of details in a field.

    Args:
        fields: fields of the document, in which violations are noted.
        name: name of the field.
    """
    details = tuple(_read_detail(part) for part in fields.parts(name))
    refuse_repeated(fields, name, [detail.name for detail in details])
    return details


class FatigueError(ModelError):
    """Error of fatigue details that break rules."""

    SUBJECT = "the list of fatigue"


def read_curves(source: str | Path | Mapping[str, Any]) -> tuple[FatigueDetail, ...]:
    """Reads the details in the field `fatigue` of a file, such as a study, or of a mapping.

    Raises:
        FatigueError: with all broken rules; also if there are no details.
    """
    document, _ = read_document(source, FatigueError)
    violations: list[Violation] = []
    details = read_details(Fields(document, "", violations))
    if not details and not violations:
        violations.append(Violation("fatigue", "must be a list of at least one entry, is absent"))
    if violations:
        raise FatigueError(violations)
    return details


def refuse_repeated(fields: Fields, field: str, names: Sequence[str]) -> None:
    """Notes a violation for each name in a list of mappings that an earlier entry has."""
    for index, name in enumerate(names):
        if name and names.index(name) < index:
            first = f"{field}[{names.index(name)}].name"
            fields.refuse(f"{field}[{index}].name", f"must differ from {first}, is {name!r}")


def _read_detail(fields: Fields) -> FatigueDetail:
    name, output = fields.text("name"), fields.text("output")
    component = fields.count("component", 0, least=0)
    scale = fields.number("scale", 1.0)
    if scale == 0.0:
        fields.refuse("scale", "must not be 0")
    law = _read_law(fields)
    mean = fields.text("mean", "none")
    ultimate = walker = 0.0
    if mean not in MEAN_CORRECTIONS:
        fields.refuse("mean", f"must be one of {', '.join(MEAN_CORRECTIONS)}, is {mean!r}")
    elif mean != "none" and isinstance(law, TensionCurve):
        fields.refuse("mean", f"must be none beside tn, whose factor says it, is {mean!r}")
    if mean in NEED_ULTIMATE:
        ultimate = fields.number("ultimate", above=0.0)
    elif mean == "walker":
        walker = fields.number("walker_exponent", above=0.0)
        if walker > 1.0:
            fields.refuse("walker_exponent", f"must be <= 1, is {walker:g}")
    fields.close()
    return FatigueDetail(name, output, component, law, scale, mean, ultimate, walker)


def _read_law(fields: Fields) -> StressCurve | TensionCurve | EquivalentLoad:
    given = [kind for kind in _LAWS if fields.has(kind)]
    if fields.has("intercept") and "slope" not in given:
        fields.refuse("intercept", "must stand beside slope")
    fallback = StressCurve(1.0, 1.0)
    if len(given) != 1:
        listed = "slope with intercept, curve, tn, del"
        fields.refuse("", f"must have one of {listed}, has {given or 'none'}")
        return fallback
    if given == ["slope"]:
        slope, intercept = fields.number("slope", above=0.0), fields.number("intercept", above=0.0)
        return StressCurve(slope, intercept)
    part = fields.part(given[0])
    assert part is not None  # it was found
    law: StressCurve | TensionCurve | EquivalentLoad
    if given == ["curve"]:
        law = _read_curve(part)
    elif given == ["tn"]:
        law = _read_tension(part)
    else:
        law = _read_load(part)
    part.close()
    return law


def _read_curve(fields: Fields) -> StressCurve:
    slope, intercept = fields.number("slope", above=0.0), _power(fields, "log10_intercept")
    second = ("second_slope", "second_log10_intercept")
    second_slope = second_intercept = 0.0
    if any(fields.has(name) for name in second):
        second_slope, second_intercept = (
            fields.number(second[0], above=0.0),
            _power(fields, second[1]),
        )
        if second_slope <= slope:
            fields.refuse(second[0], f"must be > slope {slope:g}, is {second_slope:g}")
    thickness = [0.0, 0.0, 0.0]
    names = ("thickness", "reference_thickness", "exponent")
    if any(fields.has(name) for name in names):
        thickness = [fields.number(name, above=0.0) for name in names]
    return StressCurve(slope, intercept, second_slope, second_intercept, *thickness)


def _power(fields: Fields, name: str) -> float:
    """Ten to the power of the number in a field."""
    power = fields.number(name)
    if not abs(power) <= _LARGEST_POWER:
        fields.refuse(name, f"must lie within -300 and 300, is {power:g}")
        return 1.0
    return float(10.0**power)


def _read_tension(fields: Fields) -> TensionCurve:
    breaking_load = fields.number("breaking_load", above=0.0)
    slope = fields.number("slope", above=0.0)
    if not isinstance(fields.value("factor"), dict):
        return TensionCurve(breaking_load, slope, (0.0,), (fields.number("factor", above=0.0),))
    table = fields.part("factor")
    assert table is not None  # it is a mapping
    means = table.ascending("mean_load")
    factors = table.vector("factor", len(means), None if len(means) else [])
    for place, factor in enumerate(factors):
        if not factor > 0.0:
            table.refuse(f"factor[{place}]", f"must be > 0, is {factor:g}")
    table.close()
    usable = len(means) > 0 and all(factor > 0.0 for factor in factors)
    pairs = (tuple(map(float, means)), tuple(map(float, factors)))
    return TensionCurve(breaking_load, slope, *(pairs if usable else ((0.0,), (1.0,))))


def _read_load(fields: Fields) -> EquivalentLoad:
    slope = fields.number("slope", above=0.0)
    cycles = fields.number("equivalent_cycles", above=0.0)
    return EquivalentLoad(slope, cycles)
