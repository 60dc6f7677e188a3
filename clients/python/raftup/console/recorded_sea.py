"""The waves of a recording, which are computed again from its model."""

from __future__ import annotations

from raftup._generated.model_pb2 import Inertia
from raftup._generated.sea_pb2 import WaveComponents
from raftup._generated.session_pb2 import GetSeaResponse
from raftup.base.errors import RaftupError
from raftup.local.server import local_server
from raftup.model import Model
from raftup.remote.client import connect


def sea_of(model: Model) -> GetSeaResponse:
    """Wave components of a recording, which follow from the environment and its seeds.

    A private raftupd computes them in a session with this environment and a single body.

    Args:
        model: model with the value of every default, as in a result.

    Returns:
        The answer of GetSea; without components if there are no waves, or raftupd is not installed.
    """
    if not model.environment.sea.waves:
        return GetSeaResponse()
    waves = Model(name="waves", environment=model.environment, integration=model.integration)
    for system in waves.environment.sea.waves:
        if system.HasField("extreme_response"):  # what it was made of is not there
            made = WaveComponents()
            made.CopyFrom(system.extreme_response.components)
            system.components.CopyFrom(made)
    waves.bodies.add(name="weight", mass=1.0, inertia=Inertia(xx=1.0, yy=1.0, zz=1.0))
    try:
        with (
            local_server() as server,
            connect(server.address) as client,
            client.create_session(waves) as session,
        ):
            return session.sea()
    except (RaftupError, OSError):
        return GetSeaResponse()
