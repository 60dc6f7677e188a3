"""Client of Raftup, the co-simulation server for vessels that interact through the water.

Example:
    result = raftup.run("alongside.yaml")  # an xarray.Dataset

    with raftup.local_server() as server, raftup.connect(server.address) as client:
        with client.create_session("forced_by_client.yaml") as session:
            session.initialise()
            with session.exchange(inputs=["wave_force"]) as exchange:
                exchange.send(0.0, [0.0, 0.0, 1.0e4, 0.0, 0.0, 0.0])
                rows = exchange.advance(100)
"""

# ruff: noqa: E402  # the first lines say what happens while the others load
from raftup.base.starting import end_quietly_while_starting

end_quietly_while_starting()

from raftup.base.arrays import FloatArray
from raftup.base.errors import ModelError, RaftupError, Violation
from raftup.base.version import __version__
from raftup.local.server import LocalServer, local_server, server_address
from raftup.model import Model, load_model
from raftup.progress import Progress
from raftup.remote.attach import Role
from raftup.remote.client import Client, connect
from raftup.remote.coefficients import Coefficients
from raftup.remote.commands import Pose, Twist
from raftup.remote.exchange import Exchange
from raftup.remote.fit_progress import FitProgress
from raftup.remote.iteration import Iteration, Partner
from raftup.remote.linearisation import Drawing, Linearisation
from raftup.remote.linearisation_request import LinearizeOptions, WaveGrid
from raftup.remote.pacing import Jitter, Pace
from raftup.remote.participant import Participant
from raftup.remote.rows import Rows
from raftup.remote.session import Session
from raftup.remote.statistics import LimitStatistics, OutputStatistics, Statistics
from raftup.remote.step_error import StepError
from raftup.remote.watch import Watch
from raftup.response import response
from raftup.run import run
from raftup.study import open_study, study

__all__ = [
    "Client",
    "Coefficients",
    "Drawing",
    "Exchange",
    "FitProgress",
    "FloatArray",
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
    "StepError",
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
