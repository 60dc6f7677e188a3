"""Tools that run: simulations and studies, in processes of their own, and what they have found."""

from __future__ import annotations

import json
import math
import secrets
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import Field as Described

from raftup.base.arrays import FloatArray
from raftup.base.errors import RaftupError, bad_field
from raftup.base.names import names_of
from raftup.commands import Command
from raftup.mcp.answers import MOST_ROWS, RunAnswer, Series, StudyAnswer
from raftup.mcp.jobs import Job, Jobs
from raftup.mcp.reading_tools import ModelName, Overrides
from raftup.mcp.workplace import Workplace
from raftup.model.run_duration import run_duration_in
from raftup.remote.client import Client
from raftup.remote.duration import run_length
from raftup.remote.rows import NANOSECONDS
from raftup.results.series import component_labels, read_series, unit_of

MOST_STEPS = 1_000_000
"""Steps of the longest run: some minutes to an hour of computing."""

MOST_CASES = 10_000
"""Cases of the largest study."""

MOST_POINTS = 2000
"""Points of the longest series; more cannot be told apart in a figure."""

_RESULTS = "results"  # folder below the root, for what runs and studies write
_FAILURES = 10  # failed cases that an answer lists

# HDF5 is not made for several threads, and tools run in threads.
_hdf5 = threading.Lock()


class RunningTools:
    """Tools that compute for long and write results."""

    def __init__(self, workplace: Workplace, client: Client, jobs: Jobs) -> None:
        self._workplace, self._client, self._jobs = workplace, client, jobs
        self._studies: dict[str, tuple[Path, str]] = {}
        self._sessions: dict[str, str] = {}

    def run(
        self,
        model: ModelName,
        overrides: Overrides = None,
        duration_s: Annotated[
            float | None, Described(description="Simulated time; default: that of the model.")
        ] = None,
        outputs: Annotated[
            list[str] | None, Described(description="Outputs to record; * is a wildcard.")
        ] = None,
    ) -> RunAnswer:
        """Simulate a model: statistics of its outputs, and an id for read_result.

        A run that takes longer than a minute goes on: ask job(id). The file of the result is that
        of the command raftup run.
        """
        changed = dict(overrides or {})
        if duration_s is not None:
            changed["integration.duration"] = duration_s
        with self._workplace.confined():
            file = self._workplace.model(model, changed)
            session = self._client.check_model(file, changed)
        steps = run_length(session).step_count
        if steps > MOST_STEPS:
            rule = f"must give at most {MOST_STEPS} steps, gives {steps}"
            raise bad_field("integration.duration", rule)
        out = self._new_result(file.stem, ".nc")
        name = f"mcp-{secrets.token_hex(8)}"
        words = ["run", str(file), "--out", str(out), "--quiet", "--session", name]
        words += [f"--set={path}={json.dumps(value)}" for path, value in changed.items()]
        if outputs:
            words.append(f"--outputs={','.join(names_of(outputs))}")
        command = Command(words, self._workplace.root, self._client)

        def compute() -> RunAnswer:
            command.wait()
            return self._summary(out)

        job = self._begin("run", command, compute)
        try:
            answer: RunAnswer = job.answer(self._jobs.patience)
        except TimeoutError:
            return RunAnswer(
                id=job.id, state="running", file=self._workplace.shown(out),
                time_s=self._time_of(name), statistics=[], findings=[],
            )  # fmt: skip
        return answer

    def read_result(
        self,
        id: Annotated[  # noqa: A002
            str, Described(description="Id of a run, or a result file below the root folder.")
        ],
        variable: Annotated[
            str, Described(description="Output with component: carrier.displacement[heave].")
        ],
        from_s: Annotated[float, Described(description="First time.")] = 0.0,
        to_s: Annotated[float | None, Described(description="Last time; default: the end.")] = None,
        points: Annotated[
            int, Described(description=f"Points at most, 2 to {MOST_POINTS}.")
        ] = MOST_ROWS,
    ) -> Series:
        """A series of a result over time, thinned so that every peak is kept."""
        if not 2 <= points <= MOST_POINTS:
            raise bad_field("points", f"must be from 2 to {MOST_POINTS}, is {points}")
        file = self._result(id)
        with self._workplace.confined(), _hdf5:
            found = read_series([file], [variable], from_s, to_s)
            if len(found) != 1:
                named = ", ".join(one.name for one in found) or "none that moves"
                raise bad_field("variable", f"must name one component, names {named}")
            time = _times(file, from_s, to_s)
        (series,) = found
        places = thinned(series.values[0], points)
        return Series(
            variable=series.name,
            unit=series.unit,
            rows_in_file=len(time),
            time_s=time[places].tolist(),
            values=series.values[0][places].tolist(),
        )

    def study(
        self, file: Annotated[str, Described(description="Study file, relative to the root.")]
    ) -> StudyAnswer:
        """Start a study: one model in many sea states, headings, seeds; ask study_status."""
        from raftup.study.reading import read_study  # scipy takes a second

        with self._workplace.confined():
            path = self._workplace.study(file)
            specification = read_study(path)
        cases = math.prod(len(axis) for axis in specification.axes)
        if cases > MOST_CASES:
            raise bad_field("axes", f"must give at most {MOST_CASES} cases, give {cases}")
        integration = dict(specification.model.get("integration", {}))
        steps = run_duration_in(integration) / float(integration.get("step") or np.inf)
        if steps > MOST_STEPS:
            rule = f"must give at most {MOST_STEPS} steps, gives {steps:.0f}"
            raise bad_field("integration.duration", rule)
        out = self._new_result(path.stem, ".study")
        command = Command(
            ["study", str(path), "--out", str(out), "--workers=1", "--quiet"], self._workplace.root
        )
        job = self._begin("study", command, command.wait)
        self._studies[job.id] = (out, path.stem)
        return self.study_status(job.id)

    def study_status(
        self,
        id: Annotated[str, Described(description="Id that study has answered.")],  # noqa: A002
    ) -> StudyAnswer:
        """Progress of a study, and its failed cases with their reasons."""
        if id not in self._studies:
            known = ", ".join(self._studies) or "none yet"
            raise bad_field("id", f"must be one of {known}, is {id!r}")
        out, _ = self._studies[id]
        job = self._jobs.find(id)
        state, error = "running", ""
        if not job.is_running:
            state = "done"
            try:
                job.answer(0.0)
            except RaftupError as failure:
                error = str(failure)
        answer = StudyAnswer(
            id=id, state=state, folder=self._workplace.shown(out), done=0, failed=0, total=0,
            failures=[], error=error,
        )  # fmt: skip
        try:
            self._count_cases(answer, out)
        except (RaftupError, OSError, KeyError):
            answer["state"] = "running" if job.is_running else "failed"
        return answer

    def _begin(self, name: str, command: Command, work: Callable[[], Any]) -> Job:
        """Begins a job that waits for a command; one that is refused ends the command.

        The command runs already, so that the job can be cancelled from its first moment on.
        """
        try:
            return self._jobs.begin(name, work, cancel=command.cancel)
        except RaftupError:
            command.cancel()
            raise

    def _count_cases(self, answer: StudyAnswer, folder: Path) -> None:
        from raftup.study import open_study
        from raftup.study.places import place_text

        dataset = open_study(folder)
        answer["done"] = int(dataset.attrs["cases_done"])
        answer["failed"] = int(dataset.attrs["cases_failed"])
        answer["total"] = int(dataset.status.size)
        errors = dataset.error.values.ravel()
        answer["failures"] = [
            {"case": place_text(dataset, int(case)), "reason": str(errors[case])}
            for case in np.flatnonzero(errors != "")[:_FAILURES]
        ]

    def _new_result(self, stem: str, suffix: str) -> Path:
        """A name in the folder of results that nothing has yet."""
        folder = self._workplace.root / _RESULTS
        if folder.is_symlink() and not folder.resolve().is_relative_to(self._workplace.root):
            raise bad_field(_RESULTS, "must be a folder below the root, is a link out of it")
        folder.mkdir(exist_ok=True)
        number = 1
        while (folder / f"{stem}-{number}{suffix}").exists():
            number += 1
        return folder / f"{stem}-{number}{suffix}"

    def _result(self, id_or_file: str) -> Path:
        named = id_or_file if id_or_file.endswith(".nc") else f"{_RESULTS}/{id_or_file}.nc"
        return self._workplace.existing("id", named)

    def _summary(self, out: Path) -> RunAnswer:
        from raftup.results.recorded import read_recorded

        with _hdf5:
            recorded = read_recorded(out)
        statistics = []
        for variable in recorded.columns.variables:
            values = recorded.values[:, recorded.columns.slices[variable.name]]
            labels = component_labels(recorded, variable.name)
            for place, label in enumerate(labels):
                name = f"{variable.name}[{label}]" if len(labels) > 1 else variable.name
                unit = unit_of(variable.unit, place)
                statistics.append({"output": name, "unit": unit, **_moments(values[:, place])})
        return RunAnswer(
            id=out.stem,
            state="done",
            file=self._workplace.shown(out),
            time_s=float(recorded.time_ns[-1]) / NANOSECONDS,
            statistics=statistics,
            findings=[one.message for one in recorded.findings],
        )

    def _time_of(self, session: str) -> float:
        try:
            return self._client.session(f"sessions/{session}").status().time_ns / NANOSECONDS
        except RaftupError:  # it has ended by now
            return 0.0


def thinned(values: FloatArray, points: int) -> Any:
    """Indices [at most points] of values [n] that keep the smallest and largest of each interval.

    Intervals have equal numbers of values; `points` / 2 of them, rounded down.
    """
    if len(values) <= points:
        return np.arange(len(values))
    return np.array(sorted(set(_extremes(values, points // 2))))


def _extremes(values: FloatArray, count: int) -> Iterator[int]:
    for part in np.array_split(np.arange(len(values)), count):
        yield int(part[np.argmin(values[part])])
        yield int(part[np.argmax(values[part])])


def _moments(values: FloatArray) -> dict[str, float]:
    return {
        "mean": float(values.mean()),
        "std": float(values.std()),
        "min": float(values.min()),
        "max": float(values.max()),
    }


def _times(file: Path, start: float, end: float | None) -> FloatArray:
    """Times [s] of the rows that read_series() takes."""
    from raftup.results.recorded import read_recorded

    time: FloatArray = read_recorded(file).time_ns / NANOSECONDS
    last = np.inf if end is None else end
    return time[(time >= start - 1e-9) & (time <= last + 1e-9)]
