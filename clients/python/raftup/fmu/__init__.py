"""Export of models as FMUs, which other co-simulation tools can load and step."""

from raftup.fmu.export import export_fmu
from raftup.fmu.platforms import FmiVersion

__all__ = ["FmiVersion", "export_fmu"]
