"""A client that goes on whatever becomes of its server, and compares what it was given."""

import time
from pathlib import Path

import numpy as np

import raftup
from raftup.base.arrays import FloatArray

MODEL = Path(__file__).resolve().parents[2] / "clients/examples/models/hemisphere_regular.yaml"
STEPS_AT_ONCE = 10
PATIENCE = 60.0  # s, for a successor


def is_gone(error: raftup.RaftupError) -> bool:
    """Whether the server has gone away; a proxy tells of it in three ways, none with a reason."""
    if error.reason:
        return error.code == "UNAVAILABLE"  # it said so itself, before it went
    return error.code in ("UNAVAILABLE", "UNKNOWN", "INTERNAL")


class Simulation:
    """A client's stream to a session of its own, and the rows that it was given."""

    def __init__(self, client: raftup.Client) -> None:
        self._session = client.create_session(MODEL)
        self._session.initialise()
        self._stream = self._session.exchange(output_stride=1)
        self.rows: dict[int, FloatArray] = {}
        self.resumed = 0

    def advance(self, step_index: int) -> None:
        """Goes on to a step, however often the server goes away meanwhile."""
        while self._stream.step_index < step_index:
            try:
                left = step_index - self._stream.step_index
                self._keep(self._stream.advance(min(STEPS_AT_ONCE, left)))
            except raftup.RaftupError as error:
                if not is_gone(error):
                    raise
                self._resume()

    def _resume(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self._keep(self._stream.resume())
                break
            except raftup.RaftupError as error:
                if error.reason == "RESUME_TOO_OLD":  # steps were taken of which we were not told
                    self._stream = self._session.exchange(output_stride=1, take_over=True)
                    break
                if not is_gone(error) or time.monotonic() > deadline:
                    raise
            time.sleep(0.2)
        self.resumed += 1
        told = max(self.rows, default=0)
        assert self._stream.step_index >= told, f"step {told} was acknowledged and is lost"

    def _keep(self, rows: raftup.Rows) -> None:
        steps = rows.time_ns // self._stream.step_ns
        self.rows.update(zip(steps.tolist(), rows.values, strict=True))

    def check(self, expected: FloatArray) -> int:
        """Compares the rows it was given with those of every step; how many they are."""
        for step, row in self.rows.items():
            assert np.array_equal(row, expected[step - 1]), f"step {step} differs"
        assert self._session.status().step_index == len(expected)
        return len(self.rows)

    def end(self) -> None:
        """Leaves nothing on the server."""
        self._stream.close()
        self._session.delete()


def undisturbed(steps: int) -> FloatArray:
    """Row n is the outputs after step n + 1, by a server alone."""
    with raftup.local_server() as server, raftup.connect(server.address) as client:
        simulation = Simulation(client)
        simulation.advance(steps)
        rows = np.array([simulation.rows[step + 1] for step in range(steps)])
        simulation.end()
    return rows
