#!/usr/bin/env python3
"""Rules and dashboard against a live raftupd: every expression must answer with numbers.

    check.py

Rules are checked and tested by promtool; then Prometheus watches a raftupd that simulates, refuses
a stranger and is asked for what it has not. Needs Prometheus (package prometheus of Debian) and a
Python with the package raftup.
"""

import itertools
import json
import re
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

import raftup
from raftup.local.server import find_server

HERE = Path(__file__).resolve().parent
MODEL = HERE.parents[1] / "clients" / "examples" / "models" / "hemisphere_regular.yaml"
SERVER = "127.0.0.1:50571"
ADMIN = "127.0.0.1:50572"
PROMETHEUS = "127.0.0.1:50573"
PATIENCE = 60.0  # s
STEPS = 20  # at once


@contextmanager
def running(*command: str | Path, log: Path) -> Iterator[None]:
    """A program in the background, ended at the end."""
    with log.open("wb") as out:
        process = subprocess.Popen([str(part) for part in command], stdout=out, stderr=out)
        try:
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


def configuration(folder: Path) -> Path:
    """prometheus.yml for this raftupd, looking twice a second."""
    document = yaml.safe_load((HERE / "prometheus.yml").read_text())
    document["global"] = {"scrape_interval": "500ms", "evaluation_interval": "1s"}
    document["rule_files"] = [str(HERE / "alerts.yml")]
    document["scrape_configs"][0]["static_configs"] = [{"targets": [ADMIN]}]
    file = folder / "prometheus.yml"
    file.write_text(yaml.safe_dump(document))
    return file


def ask(expression: str) -> list[Any]:
    """What Prometheus finds for an expression; nothing while it does not answer."""
    query = urllib.parse.urlencode({"query": expression})
    try:
        with urllib.request.urlopen(f"http://{PROMETHEUS}/api/v1/query?{query}") as answer:
            return list(json.load(answer)["data"]["result"])
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{expression}: {error.read().decode()}") from error
    except urllib.error.URLError:
        return []


def shown(expression: str) -> str:
    """An expression as the dashboard asks it of all servers, over the time that there is."""
    return re.sub(r"\[\d+m\]", "[5s]", expression.replace("$instance", ".*"))


def expressions() -> dict[str, str]:
    """Of every panel of the dashboard, by title."""
    panels = json.loads((HERE / "dashboard.json").read_text())["panels"]
    return {
        f"{panel['title']}, {target['refId']}": shown(target["expr"])
        for panel in panels
        for target in panel["targets"]
    }


def work(token: str, over: threading.Event) -> None:
    """Steps, calls that fail, and a stranger whom nobody knows."""
    with (
        raftup.connect(SERVER, token=token) as client,
        raftup.connect(SERVER) as stranger,
        client.create_session(MODEL, overrides={"integration.duration": 1e6}) as session,
    ):
        session.initialise()
        for turn in itertools.count():
            if over.is_set():
                return
            session.advance(STEPS, turn * STEPS)
            for call in (
                stranger.caller,
                lambda: client.session("sessions/nothing-there"),
            ):
                try:
                    call()
                except raftup.RaftupError:
                    continue
            time.sleep(0.1)


def check_live(folder: Path) -> int:
    """How many expressions answered."""
    access = folder / "access"
    add = (
        "tokens",
        "add",
        "watcher",
        "--access",
        access,
        "--tenant",
        "t",
        "--role",
        "admin",
    )
    token = subprocess.run(
        [str(part) for part in (find_server(), *add)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()[-1]
    server = (f"--listen={SERVER}", f"--admin={ADMIN}", f"--access={access}")
    prometheus = (
        f"--config.file={configuration(folder)}",
        f"--storage.tsdb.path={folder / 'series'}",
        f"--web.listen-address={PROMETHEUS}",
    )
    data = f"--data={folder / 'data'}"
    over = threading.Event()
    with (
        running(find_server(), *server, data, log=folder / "raftupd.log"),
        running("prometheus", *prometheus, log=folder / "prometheus.log"),
        ThreadPoolExecutor(1) as pool,
    ):
        time.sleep(1.0)
        worker = pool.submit(work, token, over)
        try:
            silent = expressions()
            deadline = time.monotonic() + PATIENCE
            while silent and not worker.done() and time.monotonic() < deadline:
                time.sleep(1.0)
                silent = {title: one for title, one in silent.items() if not ask(one)}
            rules = yaml.safe_load((HERE / "alerts.yml").read_text())["groups"][0]["rules"]
            firing = [rule["alert"] for rule in rules if ask(shown(rule["expr"]))]
        finally:
            over.set()
            worker.result()
    assert not silent, f"no numbers for {silent}"
    assert set(firing) <= {"RaftupdTokensTried"}, f"alerts without a reason: {firing}"
    return len(expressions())


def main() -> None:
    for command in (
        ("check", "rules", "alerts.yml"),
        ("test", "rules", "alerts_test.yml"),
    ):
        subprocess.run(["promtool", *command], check=True, cwd=HERE)
    with tempfile.TemporaryDirectory() as folder:
        count = check_live(Path(folder))
    print(f"{count} expressions of the dashboard answer")


if __name__ == "__main__":
    main()
