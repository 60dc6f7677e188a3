"""Steps of a host that are no multiples of the model's: any is taken, the grid keeps its bytes."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
import pytest

from raftup.fmu.platforms import LIBRARY
from raftup.local.programs import read_library

from .hosts import Hosts
from .models import ERROR, HINGED, OK, Made
from .test_derivatives import rates

STEP = 0.02
SIXTIETH: dict[str, Any] = HINGED | {
    "name": "sixtieth",
    "integration": {"step": 0.016666667, "duration": 10},  # 1/60 s in whole nanoseconds
}
BLOWN: dict[str, Any] = {
    "name": "blown",
    "bodies": [{"name": "ball", "mass": 1.0, "inertia": {"xx": 1, "yy": 1, "zz": 1}}],
    "inputs": [{"name": "push", "external_force": {"body": "ball"}}],
    "outputs": ["ball.position"],
    "integration": {"step": 0.02, "duration": 1},
}


def points_of(fmu: Any, durations: Any) -> tuple[Any, Any]:
    """Times and outputs of a host that steps by some durations from where it stands."""
    times, rows, time = [], [], 0.0
    for duration in durations:
        fmu.compute_step(time, duration)
        time += duration
        times.append(time)
        rows.append(fmu.read())
    return np.array(times), np.array(rows)


def test_outputs_between_the_points_of_the_grid_are_linear_in_time(host: Hosts) -> None:
    fmu, other = host(HINGED), host(HINGED)
    rows = other.run(20)
    times, found = points_of(fmu, [0.013, 0.002, 0.0371, 0.1, 0.0079])
    grid = STEP * np.arange(21)
    expected = np.array([np.interp(times, grid, column) for column in rows.T]).T
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    fmu.compute_step(times[-1], 0.16)  # to .32 s, a point of the grid
    assert fmu.read() == list(rows[16])
    # a third of a step three times is a step
    for third in range(3):
        fmu.compute_step(0.32 + third * STEP / 3.0, STEP / 3.0)
    assert fmu.read() == list(rows[17])


@pytest.mark.parametrize("start", [0.0, 1e6, -3e7])
def test_the_grid_goes_by_the_hosts_time(host: Hosts, start: float) -> None:
    fmu, other = host(HINGED, initialised=False), host(HINGED)
    fmu.initialise(start)
    rows, time = other.run(50), start
    for n in range(50):
        fmu.compute_step(time, STEP)
        time += STEP  # rounds each time, to 1e-10 s at 1e6 s
        assert fmu.read() == list(rows[n + 1])
    assert fmu.read() == list(rows[50])


def test_a_sixtieth_of_a_second_is_a_step(made: Made, host: Hosts) -> None:
    fmu, other = host(SIXTIETH), host(SIXTIETH)
    rows = other.run(240)
    for n in range(240):
        fmu.compute_step(n / 60.0, 1.0 / 60.0)
    assert fmu.read() == list(rows[240])
    thirds = host(HINGED)  # 1/60 s of a model of 1/50 s: five of its steps in six of the host's
    for n in range(12):
        thirds.compute_step(n / 60.0, 1.0 / 60.0)
    assert thirds.read() == list(host(HINGED).run(10)[10])


def test_fmpy_comes_to_the_end_whatever_its_step(made: Made) -> None:
    result = fmpy.simulate_fmu(
        str(made(HINGED)), stop_time=0.2, output_interval=0.013, fmi_type="CoSimulation"
    )
    assert result["time"][-1] == pytest.approx(0.2, abs=0.0131)
    assert len(result) >= 15


def test_a_state_between_two_points_is_kept_whole(host: Hosts) -> None:
    fmu, other = host(HINGED), host(HINGED, initialised=False)
    fmu.compute_step(0.0, 0.033)
    fmu.write("push", [0.0, 0.0, 1e3, 0.0, 0.0, 0.0])
    state = fmu.slave.getFMUState()
    kept = fmu.slave.serializeFMUState(state)
    seen = fmu.read()
    fmu.compute_step(0.033, 0.0211)
    expected = fmu.read()
    copy = other.slave.deserializeFMUState(kept)
    for one, saved in ((fmu, state), (other, copy)):
        one.slave.setFMUState(saved)
        assert one.read() == seen
        one.compute_step(0.033, 0.0211)
        assert one.read() == expected


def test_rates_are_those_where_the_host_stands(host: Hosts) -> None:
    fmu = host(BLOWN)
    fmu.write("push", [3.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    fmu.compute_step(0.0, 0.05)
    status, found = rates(fmu, "ball.position")
    assert status == OK
    # constant force: x = F t^2 / (2 m), a parabola, which the rate is exact for
    assert found[0] == pytest.approx(3.0 * 0.05, rel=1e-9)


def test_a_step_of_the_model_that_fails_is_an_error_that_no_other_step_would_mend(
    host: Hosts,
) -> None:
    fmu = host(BLOWN)
    fmu.write("push", [0.0, 0.0, 0.0, 1e308, 1e308, 0.0])
    assert fmu.try_step(0.0, STEP) == ERROR
    assert "DoStep" in fmu.messages[-1]
    fmu.write("push", [0.0] * 6)
    assert fmu.try_step(0.0, STEP) == OK, "it stands as before"


def test_loading_and_unloading_loses_nothing(tmp_path: Path) -> None:
    library = tmp_path / LIBRARY
    library.write_bytes(read_library(LIBRARY, "clients/fmu", "RAFTUP_FMU_LIBRARY"))
    program = f"""
import _ctypes, ctypes
class Heap(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "abcdefghij"]
mallinfo2 = ctypes.CDLL(None).mallinfo2
mallinfo2.restype = Heap
def used():
    heap = mallinfo2()
    return heap.h + heap.e
def cycle(count):
    for _ in range(count):
        _ctypes.dlclose(_ctypes.dlopen({str(library)!r}, 2))
cycle(3)
before = used()
cycle(20)
print((used() - before) / 20)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=True
    )
    # what libstdc++ sets aside for exceptions is 72 704 bytes; of the interpreter's own a few
    assert float(done.stdout) < 200.0
