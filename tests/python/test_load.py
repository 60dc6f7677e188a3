"""raftup bench server: what it counts, and that a stall cannot hide."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from conftest import MODELS, eventually
from typer.testing import CliRunner

import raftup
from raftup.cli.main import app
from raftup.load import LoadScenario, load_model, run_load


def bench(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["bench", "server", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def check_counts(result: dict[str, Any]) -> None:
    """Every message that was due is accounted for."""
    counted = result["answered"] + result["failed"] + result["unanswered"]
    assert counted == result["scheduled"]
    assert sum(count for _, count in result["latency_histogram_us"]) == result["answered"]
    assert result["steps"] == result["answered"] * result["steps_per_message"]
    assert result["failed"] == result["unanswered"] == 0
    assert result["error"] == ""
    latency = result["latency_us"]
    assert 0 < latency["p50"] <= latency["p90"] <= latency["p99"] <= latency["max"]


def test_a_load_of_two_seconds_gives_counts_that_add_up(
    server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    picture = tmp_path / "latencies.png"
    arguments = ["--sessions=1,3", "--steps=5", "--rate=50,0", "--duration=0.5", "--warm-up=0.1"]
    report = json.loads(bench(server.address, *arguments, "--json", f"--plot={picture}"))
    asked = [(one["sessions"], one["rate_per_session"]) for one in report["results"]]
    assert asked == [(1, 50), (1, 0), (3, 50), (3, 0)]
    for result in report["results"]:
        check_counts(result)
        if result["rate_per_session"]:
            expected = result["sessions"] * result["rate_per_session"] * 0.5
            assert result["scheduled"] == pytest.approx(expected, abs=1)
    assert picture.stat().st_size > 10_000
    assert not list(client.list_sessions())


def test_a_stalled_server_shows_in_every_message_that_it_held_up(
    server: raftup.LocalServer, client: raftup.Client
) -> None:
    results = []
    scenario = LoadScenario(rate=200.0, duration=2.0, warm_up=0.5)
    model = client.check_model(load_model(1)).model
    load = threading.Thread(target=lambda: results.append(run_load(client, model, scenario)))
    load.start()
    eventually(lambda: any(client.list_sessions()))
    time.sleep(1.0)
    (listed,) = client.list_sessions()
    session = client.session(listed.name)
    session.pause()
    time.sleep(0.6)
    session.resume()
    load.join()
    (result,) = results
    check_counts(result)
    held_up = sum(count for end, count in result["latency_histogram_us"] if end > 1e5)
    # Due in the first .5 s of the pause, 200 a second. A client that waited for the answer before
    # it sent the next would have counted one.
    assert held_up >= 90
    assert result["latency_us"]["max"] >= 0.59e6


def test_a_table_tells_of_a_model_of_ones_own(server: raftup.LocalServer) -> None:
    arguments = ["--sessions=1", "--steps=1", "--rate=0", "--duration=0.2", "--warm-up=0"]
    table = bench(server.address, f"--model={MODELS / 'two_body_heave.yaml'}", *arguments)
    sessions, steps, rate, *_, maximum = table.splitlines()[4].split()
    assert (sessions, steps, rate) == ("1", "1", "-")
    assert float(maximum.replace(",", "")) > 0


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--sessions=few"], 2, "numbers separated by commas"),
        (["--sessions=0"], 2, "sessions must be at least 1, is 0"),
        (["--model=none.yaml"], 2, "none.yaml"),
    ],
)
def test_what_cannot_be_measured_says_why(
    server: raftup.LocalServer, arguments: list[str], code: int, words: str
) -> None:
    assert words in " ".join(bench(server.address, *arguments, code=code).split())
