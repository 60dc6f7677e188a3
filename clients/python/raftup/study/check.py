"""Checks of a study by a server, before its first case runs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from raftup.base.errors import ModelError, StudyError, Violation
from raftup.remote.client import Client
from raftup.remote.session import Session
from raftup.study.axes import not_free
from raftup.study.combinations import Combinations
from raftup.study.layout import StudyLayout
from raftup.study.naming import named_in_study
from raftup.study.progress import PreparationCallback
from raftup.study.specification import StudySpecification
from raftup.study.warnings import WARNING_NAMES


def first_overrides(specification: StudySpecification) -> dict[str, Any]:
    """Values of the model in the first case, by path."""
    values: dict[str, Any] = {}
    for axis in specification.axes:
        values |= axis.overrides(0)
    return values


def check_study(
    client: Client,
    specification: StudySpecification,
    preparation: PreparationCallback = lambda _: None,
) -> StudyLayout:
    """Lets a server check all cases of a study, see Combinations.

    Args:
        client: client of any server of the same version.
        specification: study that breaks no rule of the schema.
        preparation: function that is called after every case that was checked.

    Returns:
        Assignment of the statistics of each case to variables.

    Raises:
        StudyError: with all broken rules.
    """
    found: dict[Violation, None] = {}
    first = first_overrides(specification)
    session = _judge(client, specification, first, found)
    stored = specification if session is None else with_databases(specification, session.databases)
    violations = [*found, *Combinations(client, stored, preparation).violations(found)]
    if session is None or violations:
        raise StudyError(violations)
    return _layout(client, specification, stored, first)


def model_violations(client: Client, specification: StudySpecification) -> list[Violation]:
    """Rules that a server finds broken in the model, outputs and limits; the axes are ignored."""
    found: dict[Violation, None] = {}
    if specification.model.get("bodies"):
        _judge(client, specification, {}, found)
    return list(found)


def with_databases(specification: StudySpecification, databases: list[str]) -> StudySpecification:
    """The study with its databases named as on a server, so that they need no upload."""
    groups = [
        {**group, "database": name}
        for group, name in zip(specification.model.get("hydrodynamics", []), databases, strict=True)
    ]
    return replace(specification, model={**specification.model, "hydrodynamics": groups})


def _judge(
    client: Client,
    specification: StudySpecification,
    overrides: dict[str, Any],
    found: dict[Violation, None],
) -> Session | None:
    """The session that a case would have; None if rules are broken, which are added to `found`."""
    try:
        return client.check_model(specification.model, overrides)
    except ModelError as error:
        found.update(dict.fromkeys(named_in_study(error.violations, specification)))
        return None


def _layout(
    client: Client,
    specification: StudySpecification,
    stored: StudySpecification,
    first: dict[str, Any],
) -> StudyLayout:
    with client.create_session(stored.model, overrides=first, durability="none") as session:
        known = {variable.name: variable for variable in session.variables()}
        outputs = [known[name] for name in specification.outputs]
        violations = [
            Violation(
                f"{field}[{index}].component",
                f"must be less than {known[entry.output].size}, the size of {entry.output}, "
                f"is {entry.component}",
            )
            for field in ("fatigue", "extremes")
            for index, entry in enumerate(getattr(specification, field))
            if entry.component >= known[entry.output].size
        ]
        if violations:
            raise StudyError(violations)
        layout = StudyLayout(specification, session.model, outputs)
    violations = _taken_names(specification, layout)
    if violations:
        raise StudyError(violations)
    return layout


def _taken_names(specification: StudySpecification, layout: StudyLayout) -> list[Violation]:
    """Violations for axes with the name of a variable of the study or of its dimensions."""
    taken = {variable.name for variable in layout.variables} | layout.coordinates.keys()
    taken |= WARNING_NAMES
    return [
        Violation(f"axes.{axis.name}", not_free(name))
        for axis in specification.axes
        for name in sorted({axis.name, *axis.paths} & taken)
    ]
