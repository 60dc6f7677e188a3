"""Raftup: vessels that feel each other through the water.

Example:
    result = raftup.run("alongside.yaml")  # an xarray.Dataset

    with raftup.local_server() as server, raftup.connect(server.address) as client:
        with client.create_session("forced_by_client.yaml") as session:
            session.initialise()
            with session.exchange(inputs=["wave_force"]) as exchange:
                exchange.send(0.0, [0.0, 0.0, 1.0e4, 0.0, 0.0, 0.0])
                rows = exchange.advance(100)
"""

from raftup.client import Client, connect
from raftup.coefficients import Coefficients
from raftup.commands import Pose, Twist
from raftup.errors import ModelError, RaftupError, Violation
from raftup.exchange import Exchange, Role
from raftup.fit_progress import FitProgress
from raftup.iteration import Iteration, Partner
from raftup.linearisation import Drawing, Linearisation, LinearizeOptions, WaveGrid
from raftup.model import Model, load_model
from raftup.pacing import Jitter, Pace
from raftup.participant import Participant
from raftup.progress import Progress
from raftup.response import response
from raftup.rows import Rows
from raftup.run import run
from raftup.server import LocalServer, local_server, server_address
from raftup.session import Session
from raftup.statistics import LimitStatistics, OutputStatistics, Statistics
from raftup.study import open_study, study
from raftup.version import __version__
from raftup.watch import Watch

__all__ = [
    "Client",
    "Coefficients",
    "Drawing",
    "Exchange",
    "FitProgress",
    "Iteration",
    "Jitter",
    "LimitStatistics",
    "Linearisation",
    "LinearizeOptions",
    "LocalServer",
    "Model",
    "ModelError",
    "OutputStatistics",
    "Pace",
    "Participant",
    "Partner",
    "Pose",
    "Progress",
    "RaftupError",
    "Role",
    "Rows",
    "Session",
    "Statistics",
    "Twist",
    "Violation",
    "Watch",
    "WaveGrid",
    "__version__",
    "connect",
    "load_model",
    "local_server",
    "open_study",
    "response",
    "run",
    "server_address",
    "study",
]
