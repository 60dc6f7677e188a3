"""Writing a session's model as an FMU."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from raftup.errors import ModelError, RaftupError
from raftup.files import whole_file
from raftup.fmu.fmi2 import Experiment, fmi2_description
from raftup.fmu.variables import fmu_variables, violations
from raftup.programs import find_program
from raftup.rows import NANOSECONDS
from raftup.session import Session

LIBRARY = "libraftup_fmu.so"
_IMAGE = "resources/model.raftup"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in it: the same model gives the same bytes


def export_fmu(session: Session, file: Path) -> None:
    """Writes the model of a session that has taken no step: FMI 2.0, Co-Simulation.

    The solver is inside, as a library that needs libc and libm alone: 64-bit Linux with x86
    processors. Inputs are held over a step, which is a multiple of the model's own.

    Args:
        session: a new one; what the FMU shows are the outputs of its model.
        file: the FMU; there as a whole afterwards or not at all.

    Raises:
        ModelError: with every input that an FMU cannot have.
        RaftupError: PROGRAM_NOT_FOUND where the library is not there.
        OSError: where the file cannot be written.
    """
    refused = list(violations(session))
    if refused:
        raise ModelError(refused)
    digest, image = session.export_model()
    experiment = Experiment(
        name=session.model.name or file.stem,
        identifier=_identifier(file.stem),
        token=f"raftup-{digest}",
        step=session.step_ns / NANOSECONDS,
        duration=session.model.integration.duration or session.step_ns / NANOSECONDS,
    )
    library = find_program(LIBRARY, "clients/fmu", "RAFTUP_FMU_LIBRARY").read_bytes()
    with whole_file(file) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
        _add(archive, "modelDescription.xml", fmi2_description(experiment, fmu_variables(session)))
        _add(archive, f"binaries/linux64/{experiment.identifier}.so", library)
        _add(archive, _IMAGE, image)


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
    archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


def _identifier(stem: str) -> str:
    """A name of C, as FMI wants of binaries."""
    name = re.sub(r"\W", "_", stem, flags=re.ASCII)
    if not name.strip("_"):
        raise RaftupError(
            f"the name of an FMU must have a letter, is '{stem}'", code="INVALID_ARGUMENT"
        )
    return f"_{name}" if name[0].isdigit() else name
