"""Studies in trouble: whatever is killed, the same bytes in the end."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from conftest import eventually

from .small_studies import stored_bytes, study_of

pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")

import raftup
from raftup.study import StudyProgress


def run_study(file: Path, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "raftup", "study", str(file), "--out", str(folder)]
    return subprocess.Popen(
        [*command, "--workers", "2", "--quiet"],
        start_new_session=True,
        stderr=subprocess.PIPE,
    )


def cases_done(folder: Path) -> int:
    try:
        return int(raftup.open_study(folder).attrs["cases_done"])
    except (raftup.RaftupError, OSError, KeyError):
        return 0  # not begun


def children(process: int, name: str) -> list[int]:
    """Processes below one whose command line has a word."""
    import psutil  # type: ignore[import-untyped]  # Dask brings it

    found = []
    for child in psutil.Process(process).children(recursive=True):
        try:
            if any(name in word for word in child.cmdline()):
                found.append(child.pid)
        except psutil.NoSuchProcess:
            continue
    return found


LONG_STUDY_CASES = 240


@pytest.fixture(scope="module")
def long_study(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The file of a study that runs for some seconds, and its folder without any trouble."""
    root = tmp_path_factory.mktemp("long")
    (root / "study.yaml").write_text(
        yaml.safe_dump(study_of([1.0, 2.0], LONG_STUDY_CASES // 2, duration=900))
    )
    raftup.study(root / "study.yaml", root / "whole.study", workers=2)
    return root / "study.yaml", root / "whole.study"


def test_killing_servers_workers_and_the_study_and_ctrl_c_change_nothing(
    long_study: tuple[Path, Path], tmp_path: Path
) -> None:
    file, whole = long_study
    folder = tmp_path / "killed"
    study = run_study(file, folder)
    try:
        eventually(lambda: cases_done(folder) > 2, 60)
        os.kill(children(study.pid, "raftupd")[0], signal.SIGKILL)
        before = cases_done(folder)
        eventually(lambda: cases_done(folder) > before, 60)
        os.kill(children(study.pid, "multiprocessing")[-1], signal.SIGKILL)
        before = cases_done(folder)
        eventually(lambda: cases_done(folder) > before, 60)
    finally:
        left = children(study.pid, "")
        study.kill()
        study.communicate()
    assert 0 < cases_done(folder) < LONG_STUDY_CASES, "the study was killed before its end"
    eventually(lambda: not any(Path(f"/proc/{child}").exists() for child in left), 60)
    interrupted = run_study(file, folder)
    before = cases_done(folder)
    eventually(lambda: cases_done(folder) > before, 60)
    os.killpg(interrupted.pid, signal.SIGINT)  # as Ctrl-C of a terminal does
    _, said = interrupted.communicate(timeout=60)
    assert interrupted.returncode == 130
    assert b"the same study goes on there" in said
    assert b"Traceback" not in said
    resumed = run_study(file, folder)
    resumed.communicate(timeout=120)
    assert resumed.returncode == 0
    assert stored_bytes(folder) == stored_bytes(whole)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_at_any_time_ends_a_study_with_its_code(
    number: int, long_study: tuple[Path, Path], tmp_path: Path
) -> None:
    file, _ = long_study
    study = run_study(file, tmp_path / "interrupted")
    eventually(lambda: (tmp_path / "interrupted").exists(), 60)
    time.sleep(random.Random(number).uniform(0.0, 4.0))
    below = children(study.pid, "")
    study.send_signal(number)
    _, said = study.communicate(timeout=60)
    assert study.returncode == 128 + number, said
    assert b"Traceback" not in said
    eventually(lambda: not any(Path(f"/proc/{child}").exists() for child in below), 60)


def test_a_cluster_over_tcp_completes_when_a_worker_dies(
    long_study: tuple[Path, Path], tmp_path: Path
) -> None:
    from distributed import LocalCluster

    file, whole = long_study
    killed: list[int] = []
    with LocalCluster(
        n_workers=3,
        threads_per_worker=1,
        processes=True,
        protocol="tcp://",
        dashboard_address=None,
        silence_logs="CRITICAL",
    ) as cluster:

        def kill_one(state: StudyProgress) -> None:
            if not killed and state.run > 5:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        assert str(cluster.scheduler_address).startswith("tcp://127.0.0.1")
        raftup.study(file, tmp_path / "tcp", scheduler=cluster.scheduler_address, progress=kill_one)
    assert killed
    assert stored_bytes(tmp_path / "tcp") == stored_bytes(whole)


def test_two_studies_do_not_write_into_one_folder(long_study: tuple[Path, Path]) -> None:
    file, whole = long_study
    import fcntl

    with (whole / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        start = time.monotonic()
        with pytest.raises(raftup.RaftupError, match="in use by another raftup study"):
            raftup.study(file, whole)
        assert time.monotonic() - start < 30.0
