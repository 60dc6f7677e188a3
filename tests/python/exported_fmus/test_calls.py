"""Calls to FMUs of both versions: every one in every state; what is refused, with its message."""

import ctypes
import subprocess
from concurrent.futures import ThreadPoolExecutor
from ctypes import byref, c_bool, c_double, c_int, c_size_t, c_uint, c_void_p
from typing import Any

import numpy as np
import pytest

from raftup.fmu import FmiVersion

from .hosts import Host, Hosts
from .models import DISCARD, ERROR, HINGED, OK, Made

NULL, ONE = c_void_p(), c_size_t(1)
INSTANTIATED, INITIALISING = "instantiated", "initialising"
STEPPING, TERMINATED = "stepping", "terminated"
GONE, NOBODY = "gone", "nobody"
EVERY = {INSTANTIATED, INITIALISING, STEPPING, TERMINATED}
VALUES = {INITIALISING, STEPPING, TERMINATED}
OF_FMI_3 = ("Float", "Int", "UInt", "Boolean", "String", "Binary", "Clock", "Interval", "Shift")
OF_VALUES = ("Real", "Integer", "OutputDerivatives", *OF_FMI_3)
VALUE_FUNCTIONS = tuple(f"{verb}{kind}" for verb in ("Get", "Set") for kind in OF_VALUES)


def functions_of(fmu: Host) -> list[str]:
    """That the library exports and that take an instance, without their prefix."""
    library = str(next(fmu.folder.rglob("*.so")))
    symbols = subprocess.check_output(["nm", "-D", "--defined-only", library], text=True)
    names = (line.split()[-1] for line in symbols.splitlines())
    known = {name.removeprefix(fmu.prefix) for name in names if name.startswith(fmu.prefix)}
    others = ("GetVersion", "GetTypesPlatform", "Instantiate", "FreeInstance")
    return sorted(name for name in known if not name.startswith(others))


class Arguments:
    """What functions are given by a host, for as long as this lives."""

    def __init__(self, fmu: Host) -> None:
        [self.push] = fmu.references("push")[:1]
        [self.output] = fmu.references()[:1]
        self.step = c_double(fmu.step)
        self.kept = fmu.slave.getFMUState()
        self.bytes = fmu.slave.serializeFMUState(self.kept)
        self.other = fmu.slave.getFMUState()
        self.numbers, self.forces = (c_double * 6)(), (c_double * 6)()
        self.place = [c_void_p() for _ in range(8)]
        self.room = ctypes.create_string_buffer(len(self.bytes) + 8)
        self.inputs, self.outputs = (c_uint * 1)(self.push), (c_uint * 1)(self.output)
        self.orders = (c_int * 1)(1)

    def states(self) -> dict[str, tuple[tuple[Any, ...], set[str]]]:
        """Arguments by what the functions of both versions are called in lower case."""
        size = c_size_t(len(self.bytes))
        return {
            "getfmustate": ((byref(self.place[0]),), EVERY),
            "setfmustate": ((self.kept,), EVERY),
            "freefmustate": ((byref(self.other),), EVERY),
            "serializedfmustatesize": ((self.kept, byref(self.place[1])), EVERY),
            "serializefmustate": ((self.kept, self.room, size), EVERY),
            "deserializefmustate": ((self.bytes, size, byref(self.place[2])), EVERY),
            "reset": ((), EVERY),
            "exitinitializationmode": ((), {INITIALISING}),
            "terminate": ((), {STEPPING}),
        }

    def of_version(self, version: FmiVersion) -> dict[str, tuple[tuple[Any, ...], set[str]]]:
        start, place, numbers = c_double(0.0), byref(self.place[3]), self.numbers
        if version is FmiVersion.FMI_2:
            return self.states() | {
                "setdebuglogging": ((0, c_size_t(0), NULL), EVERY),
                "setupexperiment": ((0, start, start, 0, start), {INSTANTIATED}),
                "enterinitializationmode": ((), {INSTANTIATED}),
                "getreal": ((self.outputs, ONE, numbers), VALUES),
                "setreal": ((self.inputs, ONE, self.forces), EVERY - {TERMINATED}),
                "getdirectionalderivative": (
                    (self.outputs, ONE, self.inputs, ONE, numbers, numbers),
                    VALUES,
                ),
                "getrealoutputderivatives": (
                    (self.outputs, ONE, self.orders, numbers),
                    {STEPPING, TERMINATED},
                ),
                "dostep": ((start, self.step, 1), {STEPPING}),
                "getrealstatus": ((2, numbers), {STEPPING, TERMINATED}),
                "getbooleanstatus": ((3, place), {STEPPING, TERMINATED}),
            }
        flags = [byref(one) for one in self.place[4:7]]
        three, six = c_size_t(3), c_size_t(6)
        return self.states() | {
            "setdebuglogging": ((c_bool(), c_size_t(0), NULL), EVERY),
            "enterinitializationmode": (
                (c_bool(), start, start, c_bool(), start),
                {INSTANTIATED},
            ),
            "getfloat64": ((self.outputs, ONE, numbers, three), VALUES),
            "setfloat64": ((self.inputs, ONE, self.forces, six), EVERY - {TERMINATED}),
            "getdirectionalderivative": (
                (self.outputs, ONE, self.inputs, ONE, numbers, six, numbers, three),
                VALUES,
            ),
            "getoutputderivatives": (
                (self.outputs, ONE, self.orders, numbers, three),
                {STEPPING, TERMINATED},
            ),
            "dostep": ((start, self.step, c_bool(True), *flags, numbers), {STEPPING}),
        }

    def of(self, function: str, version: FmiVersion) -> tuple[tuple[Any, ...], set[str]]:
        """What a function takes, and the states in which it does it.

        One about what no model has is given a variable and room for all.
        """
        anything = (self.outputs, ONE, *[self.room] * 6)
        return self.of_version(version).get(function.lower(), (anything, set()))


def bring(fmu: Host, state: str) -> Arguments:
    """The instance replaced by a new one in a state, and what to call it with."""
    fmu.plain[f"{fmu.prefix}FreeInstance"](fmu.address)
    fmu.instantiate(initialised=False)
    if state in (INSTANTIATED, INITIALISING):
        fmu.set_up()
    if state == INITIALISING:
        fmu.enter()
    if state in (STEPPING, TERMINATED):
        fmu.initialise()
    if state == TERMINATED:
        fmu.slave.terminate()
    arguments = Arguments(fmu)
    if state == GONE:
        fmu.plain[f"{fmu.prefix}FreeInstance"](fmu.address)
    if state == NOBODY:
        fmu.address = NULL
    return arguments


@pytest.mark.parametrize("state", [*sorted(EVERY), GONE, NOBODY])
def test_a_call_in_a_state_that_forbids_it_is_an_error_and_changes_nothing(
    host: Hosts, version: FmiVersion, state: str
) -> None:
    fmu = host(HINGED)
    for function in functions_of(fmu):
        arguments = bring(fmu, state)
        given, states = arguments.of(function, version)
        status = fmu.call(function, *given)
        nothing_goes_on = function in ("GetStatus", "GetIntegerStatus", "GetStringStatus")
        if state in states:
            assert status == OK, function
        elif nothing_goes_on and state in (STEPPING, TERMINATED):
            assert status == DISCARD, function
        else:
            assert status == ERROR, function
            if state in EVERY:
                now = fmu.slave.serializeFMUState(fmu.slave.getFMUState())
                assert now == arguments.bytes, function
                assert fmu.messages[-1].startswith(f"{fmu.prefix}{function}: "), function


@pytest.mark.parametrize("state", [*sorted(EVERY), GONE, NOBODY])
def test_a_call_without_anything_in_any_state_ends(
    host: Hosts, version: FmiVersion, state: str
) -> None:
    """Null for every pointer, and values of one variable."""
    fmu = host(HINGED)
    needs_nothing = {"Reset", "SetDebugLogging", "FreeFMUstate", "FreeFMUState"}
    of_registers = {"DoStep", "SetupExperiment", "EnterInitializationMode"}  # numbers of nobody
    for function in functions_of(fmu):
        given, states = bring(fmu, state).of(function, version)
        is_done = state in states and (not given or function in needs_nothing)
        about_values = function.startswith(VALUE_FUNCTIONS)
        status = fmu.call(function, NULL, ONE if about_values else NULL, *[NULL] * 7)
        if function not in of_registers and "Status" not in function:
            derives = "DirectionalDerivative" in function and state in VALUES  # nothing, of nothing
            assert status == (OK if is_done or derives else ERROR), function
    for kind in ("Instantiate", "InstantiateCoSimulation", "InstantiateModelExchange"):
        if hasattr(fmu.plain, fmu.prefix + kind):
            make = fmu.plain[fmu.prefix + kind]
            make.restype = c_void_p
            assert make(*[NULL] * 12) is None


def test_within_a_step_there_are_values_alone(host: Hosts, version: FmiVersion) -> None:
    if version is FmiVersion.FMI_2:
        pytest.skip("FMI 2.0 tells nothing within a step")
    statuses: list[dict[str, int]] = []

    def update(*_: Any) -> None:
        fmu.plain.fmi3FreeInstance(fmu.address)
        statuses.append({name: fmu.call(name, *given) for name, given in calls.items()})

    fmu, other = host(HINGED, intermediateUpdate=update), host(HINGED)
    arguments = Arguments(fmu)
    calls = {name: arguments.of(name, version)[0] for name in functions_of(fmu)}
    fmu.slave.doStep(0.0, 2 * fmu.step)
    assert len(statuses) == 2
    for each in statuses:
        done = {name for name, status in each.items() if status == OK}
        assert done == {"GetFloat64", "SetFloat64", "GetDirectionalDerivative"}
        assert set(each.values()) == {OK, ERROR}
    other.write("push", [0.0] * 6)
    other.compute_step(0.0, 2 * fmu.step)
    assert fmu.read() == other.read()


@pytest.mark.parametrize("duration", [0.0, -0.02, float("nan"), float("inf"), 1e300], ids=str)
def test_a_step_that_is_none_is_an_error_and_changes_nothing(host: Hosts, duration: float) -> None:
    fmu, other = host(HINGED), host(HINGED)
    assert fmu.try_step(0.0, duration) == ERROR
    rule = f"a step must be longer than 0 s and finite, got {duration:g} s"
    if duration == 1e300:
        rule = "a step must have fewer than 1e+15 steps of the model's 0.02 s, got 1e+300 s"
    assert rule in fmu.messages[-1]
    assert fmu.run(5).tobytes() == other.run(5).tobytes()


def test_steps_that_begin_elsewhere_or_end_too_late_are_errors(host: Hosts) -> None:
    fmu = host(HINGED, initialised=False)
    fmu.initialise(100.0, 100.0 + 2 * fmu.step)
    assert fmu.try_step(0.0, fmu.step) == ERROR
    assert "must begin where the model stands, at 100 s, got 0 s" in fmu.messages[-1]
    for n in range(2):
        fmu.compute_step(100.0 + n * fmu.step, fmu.step)
    assert fmu.try_step(100.0 + 2 * fmu.step, fmu.step) == ERROR
    assert "must not go beyond the stop time 100.04 s, would to 100.06" in fmu.messages[-1]


def test_an_experiment_that_is_none_is_an_error(host: Hosts, version: FmiVersion) -> None:
    fmu = host(HINGED, initialised=False)
    for start, stop, rule in (
        (float("nan"), None, "the start time must be finite, got nan"),
        (1.0, 0.5, "the stop time must be after the start at 1 s, got 0.5"),
        (0.0, float("inf"), "the stop time must be after the start at 0 s, got inf"),
    ):
        with pytest.raises(Exception, match=fmu.prefix):
            fmu.initialise(start, stop)
        assert rule in fmu.messages[-1]
    if version is FmiVersion.FMI_2:
        assert fmu.call("EnterInitializationMode") == ERROR
        assert "the experiment must be set up before" in fmu.messages[-1]


def test_references_and_values_that_are_none_are_errors(host: Hosts, version: FmiVersion) -> None:
    fmu = host(HINGED)
    push, position = fmu.references("push"), fmu.references("barge1.position")
    width = 6 // len(push)
    unknown = [2**32 - 1]
    for references, values, rule in (
        (push, [0.0] * 5 + [float("nan")], "input 'push' must be finite, got nan"),
        (push, [float("inf")] + [0.0] * 5, "input 'push' must be finite, got inf"),
        (position, [0.0] * 3, "must be of an input, got reference"),
        (unknown, [0.0], "got reference 4294967295"),
    ):
        assert fmu.try_values("Set", references, values) == ERROR
        assert rule in fmu.messages[-1]
    assert fmu.try_values("Get", unknown, [0.0]) == ERROR
    assert "got reference 4294967295" in fmu.messages[-1]
    if version is FmiVersion.FMI_3:
        for function in ("Get", "Set"):
            assert fmu.try_values(function, push, [0.0] * (width - 1)) == ERROR
            assert "values" in fmu.messages[-1]
        assert fmu.try_values("Set", [push[0] + 1], [0.0] * width) == ERROR
        assert "must be known by its first number, got reference 1" in fmu.messages[-1]
    assert fmu.read("push") == [0.0] * 6


def test_two_threads_on_one_instance_get_errors_and_no_corruption(host: Hosts) -> None:
    fmu, other = host("alongside"), host("alongside")
    [output] = fmu.references()[:1]
    width = len(fmu.read()) if len(fmu.references()) == 1 else 0
    numbers = [0.0] * (width or len(fmu.read(next(iter(fmu.variables)))))

    def disturb(_: int) -> set[int]:
        return {fmu.try_values("Get", [output], numbers) for _ in range(2000)}

    taken = 0
    with ThreadPoolExecutor() as pool:
        others = [pool.submit(disturb, i) for i in range(2)]
        while taken < 50:
            status = fmu.try_step(taken * fmu.step, fmu.step)
            assert status in (OK, ERROR)
            taken += status == OK
        assert all(future.result() <= {OK, ERROR} for future in others)
    assert fmu.read() == list(other.run(50)[-1])


def test_a_thousand_instances_go_their_own_ways(host: Hosts) -> None:
    fmu = host(HINGED, initialised=False)
    slaves, rows = [], []
    for n in range(1000):
        fmu.instantiate()
        fmu.write("push", [0.0, 0.0, 100.0 * n, 0.0, 0.0, 0.0])
        fmu.compute_step(0.0, fmu.step)
        slaves.append(fmu.slave)
    for slave in slaves:
        fmu.slave = slave
        rows.append(fmu.read())
    heights = np.array(rows)[:, 2]
    np.testing.assert_allclose(np.diff(heights, 2), 0.0, atol=1e-12)
    assert abs(heights[1] - heights[0]) > 0.0
    for slave in slaves[:-1]:
        fmu.plain[f"{fmu.prefix}FreeInstance"](c_void_p(slave.component))


def test_another_model_or_none_in_the_resources_is_told(
    made: Made, host: Hosts, capfd: pytest.CaptureFixture[str]
) -> None:
    fmu = host(HINGED)
    own = fmu.token
    fmu.token = "raftup-0000000000000000"
    image = fmu.folder / "resources" / "model.raftup"
    whole = image.read_bytes()
    for content, rule in (
        (whole, f"must be of the model in the resources, {own}, is of raftup-0000000000000000"),
        (None, "the resources must hold a model, there is no "),
        (b"", "a stored model must begin as one does and be whole"),
        (whole[:-1], "a stored model must have its checksum: it is damaged"),
        (whole[:100], "a stored model must have its checksum: it is damaged"),
        (whole + b"x", "a stored model must have its checksum: it is damaged"),
    ):
        image.unlink(missing_ok=True)
        if content is not None:
            image.write_bytes(content)
        with pytest.raises(Exception, match="nstantiate"):
            fmu.instantiate()
        assert rule in fmu.messages[-1]
        fmu.slave.component = fmu.address
    assert "digest" not in capfd.readouterr().err  # nothing is printed by the library itself
