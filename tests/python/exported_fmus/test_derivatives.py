"""Derivatives of FMUs of both versions: of outputs by inputs, the motion as it is, and by time."""

from collections.abc import Iterator
from ctypes import c_double, c_int, c_size_t, c_uint
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import raftup
from raftup.fmu import FmiVersion

from .hosts import HOSTS, Host, Hosts
from .models import ERROR, HINGED, OK, exporter

MASS, INERTIA = 2.0e4, {"xx": 1.0e4, "yy": 2.0e4, "zz": 4.0e4}
FREE: dict[str, Any] = {
    "bodies": [{"name": "buoy", "mass": MASS, "inertia": INERTIA, "gravity": False}],
    "inputs": [{"name": "push", "external_force": {"body": "buoy"}}],
    "outputs": ["buoy.position", "buoy.linear_acceleration", "buoy.angular_acceleration"],
    "integration": {"step": 0.02, "duration": 10},
}


@pytest.fixture
def opened(client: raftup.Client, tmp_path: Path, version: FmiVersion) -> Iterator[Hosts]:
    """Exports a model and instantiates it."""
    every: list[Host] = []

    def made(model: Any) -> Host:
        every.append(HOSTS[version](exporter(client, tmp_path, version)(model)))
        return every[-1]

    yield made
    for one in every:
        one.close()


def derivative(fmu: Host, outputs: list[str], given: str, direction: list[float]) -> Any:
    of, by = fmu.references(*outputs), fmu.references(given)
    size = {} if len(of) > len(outputs) else {"nSensitivity": len(fmu.read(*outputs))}
    return np.array(fmu.slave.getDirectionalDerivative(of, by, direction, **size))


def test_a_free_body_is_accelerated_by_force_over_mass(opened: Hosts) -> None:
    fmu = opened(FREE)
    fmu.write("push", [3e5, 0.0, 0.0, 0.0, 0.0, 0.0])
    fmu.run(3)
    before = fmu.slave.serializeFMUState(fmu.slave.getFMUState())
    direction = [1.0, -2.0, 3.0, 4.0, 5.0, -6.0]
    found = derivative(fmu, FREE["outputs"], "push", direction)
    inverse = np.concatenate([np.full(3, 1.0 / MASS), [1.0 / i for i in INERTIA.values()]])
    # accelerations of 15 m/s2 have 16 digits, a force is moved by 300 N
    np.testing.assert_allclose(found, [0.0] * 3 + list(inverse * direction), atol=1e-16)
    assert fmu.slave.serializeFMUState(fmu.slave.getFMUState()) == before
    assert not derivative(fmu, FREE["outputs"], "push", [0.0] * 6).any()


def test_reactions_of_a_joint_follow_a_force_as_outputs_do(opened: Hosts) -> None:
    outputs = ["hinge.force", "barge1.linear_acceleration"]
    fmu = opened(HINGED | {"outputs": outputs})
    fmu.run(10)
    found = derivative(fmu, outputs, "push", [1.0, 0.0, 2.0, 0.0, -3.0, 0.0])
    rows = []
    for size in (0.0, 1e4):
        fmu.write("push", [size, 0.0, 2 * size, 0.0, -3 * size, 0.0])
        rows.append(fmu.read())
    change = (np.array(rows[1]) - rows[0]) / 1e4
    np.testing.assert_allclose(found, change, atol=1e-10)
    assert np.abs(change).max() > 0.1


def hauled(**winch: float) -> dict[str, Any]:
    """The barges with a winch between them, as it is commanded."""
    points = {"body1": "barge1", "body2": "barge2", "point1": [0, 5, 0], "point2": [0, -5, 0]}
    hawser = points | {"stiffness": 1e5, "damping": 1e3, "length": 5, **winch}
    return HINGED | {
        "loads": [*HINGED["loads"], {"name": "hawser", "winch": hawser}],
        "inputs": [{"name": "haul", "load_drive": "hawser"}],
        "outputs": ["hawser.tension", "barge1.position"],
    }


def test_a_winch_that_hauls_faster_pulls_by_its_damping_at_once(opened: Hosts) -> None:
    fmu = opened(hauled(speed=0.05))
    fmu.run(10)
    found = derivative(fmu, ["hawser.tension", "barge1.position"], "haul", [1.0])
    np.testing.assert_allclose(found, [1e3, 0.0, 0.0, 0.0], rtol=1e-6)


def test_what_cannot_be_derived_is_an_error(opened: Hosts) -> None:
    fmu, slack = opened(HINGED), opened(hauled(force=0.0))
    position, nan = ["barge1.position"], float("nan")
    for one, outputs, given, direction, rule in (
        (fmu, ["push"], "push", [1.0] * 6, "a value that is derived must be of an output"),
        (fmu, position, "barge2.orientation", [1.0] * 4, "must be of an input, got reference"),
        (fmu, position, "push", [nan] * 6, "a direction must be finite, got nan"),
        (slack, position, "haul", [1.0], "force of winch 'hawser' must not be negative"),
    ):
        before = one.slave.serializeFMUState(one.slave.getFMUState())
        with pytest.raises(Exception, match="GetDirectionalDerivative"):
            derivative(one, outputs, given, direction)
        assert rule in one.messages[-1]
        assert one.slave.serializeFMUState(one.slave.getFMUState()) == before


def rates(fmu: Host, *names: str, order: int = 1) -> tuple[int, list[float]]:
    """Status and derivatives of variables by time."""
    of = fmu.references(*names)
    width = len(fmu.read(*names))
    values = (c_double * width)()
    given: list[Any] = [(c_uint * len(of))(*of), c_size_t(len(of))]
    given += [(c_int * len(of))(*[order] * len(of)), values]
    if fmu.prefix == "fmi2":
        return fmu.call("GetRealOutputDerivatives", *given), list(values)
    return fmu.call("GetOutputDerivatives", *given, c_size_t(width)), list(values)


def test_a_body_under_a_constant_force_has_its_velocity_and_acceleration_as_rates(
    opened: Hosts,
) -> None:
    fmu = opened(FREE | {"outputs": ["buoy.position", "buoy.linear_velocity"]})
    fmu.write("push", [3e5, -1e5, 0.0, 0.0, 0.0, 0.0])
    fmu.run(3)
    before = fmu.slave.serializeFMUState(fmu.slave.getFMUState())
    status, found = rates(fmu, "buoy.position", "buoy.linear_velocity")
    assert status == OK
    expected = [*fmu.read("buoy.linear_velocity"), 3e5 / MASS, -1e5 / MASS, 0.0]
    np.testing.assert_allclose(found, expected, atol=1e-12)
    assert fmu.slave.serializeFMUState(fmu.slave.getFMUState()) == before
    fmu.write("push", [0.0] * 6)  # what is set counts from here on
    status, found = rates(fmu, "buoy.linear_velocity")
    np.testing.assert_allclose(found, [0.0] * 3, atol=1e-12)


def test_rates_of_order_1_alone_and_of_outputs_alone(opened: Hosts) -> None:
    fmu = opened(HINGED)
    before = fmu.slave.serializeFMUState(fmu.slave.getFMUState())
    for name, order, rule in (
        ("barge1.position", 2, "derivatives of outputs must be of order 1"),
        ("barge1.position", 0, "derivatives of outputs must be of order 1"),
        ("push", 1, "a value that is derived must be of an output"),
    ):
        status, _ = rates(fmu, name, order=order)
        assert status == ERROR
        assert rule in fmu.messages[-1]
        assert fmu.slave.serializeFMUState(fmu.slave.getFMUState()) == before
