"""The list of formats of models that can be imported. A new format is a folder and a line here."""

from __future__ import annotations

from raftup.importing_models.format import ModelFormat
from raftup.importing_models.moordyn.model import MOORDYN
from raftup.importing_models.openfast.model import OPENFAST
from raftup.importing_models.orcaflex.model import ORCAFLEX
from raftup.importing_models.robots.sdf import SDF
from raftup.importing_models.robots.urdf import URDF
from raftup.importing_models.sea_stack.model import SEA_STACK
from raftup.importing_models.source import SourceFile
from raftup.importing_models.wec_sim.model import WEC_SIM
from raftup.importing_models.xdyn.model import XDYN

FORMATS: tuple[ModelFormat, ...] = (
    WEC_SIM,
    OPENFAST,
    SEA_STACK,
    SDF,
    URDF,
    XDYN,
    ORCAFLEX,
    MOORDYN,
)
"""In the order in which a file is compared with them; the first that recognises it reads it."""

_ELSEWHERE = {
    b"\x89HDF": "an HDF5 file is a hydrodynamic database, which `raftup import` reads",
    b"\x7fELF": "a program",
    b"PK\x03\x04": "an archive: give the input file itself (for WEC-Sim wecSimInputFile.m)",
    b"<?xml": "an XML file that is neither SDF nor URDF",
}


def nearest_formats(file: SourceFile) -> str:
    """What a file that no format recognises may be, and which formats there are."""
    known = "known are " + ", ".join(one.title for one in FORMATS)
    for beginning, meaning in _ELSEWHERE.items():
        if file.data.startswith(beginning):
            return f"{meaning}; {known}"
    if not file.is_text:
        return f"a binary file (save .dat and .sim of OrcaFlex as .yml); {known}"
    return known
