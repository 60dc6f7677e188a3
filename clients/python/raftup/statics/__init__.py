"""Equilibrium and stability of vessels, computed by a server, as tables and datasets."""

from raftup.statics.figures import hydrostatics_dataset, stability_dataset
from raftup.statics.hull import Hull, find_hull

__all__ = ["Hull", "find_hull", "hydrostatics_dataset", "stability_dataset"]
