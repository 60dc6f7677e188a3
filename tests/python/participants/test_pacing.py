"""Runs that hold to the wall clock: in time, late where the server is, the same bytes."""

import re
import time
from pathlib import Path

import numpy as np
import pytest
from command_line import command
from conftest import MODELS

import raftup
from raftup.base.errors import RaftupError
from raftup.remote.rows import Columns, Rows

TWO_SECONDS = {"integration.duration": 2.0}


class SlowExchange:
    """A stream whose every step takes its time, on a clock that only it and sleep() move."""

    ended = False

    def __init__(self, step: float, compute_time: float, monkeypatch: pytest.MonkeyPatch) -> None:
        self.step_ns = round(step * 1e9)
        self.clock = 0.0
        self.compute_time = compute_time
        self.counts: list[int] = []
        monkeypatch.setattr("raftup.remote.pacing.time.perf_counter", lambda: self.clock)
        monkeypatch.setattr("raftup.remote.pacing.time.sleep", self._sleep)

    def _sleep(self, duration: float) -> None:
        self.clock += duration

    def steps_per_message(self) -> int:
        return 1000

    def advance(self, count: int) -> Rows:
        self.counts.append(count)
        self.clock += count * self.compute_time
        return Rows(np.zeros(0, dtype=np.int64), np.zeros((0, 0)), Columns.of([]))


def test_steps_end_when_they_are_due_plus_the_time_they_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exchange = SlowExchange(0.05, 0.001, monkeypatch)
    pace = raftup.Pace(2.0)
    assert len(list(pace.advance(exchange, 100))) == 100  # type: ignore[arg-type]
    assert exchange.clock == pytest.approx(100 * 0.05 / 2.0 + 0.001)
    jitter = pace.jitter()
    assert jitter.tick_count == 100
    assert (jitter.p50, jitter.p99, jitter.maximum) == pytest.approx((1e-3, 1e-3, 1e-3))


def test_short_steps_go_together_sixty_times_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    exchange = SlowExchange(0.001, 0.0, monkeypatch)
    list(raftup.Pace(1.0).advance(exchange, 100))  # type: ignore[arg-type]
    assert exchange.counts == [17] * 5 + [15]
    assert exchange.clock == pytest.approx(0.1)


def test_who_falls_behind_loses_no_time_and_says_how_late_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exchange = SlowExchange(0.05, 0.06, monkeypatch)
    pace = raftup.Pace(1.0)
    list(pace.advance(exchange, 10))  # type: ignore[arg-type]
    assert exchange.clock == pytest.approx(0.05 + 10 * 0.06)  # it never sleeps after the first
    assert pace.jitter().maximum == pytest.approx(0.05 + 10 * 0.06 - 10 * 0.05)


@pytest.mark.parametrize("factor", [0.0, -1.0, float("nan"), float("inf")])
def test_a_factor_that_is_none_is_refused(factor: float) -> None:
    with pytest.raises(RaftupError, match="pace must be finite and > 0, is"):
        raftup.Pace(factor)


def test_a_paced_run_takes_its_time_and_has_the_same_bytes(
    client: raftup.Client, tmp_path: Path
) -> None:
    model, files = MODELS / "alongside.yaml", [tmp_path / "free.nc", tmp_path / "paced.nc"]
    raftup.run(model, client, TWO_SECONDS, out=files[0])
    pace = raftup.Pace(4.0)
    begin = time.perf_counter()
    raftup.run(model, client, TWO_SECONDS, out=files[1], pace=pace)
    assert time.perf_counter() - begin >= 0.5
    assert pace.jitter().tick_count > 20
    assert pace.jitter().p50 >= 0.0
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_command_says_how_late_it_was_and_refuses_what_is_no_pace(tmp_path: Path) -> None:
    model = MODELS / "two_body_heave.yaml"
    done = command("run", model, "--duration=1", "--pace=5", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    late = r"p50 [\d.]+ ms, p99 [\d.]+ ms, max [\d.]+ ms"
    assert re.search(rf"pace 5: \d+ ticks late by {late}", done.stdout)
    refused = command("run", model, "--pace=0", folder=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "pace must be finite and > 0, is 0" in refused.stderr
