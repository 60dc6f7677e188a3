"""Runs of reference cases, with expected and obtained results."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from raftup._generated.report_pb2 import RadiationReport
from raftup.base.errors import RaftupError, bad_field
from raftup.remote.client import Client
from raftup.remote.duration import run_length
from raftup.remote.rows import NANOSECONDS, Rows
from raftup.response import response
from raftup.validation.compare import obtained
from raftup.validation.specification import Check, ValidationCase


@dataclass(frozen=True)
class CheckResult:
    """Result of a check.

    Attributes:
        check: check of the case.
        unit: unit of the compared values; empty for a share.
        expected: expected number; 0 for a series or balance.
        obtained: number obtained from the run.
        error: `|obtained - expected|`, relative if the check requires it.
    """

    check: Check
    unit: str
    expected: float
    obtained: float

    @property
    def error(self) -> float:
        """The error that is compared with the tolerance of the check."""
        difference = abs(self.obtained - self.expected)
        compares = self.check.kind not in ("series", "balance")
        return difference / abs(self.expected) if self.check.relative and compares else difference

    @property
    def share(self) -> float:
        """Error over tolerance; 1 = just within the tolerance."""
        return self.error / self.check.tolerance

    @property
    def passed(self) -> bool:
        """Whether the error is within the tolerance; False if it is NaN."""
        return self.error <= self.check.tolerance


@dataclass(frozen=True)
class CaseResult:
    """Result of a case.

    Attributes:
        case: the case.
        checks: results of its checks, in order; empty if the run failed.
        rows: rows of the outputs of all checks; None if the run failed.
        failure: cause of the failure; empty if there is none.
        simulated: simulated time [s].
        stepping: wall clock time that the server spent in computing steps [s].
        wall_time: total wall clock time [s].
        memories: reports on the radiation memory of each hydrodynamic group.
    """

    case: ValidationCase
    checks: tuple[CheckResult, ...]
    rows: Rows | None
    failure: str
    simulated: float
    stepping: float
    wall_time: float
    memories: tuple[RadiationReport, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether every check is within its tolerance."""
        return not self.failure and all(check.passed for check in self.checks)

    @property
    def status(self) -> str:
        """Passed, outside, or known (outside for the reason that the case gives)."""
        if self.passed:
            return "passed"
        return "known" if self.case.reason and not self.failure else "outside"

    @property
    def worst_share(self) -> float:
        """The largest error over its tolerance; NaN if an error is NaN or nothing was run."""
        return float(np.max([check.share for check in self.checks])) if self.checks else np.nan

    @property
    def real_time_factor(self) -> float:
        """Simulated seconds per second of stepping; 0 if nothing was simulated."""
        return self.simulated / self.stepping if self.stepping > 0 else 0.0


def validate(
    cases: Iterable[ValidationCase],
    client: Client,
    progress: Callable[[CaseResult], None] = lambda _: None,
) -> list[CaseResult]:
    """Runs cases; the failure of one does not prevent the others.

    Args:
        cases: cases in the order of the report.
        client: client of any server.
        progress: function that is called after every case.
    """
    results = []
    for case in cases:
        results.append(run_case(case, client))
        progress(results[-1])
    return results


def run_case(case: ValidationCase, client: Client) -> CaseResult:
    """Runs one case and compares its results."""
    start = time.perf_counter()
    try:
        run = _run(case, client)
        checks = tuple(
            _judge(case, check, run.rows, client, f"checks[{index}]")
            for index, check in enumerate(case.checks)
        )
    except RaftupError as error:
        return CaseResult(case, (), None, str(error), 0.0, 0.0, time.perf_counter() - start)
    return CaseResult(
        case,
        checks,
        run.rows,
        "",
        float(run.rows.time[-1]),
        run.stepping,
        time.perf_counter() - start,
        run.memories,
    )


class _Run(NamedTuple):
    """Rows from t = 0 to the end, wall clock time of the steps [s], reports on memories."""

    rows: Rows
    stepping: float
    memories: tuple[RadiationReport, ...]


def _run(case: ValidationCase, client: Client) -> _Run:
    overrides = {**case.overrides, "outputs": case.outputs}
    with client.create_session(case.model, overrides=overrides, durability="none") as session:
        session.initialise()
        step_count = run_length(session).step_count
        with session.exchange() as exchange:
            first = session.read(exchange.outputs.names)
            rows = Rows.concatenate([first, exchange.advance(step_count)])
        stepping = session.status().compute_ns / NANOSECONDS
        return _Run(rows, stepping, tuple(session.radiation))


def _judge(
    case: ValidationCase, check: Check, rows: Rows, client: Client, path: str
) -> CheckResult:
    expected = check.expected
    if expected is None:
        expected = _predicted(case, check, client, path)
    share = check.kind in ("series", "balance")
    found = obtained(check, rows, path)
    return CheckResult(check, "" if share else _unit(check, rows), expected, found)


def _unit(check: Check, rows: Rows) -> str:
    """Unit of one component of an output, whose unit is one for all components or a list."""
    unit = next(one.unit for one in rows.columns.variables if one.name == check.variable)
    units = unit.split(",")
    return units[check.component].strip() if check.component < len(units) else unit


def _predicted(case: ValidationCase, check: Check, client: Client, path: str) -> float:
    """Prediction of a displacement by the frequency domain.

    It is an amplitude in the model's only regular wave, or a standard deviation in its irregular
    sea.
    """
    model = client.check_model(case.model, case.overrides).model
    waves = model.environment.sea.waves
    body, _, quantity = check.variable.partition(".")
    regular = check.kind == "harmonic"
    fits = len(waves) == 1 and waves[0].HasField("regular") == regular
    if quantity != "displacement" or not fits:
        sea = "one regular wave" if regular else "one irregular sea"
        rule = f"may be response for a displacement in {sea} alone"
        raise bad_field(f"{path}.expected", f"{rule}, is {check.variable}")
    if not regular:
        found = response(case.model, client, case.overrides)
        return float(found.standard_deviation.sel(body=body).isel(dof=check.component))
    wave = waves[0].regular
    found = response(
        case.model, client, case.overrides, periods=[wave.period], headings=[wave.direction_deg]
    )
    parts = found.rao.sel(body=body).isel(omega=0, wave_direction=0, dof=check.component)
    return float(wave.amplitude * np.hypot(parts.sel(complex="re"), parts.sel(complex="im")))
