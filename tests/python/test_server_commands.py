"""raftup sessions, databases and checkpoints: what they show, change and refuse."""

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from conftest import DATABASES, MODELS, eventually
from typer.testing import CliRunner

import raftup
from raftup.cli.main import app

STEP = 0.05


@pytest.fixture(autouse=True)
def environment(server: raftup.LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAFTUP_SERVER", server.address)
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def session(client: raftup.Client) -> Iterator[raftup.Session]:
    waves = raftup.Participant("waves", ["wave_force"])
    model = MODELS / "forced_by_client.yaml"
    with client.create_session(model, session_id="harbour", participants=[waves]) as session:
        session.initialise()
        yield session


@pytest.fixture
def waves(session: raftup.Session) -> Iterator[raftup.Exchange]:
    participant = {"role": raftup.Role.PARTICIPANT, "participant_id": "waves"}
    with session.exchange(inputs=["wave_force"], **participant) as stream:  # type: ignore[arg-type]
        yield stream


def run_two_steps(session: raftup.Session, waves: raftup.Exchange) -> None:
    """Sends samples for three steps and takes two: a call that never waits comes after them."""
    waves.send(STEP * np.arange(4), np.ones((4, 6)))
    eventually(lambda: session.status().participants[0].watermark_ns >= 150_000_000)
    session.step(2)


def run(*arguments: object, code: int = 0) -> str:
    """What the command writes to standard output; to standard error where it fails."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def run_json(*arguments: object) -> Any:
    return json.loads(run(*arguments, "--json"))


def test_a_session_is_listed_with_who_takes_part(session: raftup.Session) -> None:
    (listed,) = run_json("sessions", "list")
    assert listed["name"] == "sessions/harbour"
    assert listed["state"] == "initialized"
    (participant,) = listed["participants"]
    assert (participant["participant_id"], participant["attached"]) == ("waves", False)
    table = run("sessions", "list")
    assert "sessions/harbour" in table
    assert "(waves)" in table


def test_a_session_is_shown_with_every_default(session: raftup.Session) -> None:
    document = run_json("sessions", "show", "harbour")
    assert document["model_document"]["integration"]["stepper"] == "automatic"
    assert document["databases"][0].startswith("databases/hemisphere@")
    assert "stepper: automatic" in run("sessions", "show", "sessions/harbour")


def test_watch_tells_time_and_who_holds_the_session(
    session: raftup.Session, waves: raftup.Exchange
) -> None:
    with session.exchange() as controller:
        waves.send(0.0, np.zeros(6))
        controller.advance(1)
        controller.request(1)
        text = run("sessions", "watch", "harbour", "--json", "--count=4", "--interval=0.1")
        looks = [json.loads(line) for line in text.splitlines()]
        assert len(looks) == 4
        last = looks[-1][0]
        assert last["waiting_for"] == ["waves"]
        assert last["wait_time"] > 0.2
        assert last["time"] == STEP
        assert last["real_time_factor"] == 0.0
        assert "waiting" in run("sessions", "watch", "--count=1")
        waves.send(STEP, np.zeros(6))
        controller.receive()


def test_watch_of_one_session_shows_its_values_and_ends_with_it(client: raftup.Client) -> None:
    with client.create_session(MODELS / "two_body_heave.yaml", session_id="pair") as session:
        session.initialise()
        # It is stepped as long as it is watched, whenever the command has begun.
        ended = threading.Event()

        def step_and_delete() -> None:
            for _ in range(20):
                stream.advance(1)
                time.sleep(0.2)
            session.delete()
            ended.set()

        with session.exchange() as stream:
            threading.Thread(target=step_and_delete).start()
            table = run("sessions", "watch", "pair", "--interval=0.1")
            assert ended.wait(60.0)
        assert "displacement" in table
        # Deleted already: another of the same name for the block's own delete.
        client.create_session(MODELS / "two_body_heave.yaml", session_id="pair")


def test_a_paused_session_goes_on_when_resumed(
    session: raftup.Session, waves: raftup.Exchange
) -> None:
    waves.send(0.0, np.zeros(6))
    assert run("sessions", "pause", "harbour") == "sessions/harbour paused at 0 s\n"
    with session.exchange() as controller:
        controller.request(1)
        (look,) = json.loads(run("sessions", "watch", "harbour", "--json", "--count=1"))
        assert look["paused"]
        assert look["step_index"] == 0
        assert run_json("sessions", "resume", "harbour")["paused"] is False
        assert len(controller.receive()) == 1


def test_sessions_are_deleted_by_id(client: raftup.Client) -> None:
    for name in ("first", "second"):
        client.create_session(MODELS / "two_body_heave.yaml", session_id=name)
    assert run("sessions", "delete", "first", "sessions/second") == (
        "sessions/first deleted\nsessions/second deleted\n"
    )
    assert run_json("sessions", "list") == []


def test_checkpoints_are_made_listed_restored_and_deleted(
    session: raftup.Session, waves: raftup.Exchange
) -> None:
    run_two_steps(session, waves)
    made = run_json("checkpoints", "create", "harbour", "--label=before the squall")
    assert made["step_index"] == 2
    assert made["label"] == "before the squall"
    session.step(1)
    short = made["name"].replace("sessions/", "").replace("checkpoints/", "")
    assert "at 0.1 s again" in run("checkpoints", "restore", short)
    assert session.status().step_index == 2
    assert "before the squall" in run("checkpoints", "list", "harbour")
    run("checkpoints", "delete", made["name"])
    assert run_json("checkpoints", "list", "harbour") == []


def test_a_checkpoint_goes_into_a_file_and_becomes_sessions(
    session: raftup.Session, waves: raftup.Exchange, client: raftup.Client, tmp_path: Path
) -> None:
    run_two_steps(session, waves)
    name = session.checkpoint("two")
    short = name.replace("sessions/", "").replace("checkpoints/", "")
    exported = run_json("checkpoints", "export", short, tmp_path / "two.raftup")
    assert exported["size_bytes"] == (tmp_path / "two.raftup").stat().st_size
    assert "sessions/from-file at 0.1 s" in run(
        "checkpoints", "import", tmp_path / "two.raftup", "--id=from-file"
    )
    assert run_json("checkpoints", "fork", short, "--id=forked")["step_index"] == 2
    again = run_json("checkpoints", "import", tmp_path / "two.raftup", "--session=harbour")
    assert again["step_index"] == 2
    assert again["name"] != name
    run("sessions", "delete", "from-file", "forked")
    damaged = tmp_path / "damaged.raftup"
    damaged.write_bytes((tmp_path / "two.raftup").read_bytes()[:-1])
    assert "must match its checksum" in run("checkpoints", "import", damaged, code=1)


def test_databases_go_up_are_shown_come_down_and_go(tmp_path: Path, client: raftup.Client) -> None:
    file = tmp_path / "to_delete.h5"
    file.write_bytes((DATABASES / "hemisphere.h5").read_bytes())
    (stored,) = run_json("databases", "upload", file)
    assert stored["name"].startswith("databases/to-delete@")
    assert "databases/to-delete@" in run("databases", "list")
    assert run_json("databases", "show", "to-delete")["bodies"][0]["displaced_volume"] > 0
    assert "heave period" in run("databases", "show", "to-delete")
    run("databases", "download", "to-delete", tmp_path / "down.nc")
    coefficients = client.read_coefficients("to-delete")
    with xr.open_dataset(tmp_path / "down.nc") as down:
        np.testing.assert_array_equal(down.added_mass, coefficients.added_mass)
        excitation = down.excitation_force.sel(complex="re") + 1j * down.excitation_force.sel(
            complex="im"
        )
        np.testing.assert_array_equal(excitation, coefficients.excitation_force)
        assert down.added_mass.sel(influenced_dof="hemisphere.heave").units == "kg, kg m, kg m2"
        assert down.omega.units == "rad/s"
    run("databases", "delete", "to-delete")
    assert "to-delete" not in run("databases", "list")


def test_a_database_in_use_is_deleted_by_force_alone(
    client: raftup.Client, hemisphere: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "in_use.h5"
    file.write_bytes((DATABASES / "hemisphere.h5").read_bytes())
    hemisphere["hydrodynamics"][0]["database"] = str(file)
    with client.create_session(hemisphere):
        assert "in-use" in run("databases", "delete", "in-use", code=1)
        run("databases", "delete", "in-use", "--force")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["sessions", "show", "nowhere"], 1, "sessions/nowhere"),
        (["sessions", "pause", "nowhere"], 1, "sessions/nowhere"),
        (["sessions", "list", "--server=unix:/nowhere/socket"], 1, "cannot be reached"),
        (["sessions", "watch", "--interval=0"], 2, "interval"),
        (["checkpoints", "restore", "1"], 2, "must be SESSION/CHECKPOINT"),
        (["databases", "upload", "none.h5"], 2, "none.h5"),
        (["sessions", "list", "--token-file=none"], 2, "none"),
        (["sessions", "list", f"--certificate={__file__}", f"--key={__file__}"], 2, "ca of the"),
        (["run", str(MODELS / "alongside.yaml"), f"--certificate={__file__}"], 2, "together"),
    ],
)
def test_what_cannot_be_done_says_why(arguments: list[str], code: int, words: str) -> None:
    assert words in " ".join(run(*arguments, code=code).split())


def test_an_interrupted_watch_ends_with_130(session: raftup.Session) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "raftup", "sessions", "watch", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert "sessions/harbour" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in errors
