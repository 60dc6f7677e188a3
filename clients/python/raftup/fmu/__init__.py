"""Models as FMUs: what other tools of co-simulation load and step."""

from raftup.fmu.export import export_fmu

__all__ = ["export_fmu"]
