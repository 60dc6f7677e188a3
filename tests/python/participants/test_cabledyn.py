"""CableDyn lines as a participant: catenary, period, the same line by MoorDyn, iteration."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import start

import raftup
from raftup.base.errors import RaftupError
from raftup.participants.cabledyn import CableDynLines
from raftup.participants.follow import follow

from .test_moordyn import (
    DEPTH,
    DURATION,
    MASS,
    OFFSET,
    TAUT,
    catenary,
    heave,
    lines_file,
    moored,
)


def deck(folder: Path, *arguments: Any, points: str = "Coupled") -> Path:
    """The input file of MoorDyn's tests with the options of CableDyn."""
    file = lines_file(folder, *arguments)
    text = file.read_text()
    head, _, options = text.partition("200 WtrDpth\n")
    _, _, end = options.partition("0 writeLog\n")
    deck = folder / "lines.dat"
    text = f"{head}200 WtrDpth\n0.005 dtM\n{DURATION} TMax\n{end}"
    deck.write_text(text.replace("Coupled", points))
    return deck


def test_forces_at_rest_are_those_of_the_catenary_to_a_thousandth(
    client: raftup.Client, tmp_path: Path
) -> None:
    line = {"diameter": 0.1, "mass": 100.0, "axial_stiffness": 1e8, "length": 226.0, "segments": 60}
    file = deck(tmp_path, line, [205, 0, -102], [5, 0, -2])
    horizontal, vertical = catenary(line, 200.0, 100.0)
    with client.create_session(moored(0.1, [0, 0, 0])) as session:
        session.initialise()
        with CableDynLines(file, session, "buoy", "mooring") as lines:
            force = lines.begin(session.read(lines.outputs))
    expected = [horizontal, 0, -vertical, 0, 5 * vertical - 2 * horizontal, 0]
    tension = np.hypot(horizontal, vertical)
    np.testing.assert_allclose(force[:3], expected[:3], atol=1e-3 * tension)
    np.testing.assert_allclose(force[3:], expected[3:], atol=5 * 1e-3 * tension)


def by_cabledyn(
    client: raftup.Client, file: Path, step: float, method: str = "", substeps: int = 1
) -> Any:
    """Heave [steps + 1] m of the buoy over its taut line, as heave() of MoorDyn's tests."""
    stretch = (DEPTH - TAUT["length"]) / TAUT["length"]
    lift = {"body": "buoy", "force": [0, 0, TAUT["axial_stiffness"] * stretch]}
    model = moored(step, [0, 0, OFFSET], [{"name": "lift", "constant_force": lift}])
    rule = raftup.Iteration(["mooring"], method=method, tolerance=1e-8) if method else None
    participant = raftup.Participant("cabledyn", inputs=["mooring"])
    session = client.create_session(model, participants=[participant], iteration=rule)
    session.initialise()
    with (
        ThreadPoolExecutor() as pool,
        CableDynLines(file, session, "buoy", "mooring", substeps) as lines,
    ):
        with session, session.exchange(output_stride=1) as controller:
            done = pool.submit(follow, session, lines, "cabledyn", bool(method))
            rows = controller.advance(round(DURATION / step), timeout=120)
        done.result(30)
    return np.concatenate([[OFFSET], rows["buoy.position"][:, 2]])


def test_a_moored_buoy_moves_as_with_moordyn_and_in_its_period(
    client: raftup.Client, tmp_path: Path
) -> None:
    arguments = (TAUT, [0, 0, -DEPTH], [0, 0, 0])
    file = deck(tmp_path, *arguments)
    coarse, fine = (by_cabledyn(client, file, step) for step in (0.02, 0.01))
    moordyn = heave(client, lines_file(tmp_path, *arguments), 0.01)
    effective_mass = MASS + TAUT["mass"] * TAUT["length"] / 3.0
    period = 2.0 * np.pi * np.sqrt(effective_mass * TAUT["length"] / TAUT["axial_stiffness"])
    time = 0.01 * np.arange(len(fine))
    limit = 2.0 * fine[::2] - coarse  # an explicit coupling has order 1
    rest = 0.5 * (limit.max() + limit.min())
    model = rest + (OFFSET - rest) * np.cos(2.0 * np.pi * time[::2] / period)
    # damping inside the line and its inertia, which the period has by a third of its mass
    assert np.abs(limit - model).max() < 0.03 * OFFSET
    assert np.abs(fine - moordyn).max() < 0.02 * OFFSET
    iterated = by_cabledyn(client, file, 0.01, "aitken")
    # held at its end or at its start, a force is half a step early or late
    assert np.abs(0.5 * (iterated + fine)[::2] - limit).max() < 5e-3 * OFFSET


def test_smaller_steps_of_the_lines_change_little(client: raftup.Client, tmp_path: Path) -> None:
    file = deck(tmp_path, TAUT, [0, 0, -DEPTH], [0, 0, 0])
    one, four = (by_cabledyn(client, file, 0.02, substeps=count) for count in (1, 4))
    assert 0.0 < np.abs(one - four).max() < 0.02 * OFFSET


def test_what_cannot_be_moored_is_refused(client: raftup.Client, tmp_path: Path) -> None:
    file = deck(tmp_path, TAUT, [0, 0, -DEPTH], [0, 0, 0])
    with client.create_session(moored(0.1, [0, 0, 0])) as session:
        with pytest.raises(RaftupError, match="body must be one of buoy, is 'tug'"):
            CableDynLines(file, session, "tug", "mooring")
        with pytest.raises(RaftupError, match="substeps must be >= 1, is 0"):
            CableDynLines(file, session, "buoy", "mooring", 0)
        with pytest.raises(FileNotFoundError):
            CableDynLines(tmp_path / "none.dat", session, "buoy", "mooring")
        fixed = deck(tmp_path, TAUT, [0, 0, -DEPTH], [0, 0, 0], points="Fixed")
        with pytest.raises(
            RaftupError, match=r"must be an input file of CableDyn: .* must be Coupled"
        ):
            CableDynLines(fixed, session, "buoy", "mooring")
        fixed.write_text("no lines\n")
        with pytest.raises(RaftupError, match="must be an input file of CableDyn"):
            CableDynLines(fixed, session, "buoy", "mooring")


def test_the_command_moors_a_body(
    server: raftup.LocalServer, client: raftup.Client, tmp_path: Path
) -> None:
    file = deck(tmp_path, TAUT, [0, 0, -DEPTH], [0, 0, 0])
    lines = raftup.Participant("cabledyn", inputs=["mooring"])
    with client.create_session(moored(0.02, [0, 0, OFFSET]), participants=[lines]) as session:
        session.initialise()
        process = start(
            "participant", "cabledyn", session.name, file, "--body=buoy", "--input=mooring",
            f"--server={server.address}", folder=tmp_path,
        )  # fmt: skip
        with session.exchange() as stream:
            assert stream.advance(5, timeout=60).time[-1] == pytest.approx(0.1)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
