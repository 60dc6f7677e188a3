"""Inputs of FMUs of both versions: read as they were set, and held over a step."""

import numpy as np

import raftup

from .hosts import Hosts
from .models import HINGED


def test_inputs_are_held_over_a_step_as_those_of_a_session(
    host: Hosts, client: raftup.Client
) -> None:
    fmu = host(HINGED)
    forces = np.random.default_rng(1).normal(size=(50, 6)) * 1e4
    rows = []
    for n, force in enumerate(forces):
        fmu.write("push", list(force))
        assert fmu.read("push") == list(force)
        fmu.slave.doStep(2 * n * fmu.step, 2 * fmu.step)
        rows.append(fmu.read())
    with client.create_session(HINGED) as session:
        session.initialise()
        with session.exchange(inputs=["push"], output_stride=1) as exchange:
            expected = []
            for n, force in enumerate(forces):
                begin, end = 2 * n * fmu.step, 2 * (n + 1) * fmu.step
                exchange.command(begin, {"push": list(force)}, until=end)
                expected.append(exchange.advance(2).values[-1])
    assert np.array(rows).tobytes() == np.array(expected).tobytes()
