"""Server with the interface of xdyn's co-simulation server, for clients of xdyn."""

from raftup.xdyn.servers import serve_grpc, serve_json
from raftup.xdyn.ship import Ship

__all__ = ["Ship", "serve_grpc", "serve_json"]
