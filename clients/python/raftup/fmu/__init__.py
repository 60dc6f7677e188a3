"""Export of models as FMUs, which other co-simulation tools can load and step."""

from raftup.fmu.export import FmiVersion, export_fmu

__all__ = ["FmiVersion", "export_fmu"]
