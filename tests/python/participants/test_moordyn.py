"""MoorDyn lines as a participant: catenary, period, order of the coupling, what iteration finds."""

import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
from command_line import command, start
from conftest import eventually
from scipy.optimize import fsolve

import raftup
from raftup.base.errors import RaftupError
from raftup.participants.follow import follow
from raftup.participants.moordyn import MoorDynLines

WATER_DENSITY, GRAVITY = 1025.0, 9.81
TAUT = {"diameter": 0.02, "mass": 1.0, "axial_stiffness": 1e6, "length": 49.0, "segments": 8}
MASS, DEPTH, OFFSET, DURATION = 1.0e4, 50.0, 0.1, 5.0  # kg, m, m, s
BODY = {"name": "buoy", "mass": MASS, "inertia": {"xx": 1e4, "yy": 1e4, "zz": 1e4}}


def lines_file(
    folder: Path, line: dict[str, float], anchor: Sequence[float], fairlead: Sequence[float]
) -> Path:
    """An input file of one line from an anchor to a fairlead in the body's model frame."""
    anchor_at, fairlead_at = (" ".join(map(str, place)) for place in (anchor, fairlead))
    file = folder / "lines.txt"
    file.write_text(
        f"""--------------------- MoorDyn Input File ---------------------
one line
---------------------- LINE TYPES ----------------------
TypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx
(name) (m) (kg/m) (N) (N-s/-) (N-m^2) (-) (-) (-) (-)
chain {line["diameter"]} {line["mass"]} {line["axial_stiffness"]} -0.5 0 1.2 1.0 0.0 0.0
---------------------- POINTS ----------------------
ID Type X Y Z Mass Volume CdA CA
(#) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)
1 Fixed {anchor_at} 0 0 0 0
2 Coupled {fairlead_at} 0 0 0 0
---------------------- LINES ----------------------
ID LineType AttachA AttachB UnstrLen NumSegs LineOutputs
(#) (name) (#) (#) (m) (-) (-)
1 chain 1 2 {line["length"]} {line["segments"]} -
---------------------- OPTIONS ----------------------
{WATER_DENSITY} WtrDnsty
{GRAVITY} g
200 WtrDpth
0.001 dtM
0.5 dtIC
200 TmaxIC
1e-6 threshIC
0 writeLog
---------------------- need this line ----------------------
"""
    )
    return file


def moored(step: float, position: Sequence[float], loads: Sequence[Any] = ()) -> dict[str, Any]:
    return {
        "bodies": [
            {**BODY, "gravity": False, "position": list(position)}
            | {"free": [False, False, True, False, False, False]}
        ],
        "loads": list(loads),
        "inputs": [{"name": "mooring", "external_force": {"body": "buoy"}}],
        "outputs": ["buoy.position"],
        "integration": {"step": step, "duration": DURATION},
    }


def catenary(line: dict[str, float], run: float, rise: float) -> tuple[float, float]:
    """Horizontal and vertical tension at the top of an elastic catenary off the bottom [N].

    Source: Irvine (1981), Cable structures.
    """
    length, stiffness = line["length"], line["axial_stiffness"]
    displaced = WATER_DENSITY * np.pi * line["diameter"] ** 2 / 4.0
    weight = (line["mass"] - displaced) * GRAVITY

    def gap(tension: Any) -> list[float]:
        horizontal, top = tension
        bottom = top - weight * length
        across = np.arcsinh(top / horizontal) - np.arcsinh(bottom / horizontal)
        up = np.hypot(1.0, top / horizontal) - np.hypot(1.0, bottom / horizontal)
        stretch = (top - 0.5 * weight * length) * length / stiffness
        return [
            horizontal / weight * across + horizontal * length / stiffness - run,
            horizontal / weight * up + stretch - rise,
        ]

    horizontal, top = fsolve(gap, [weight * length, weight * length])
    assert top > weight * length  # it does not lie on the bottom
    return float(horizontal), float(top)


def test_forces_at_rest_are_those_of_the_catenary_to_a_thousandth(
    client: raftup.Client, tmp_path: Path
) -> None:
    line = {"diameter": 0.1, "mass": 100.0, "axial_stiffness": 1e8, "length": 226.0, "segments": 60}
    file = lines_file(tmp_path, line, [205, 0, -102], [5, 0, -2])
    horizontal, vertical = catenary(line, 200.0, 100.0)
    with client.create_session(moored(0.1, [0, 0, 0])) as session:
        session.initialise()
        with MoorDynLines(file, session, "buoy", "mooring") as lines:
            force = lines.begin(session.read(lines.outputs))
    expected = [horizontal, 0, -vertical, 0, 5 * vertical - 2 * horizontal, 0]
    tension = np.hypot(horizontal, vertical)
    np.testing.assert_allclose(force[:3], expected[:3], atol=1e-3 * tension)
    np.testing.assert_allclose(force[3:], expected[3:], atol=5 * 1e-3 * tension)


def heave(client: raftup.Client, file: Path, step: float, method: str = "") -> Any:
    """[steps + 1] m, of the buoy over its taut line; a method iterates."""
    stretch = (DEPTH - TAUT["length"]) / TAUT["length"]
    lift = {"body": "buoy", "force": [0, 0, TAUT["axial_stiffness"] * stretch]}
    model = moored(step, [0, 0, OFFSET], [{"name": "lift", "constant_force": lift}])
    rule = raftup.Iteration(["mooring"], method=method, tolerance=1e-8) if method else None
    participant = raftup.Participant("moordyn", inputs=["mooring"])
    session = client.create_session(model, participants=[participant], iteration=rule)
    session.initialise()
    with (
        ThreadPoolExecutor() as pool,
        MoorDynLines(file, session, "buoy", "mooring") as lines,
    ):
        with session, session.exchange(output_stride=1) as controller:
            done = pool.submit(follow, session, lines, "moordyn", bool(method))
            rows = controller.advance(round(DURATION / step))
        done.result(30)
    return np.concatenate([[OFFSET], rows["buoy.position"][:, 2]])


@pytest.fixture(scope="module")
def taut_line(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lines_file(tmp_path_factory.mktemp("taut"), TAUT, [0, 0, -DEPTH], [0, 0, 0])


def test_a_moored_buoy_has_its_period_and_the_coupling_its_order(
    client: raftup.Client, taut_line: Path
) -> None:
    coarse, middle, fine = (heave(client, taut_line, step) for step in (0.04, 0.02, 0.01))
    # order 1: halving the step halves what it changes
    first = np.abs(middle[::2] - coarse).max()
    second = np.abs(fine[::2] - middle).max()
    assert first / second == pytest.approx(2.0, rel=0.15)
    limit = 2.0 * fine[::4] - middle[::2]
    time = 0.04 * np.arange(len(limit))
    # a third of the line moves with the buoy; submerged weight of the line lowers its rest
    effective_mass = MASS + TAUT["mass"] * TAUT["length"] / 3.0
    period = 2.0 * np.pi * np.sqrt(effective_mass * TAUT["length"] / TAUT["axial_stiffness"])
    troughs = time[1:-1][(limit[1:-1] < limit[:-2]) & (limit[1:-1] <= limit[2:])]
    assert troughs[0] == pytest.approx(period / 2.0, abs=0.04)
    rest = 0.5 * (limit.max() + limit.min())
    model = rest + (OFFSET - rest) * np.cos(2.0 * np.pi * time / period)
    assert np.abs(limit - model).max() < 0.02 * OFFSET  # .5 % of damping inside the line
    iterated = [heave(client, taut_line, step, "aitken") for step in (0.04, 0.02)]
    distance = [np.abs(iterated[0] - limit).max(), np.abs(iterated[1][::2] - limit).max()]
    assert distance[0] / distance[1] == pytest.approx(2.0, rel=0.15)  # to the same limit


def test_what_cannot_be_moored_is_refused(client: raftup.Client, tmp_path: Path) -> None:
    file = lines_file(tmp_path, TAUT, [0, 0, -DEPTH], [0, 0, 0])
    fixed = tmp_path / "fixed.txt"
    fixed.write_text(file.read_text().replace("Coupled", "Fixed"))
    with client.create_session(moored(0.1, [0, 0, 0])) as session:
        with pytest.raises(RaftupError, match="body must be one of buoy, is 'tug'"):
            MoorDynLines(file, session, "tug", "mooring")
        with pytest.raises(FileNotFoundError):
            MoorDynLines(tmp_path / "none.txt", session, "buoy", "mooring")
        with pytest.raises(RaftupError, match="must couple points and nothing else, couples 0"):
            MoorDynLines(fixed, session, "buoy", "mooring")
        fixed.write_text("no lines\n")
        with pytest.raises(RaftupError, match="must couple points and nothing else, couples 0"):
            MoorDynLines(fixed, session, "buoy", "mooring")


def test_lines_that_come_before_the_session_is_initialised_wait(
    server: raftup.LocalServer, client: raftup.Client, taut_line: Path, tmp_path: Path
) -> None:
    lines = raftup.Participant("moordyn", inputs=["mooring"])
    with client.create_session(moored(0.02, [0, 0, OFFSET]), participants=[lines]) as session:
        process = start(
            "participant",
            "moordyn",
            session.name.removeprefix("sessions/"),
            taut_line,
            "--body=buoy",
            "--input=mooring",
            f"--server={server.address}",
            folder=tmp_path,
        )
        assert process.stderr is not None
        assert process.stderr.readline() == f"moordyn takes part in {session.name}\n"
        time.sleep(0.3)
        assert process.poll() is None
        session.initialise()
        with session.exchange() as stream:
            assert stream.advance(2).time[-1] == pytest.approx(0.04)
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")


def test_two_commands_run_a_moored_model(
    server: raftup.LocalServer, client: raftup.Client, taut_line: Path, tmp_path: Path
) -> None:
    address = f"--server={server.address}"
    model = tmp_path / "moored.json"
    stretch = (DEPTH - TAUT["length"]) / TAUT["length"]
    lift = {"body": "buoy", "force": [0, 0, TAUT["axial_stiffness"] * stretch]}
    document = moored(0.02, [0, 0, OFFSET], [{"name": "lift", "constant_force": lift}])
    model.write_text(json.dumps(document))
    run = start(
        "run",
        model,
        address,
        "--session=moored-buoy",
        "--participant=moordyn=mooring",
        "--quiet",
        folder=tmp_path,
    )
    eventually(lambda: "sessions/moored-buoy" in [one.name for one in client.list_sessions()])
    done = command(
        "participant",
        "moordyn",
        "moored-buoy",
        taut_line,
        "--body=buoy",
        "--input=mooring",
        address,
        folder=tmp_path,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    _, errors = run.communicate(timeout=60)
    assert run.returncode == 0, errors
    assert done.stderr == "moordyn takes part in sessions/moored-buoy\n"
    result = xr.load_dataset(tmp_path / "result.nc")
    np.testing.assert_array_equal(result.position[:, 0, 2], heave(client, taut_line, 0.02))
