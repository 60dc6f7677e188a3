#!/usr/bin/env python3
"""The sea of a session: a wave model that streams the elevation ahead of time.

    python waves.py ADDRESS SESSION

It may die and be started anew at any time: the server knows how far its samples reach.
"""

import sys

import numpy as np

import raftup
from raftup import FloatArray

CHUNK_NS = 5_000_000_000
"""Of simulation time in a message; messages begin and end at its multiples."""
SPACING_NS = 25_000_000
"""From sample to sample: half a step, whose middle is a stage of the integrator."""
COMPONENTS = 60


def elevation(time: FloatArray) -> FloatArray:
    """Surface at the world origin of a JONSWAP sea of Hs = 1 m and Tp = 7 s, [times] m.

    It grows from rest within 20 s.

    Args:
        time: [times] s.
    """
    peak, height = 2 * np.pi / 7.0, 1.0
    omega = np.linspace(0.4, 2.4, COMPONENTS)
    width = np.where(omega <= peak, 0.07, 0.09)
    gamma = 3.3 ** np.exp(-0.5 * ((omega - peak) / (width * peak)) ** 2)
    shape = omega**-5.0 * np.exp(-1.25 * (peak / omega) ** 4) * gamma
    amplitude = height * np.sqrt(shape / shape.sum() / 8)  # m0 = Hs^2 / 16
    phase = np.random.default_rng(1).uniform(0, 2 * np.pi, COMPONENTS)
    ramp = 0.5 * (1 - np.cos(np.pi * np.clip(time / 20.0, 0, 1)))
    surface: FloatArray = ramp * (np.cos(np.outer(time, omega) + phase) * amplitude).sum(axis=1)
    return surface


class WaveModel:
    """Keeps the samples of a stream as far ahead of the session as it needs."""

    def __init__(self, session: raftup.Session) -> None:
        role = raftup.Role.PARTICIPANT
        self.stream = session.exchange(inputs=["sea"], role=role, participant_id="waves")
        self._ahead_ns = self.stream.inputs.variables[0].look_ahead_ns + CHUNK_NS
        self._sent_ns = self.stream.watermark_ns

    def send(self) -> None:
        """Sends what the session will need next."""
        while self._sent_ns is None or self._sent_ns < self.stream.time_ns + self._ahead_ns:
            start = 0 if self._sent_ns is None else self._sent_ns + SPACING_NS
            end = (start // CHUNK_NS + 1) * CHUNK_NS
            time = 1e-9 * np.arange(start, end + 1, SPACING_NS).astype(float)
            self.stream.send(time, elevation(time))
            self._sent_ns = end


def main() -> None:
    """Makes waves until the session is deleted."""
    address, name = sys.argv[1:]
    with raftup.connect(address) as client:
        model = WaveModel(client.session(name))
        try:
            while True:
                model.send()
                model.stream.receive()  # the session has come further
        except raftup.RaftupError as error:
            if error.reason != "SESSION_DELETED":
                raise


if __name__ == "__main__":
    main()
