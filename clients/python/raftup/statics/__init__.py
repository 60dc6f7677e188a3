"""Where vessels rest and how stable they are: what a server computes, as tables and data."""

from raftup.statics.figures import hydrostatics_dataset, stability_dataset
from raftup.statics.hull import Hull, find_hull

__all__ = ["Hull", "find_hull", "hydrostatics_dataset", "stability_dataset"]
