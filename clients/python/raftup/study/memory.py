"""Choice of the form of radiation memory that makes the cases of a study fastest, by trial."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from raftup.base.errors import ModelError
from raftup.model.run_duration import run_duration
from raftup.remote.client import Client
from raftup.results.attributes import radiation_document
from raftup.study.check import first_overrides
from raftup.study.specification import StudySpecification

_FORMS = ("auto", "partitioned", "convolution")  # auto takes a state space that is good enough
_STEPS, _ROUNDS = 400, 3
_WORTH = 0.8  # of the time of the forms before it: what noise alone does not give


@dataclass(frozen=True)
class MemoryTrial:
    """Computing time of a case with one form of radiation memory.

    Attributes:
        form: name of the form in the model; auto = the server chooses.
        memory: form that results for each group, as in RadiationReport.
        build_time: time to create a session [s].
        step_time: time of a step [s].
        case_time: time of the first case, both together [s].
    """

    form: str
    memory: Sequence[str]
    build_time: float
    step_time: float
    case_time: float


def leaves_memory_open(specification: StudySpecification) -> bool:
    """Whether the model leaves open the memory of some group, and no axis varies it."""
    paths = [path for axis in specification.axes for one in axis.paths.values() for path in one]
    open_groups = [group for group in specification.model.get("hydrodynamics", []) if _open(group)]
    return bool(open_groups) and not any(".radiation" in path for path in paths)


def _open(group: Mapping[str, Any]) -> bool:
    return str(group.get("radiation", {}).get("memory", "auto")) == "auto"


def with_memory(specification: StudySpecification, form: str) -> StudySpecification:
    """The study with one form of memory for the groups whose model leaves it open."""
    groups = [
        {**group, "radiation": {**group.get("radiation", {}), "memory": form}}
        if _open(group)
        else group
        for group in specification.model.get("hydrodynamics", [])
    ]
    return replace(specification, model={**specification.model, "hydrodynamics": groups})


def try_memories(client: Client, specification: StudySpecification) -> list[MemoryTrial]:
    """Measures the time of the first case with every form of memory; the best form comes first.

    A later form must be clearly faster to be preferred, so that noise does not decide.
    """
    trials: list[MemoryTrial] = []
    for form in _FORMS:
        try:
            trial = _try(client, with_memory(specification, form), form)
        except ModelError:
            continue  # a form that this server or this model does not have
        worth = not trials or trial.case_time < _WORTH * trials[0].case_time
        trials.insert(0 if worth else len(trials), trial)
    return trials


def _try(client: Client, specification: StudySpecification, form: str) -> MemoryTrial:
    overrides = first_overrides(specification)
    client.check_model(specification.model, overrides)  # a fit is made once and then kept
    start = time.perf_counter()
    with client.create_session(specification.model, overrides=overrides, durability="none") as one:
        build_time = time.perf_counter() - start
        one.initialise()
        step_times = []
        for _ in range(_ROUNDS):
            before = one.status().compute_ns
            one.step(_STEPS, output_stride=_STEPS)
            step_times.append(1e-9 * (one.status().compute_ns - before) / _STEPS)
        steps = run_duration(one.model.integration) / (1e-9 * one.step_ns)
        memory = [str(radiation_document(report)["memory"]) for report in one.radiation]
    step_time = min(step_times)
    return MemoryTrial(form, memory, build_time, step_time, build_time + steps * step_time)
