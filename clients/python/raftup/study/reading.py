"""Reading of a study from YAML or JSON, with all of its broken rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from raftup.base.documents import read_document
from raftup.base.errors import ModelError, StudyError, Violation
from raftup.base.fields import Fields
from raftup.extremes.estimate import METHODS, METHODS_OF_MAXIMA, THREE_HOURS
from raftup.fatigue import FatigueDetail, read_details
from raftup.fatigue.reading import refuse_repeated
from raftup.model import model_document, read_model
from raftup.model.run_duration import run_duration_in
from raftup.model.variants import ModelVariants
from raftup.study.axes import read_axes
from raftup.study.naming import at_places, named_in_study
from raftup.study.roles import roles_of
from raftup.study.specification import (
    MOMENTS,
    WEIBULL_MAXIMUM,
    ExtremeEntry,
    StudySpecification,
)


def read_study(
    source: str | Path | Mapping[str, Any],
    judge: Callable[[StudySpecification], Iterable[Violation]] = lambda _: (),
) -> StudySpecification:
    """Reads a study and checks everything for which no server is needed.

    Args:
        source: YAML 1.2 or JSON file, or a mapping; paths of files in it are relative to the folder
            of the file, or to the working directory.
        judge: function that returns further violations; it is called if there are any, so that all
            are reported together.

    Raises:
        StudyError: with path, rule and value of all violations.
    """
    document, folder = read_document(source, StudyError)
    if "bodies" in document and "model" not in document:
        path = "" if isinstance(source, Mapping) else str(source)
        raise StudyError([Violation(path, "must be a study, which has `model:`, this is a model")])
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    model = _read_model(fields, folder)
    fatigue, extremes = read_details(fields), _read_extremes(fields)
    limits = [_limit(part) for part in fields.parts("limits")]
    statistics = _read_statistics(fields)
    specification = StudySpecification(
        model=_with_statistics(fields, model, statistics, [*fatigue, *extremes], limits),
        axes=read_axes(fields.part("axes"), folder),
        statistics=statistics,
        fatigue=fatigue,
        allowed={str(limit.get("name")): allowed for limit, allowed in limits},
        confidence=fields.number("confidence", 0.9, above=0.0),
        extremes=extremes,
    )
    _refuse_maxima_without_seeds(fields, specification)
    if specification.confidence >= 1.0:
        fields.refuse("confidence", f"must be < 1, is {specification.confidence:g}")
    fields.close()
    violations += _schema_violations(specification, violations)
    if violations:
        raise StudyError(list(dict.fromkeys([*violations, *judge(specification)])))
    return specification


def _read_model(fields: Fields, folder: Path) -> dict[str, Any]:
    """The plain values of the model with `set` applied; files have absolute paths."""
    source = fields.value("model")
    overrides = fields.value("set") or {}
    if not isinstance(source, (str, Mapping)) or not isinstance(overrides, Mapping):
        fields.refuse("model", f"must be a file or a mapping, is {source!r}")
        return {}
    try:
        read = read_model(folder / source if isinstance(source, str) else source, overrides)
    except ModelError as error:
        fields.violations.extend(error.violations)
        return {}
    fields.violations.extend(read.violations)
    return model_document(read.model)


def _read_statistics(fields: Fields) -> tuple[str, ...]:
    known = (*MOMENTS, WEIBULL_MAXIMUM)
    names = fields.texts("statistics", ("mean", "std", "max"))
    for name in names:
        if name not in known:
            fields.refuse("statistics", f"must be of {', '.join(known)}, has {name!r}")
    return tuple(dict.fromkeys(names))


def _read_extremes(fields: Fields) -> tuple[ExtremeEntry, ...]:
    entries = tuple(_read_extreme(part) for part in fields.parts("extremes"))
    refuse_repeated(fields, "extremes", [entry.name for entry in entries])
    return entries


def _read_extreme(fields: Fields) -> ExtremeEntry:
    probability = fields.number("probability") if fields.has("probability") else None
    if probability is not None and not 0.0 < probability < 1.0:
        fields.refuse("probability", f"must be between 0 and 1, is {probability:g}")
    method = fields.text("method", "pot")
    if method not in METHODS:
        fields.refuse("method", f"must be one of {', '.join(METHODS)}, is {method!r}")
    entry = ExtremeEntry(
        name=fields.text("name"),
        output=fields.text("output"),
        component=fields.count("component", 0, least=0),
        method=method,
        duration=fields.number("duration", THREE_HOURS, above=0.0),
        probability=probability,
    )
    fields.close()
    return entry


def _refuse_maxima_without_seeds(fields: Fields, specification: StudySpecification) -> None:
    """Refuses methods of maxima, which use one value per seed, in a study without seeds."""
    if "seed" in roles_of(specification):
        return
    for index, entry in enumerate(specification.extremes):
        if entry.method in METHODS_OF_MAXIMA:
            others = ", ".join(one for one in METHODS if one not in METHODS_OF_MAXIMA)
            rule = f"must be one of {others} without an axis of seeds, is {entry.method!r}"
            fields.refuse(f"extremes[{index}].method", rule)


def _limit(fields: Fields) -> tuple[dict[str, Any], float]:
    """A limit in the form of the model, and the share of the time in which it may be exceeded."""
    allowed = fields.number("allowed", 0.0)
    if not 0.0 <= allowed <= 1.0:
        fields.refuse("allowed", f"must be from 0 to 1, is {allowed:g}")
    names = [name for name in fields.names() if name != "allowed"]
    return {name: fields.value(name) for name in names}, allowed


def _with_statistics(
    fields: Fields,
    model: dict[str, Any],
    statistics: Sequence[str],
    asked_for: Sequence[FatigueDetail | ExtremeEntry],
    limits: Sequence[tuple[dict[str, Any], float]],
) -> dict[str, Any]:
    """The model with the outputs and statistics that the study needs."""
    bodies = [str(body.get("name")) for body in model.get("bodies", [])]
    asked = fields.texts("outputs", [f"{body}.displacement" for body in bodies])
    curved = [entry.output for entry in asked_for]
    outputs = list(dict.fromkeys([*asked, *curved]))
    turning_points = outputs if WEIBULL_MAXIMUM in statistics else list(dict.fromkeys(curved))
    integration = dict(model.get("integration", {}))
    if fields.has("duration"):
        integration["duration"] = fields.number("duration", above=0.0)
    warm_up = _read_warm_up(fields, integration if model else None)
    return {
        **model,
        "integration": integration,
        "observers": [*model.get("observers", []), *(fields.value("observers") or [])],
        "outputs": outputs,
        "statistics": {
            "warm_up": warm_up,
            "outputs": [*outputs],  # lists of their own: paths may write into either
            "turning_points": [*turning_points],
            "limits": [limit for limit, _ in limits],
        },
    }


def _read_warm_up(fields: Fields, integration: Mapping[str, Any] | None) -> float:
    """The warm-up, which is compared with the duration of a run where that is known.

    Args:
        fields: fields of the study.
        integration: that of its model with the duration of the study; None = there is no model.
    """
    warm_up = fields.number("warm_up", 0.0)
    duration = math.inf if integration is None else _known_duration(fields, integration)
    if duration == 0.0:
        fields.refuse("duration", "must be given here or in `integration` of the model, > 0")
    elif not 0.0 <= warm_up < duration:
        fields.refuse("warm_up", f"must be >= 0 and less than the duration, is {warm_up:g}")
    return warm_up


def _known_duration(fields: Fields, integration: Mapping[str, Any]) -> float:
    """Duration [s] of a run; 0 if not given, infinite where a broken rule leaves it open."""
    stages = integration.get("stages") or []
    refused_by_server = integration.get("duration", 0.0) < 0.0 or any(
        stage.get("duration", 0.0) <= 0.0 for stage in stages
    )
    paths = [violation.path for violation in fields.violations]
    refused = any(path == "duration" or path.startswith("integration") for path in paths)
    return math.inf if refused or refused_by_server else run_duration_in(integration)


def _schema_violations(
    specification: StudySpecification, known: Sequence[Violation]
) -> list[Violation]:
    """Rules of the model's schema that the model or the value of an axis breaks."""
    read = read_model(specification.model)
    found = dict.fromkeys(named_in_study(read.violations, specification))
    models = ModelVariants(specification.model)
    for axis in specification.axes:
        if axis.paths.keys() == axis.values.keys():
            broken = (
                named_in_study(models.read(axis.overrides(place)).violations, specification)
                for place in range(len(axis))
            )
            found.update(dict.fromkeys(at_places(axis, broken, found)))
    return [violation for violation in found if violation not in known]
