"""Systems of FMUs by SSP, one of which is a model of Raftup.

Source: System Structure and Parameterization 1.0.1, Modelica Association (2022).
"""

from raftup.ssp.programs import SystemPrograms, programs_of
from raftup.ssp.system import SspSystem, read_system

__all__ = ["SspSystem", "SystemPrograms", "programs_of", "read_system"]
