"""Models as FMUs: what other tools of co-simulation load and step."""

from raftup.fmu.export import FmiVersion, export_fmu

__all__ = ["FmiVersion", "export_fmu"]
