"""How far a radiation memory is, while a program or a command waits for it."""

import json
import os
import pty
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import DATABASES

import raftup
from raftup.remote.fit_progress import FitProgress

BODIES = 2  # of nine: their fit takes a second or two, most of it to be made passive


@pytest.fixture
def array(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, Any]:
    """Some bodies of an array in still water, whose fit no server of this user has yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    database = str(DATABASES / "array9.h5")
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        names = list(client.upload_database(database).body_names)[:BODIES]
    return {
        "bodies": [{"name": name, "inertia": {"xx": 1e7, "yy": 1e7, "zz": 1e7}} for name in names],
        "hydrodynamics": [
            {
                "name": "array",
                "database": database,
                "bodies": [{"body": name, "database_body": name} for name in names],
            }
        ],
        "integration": {"step": 0.05, "duration": 0.5},
    }


def on_terminal(*arguments: object, folder: Path) -> tuple[str, str]:
    """What a command writes to standard output, and to a terminal that is its standard error."""
    terminal, end = pty.openpty()
    shown: list[bytes] = []

    def read() -> None:
        try:
            while part := os.read(terminal, 4096):
                shown.append(part)
        except OSError:
            pass  # nobody holds the other end any more

    reading = threading.Thread(target=read)
    reading.start()
    done = subprocess.run(
        [sys.executable, "-m", "raftup", *map(str, arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=end,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        timeout=200,
        check=True,
        text=True,
    )
    os.close(end)
    reading.join()
    os.close(terminal)
    return done.stdout, b"".join(shown).decode()


def test_a_client_is_told_of_a_slow_fit_until_its_call_ends(array: dict[str, Any]) -> None:
    told: list[FitProgress | None] = []
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        with client.fits_told_to(told.append):
            session = client.check_model(array)
        heard = len(told)
        client.check_model(array)
    assert session.radiation[0].pole_count > 0
    assert told[-1] is None
    assert len(told) == heard  # outside the block nobody is told
    fits = [fit for fit in told if fit is not None]
    order = ("data", "poles", "passivity", "kernel")
    stages = [order.index(fit.stage) for fit in fits]
    assert stages == sorted(stages)
    rounds = [fit.round for fit in fits if fit.stage == "passivity"]
    assert rounds == sorted(rounds)
    assert fits[-1].pole_count > 8
    assert 0.0 < fits[-1].error < 0.5


def test_a_quick_call_and_a_refused_one_tell_nothing(
    client: raftup.Client, hemisphere: dict[str, Any]
) -> None:
    told: list[FitProgress | None] = []
    with client.fits_told_to(told.append):
        client.check_model(hemisphere)
        with pytest.raises(raftup.ModelError):
            client.check_model(hemisphere, {"bodies[0].mass": -1})
    assert told == []


def test_a_command_shows_a_line_on_a_terminal_and_keeps_its_output_clean(
    array: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "array.yaml").write_text(yaml.safe_dump(array))
    output, shown = on_terminal("modes", "array.yaml", "--json", folder=tmp_path)
    assert "modes" in json.loads(output)
    assert "radiation memory: " in shown
    assert " poles" in shown
    assert ", error " in shown
    _, shown = on_terminal("modes", "array.yaml", "--json", folder=tmp_path)
    assert "poles" not in shown  # the fit is kept


@pytest.mark.parametrize(
    ("fit", "text"),
    [
        (FitProgress("data", 0, 0, 0.0), "reading the database"),
        (FitProgress("poles", 4, 0, 0.0), "4 poles"),
        (FitProgress("poles", 24, 0, 0.0123), "24 poles, error 1.2 % so far"),
        (FitProgress("passivity", 24, 3, 0.02), "24 poles, passivity round 3, error 2 %"),
        (
            FitProgress("reduction", 58, 2, 0.011),
            "fewer states than 58 poles have, round 2, error 1.1 %",
        ),
        (FitProgress("kernel", 24, 0, 0.02), "sampling the kernel, error 2 %"),
    ],
)
def test_progress_reads_as_a_sentence(fit: FitProgress, text: str) -> None:
    assert str(fit) == f"radiation memory: {text}"
