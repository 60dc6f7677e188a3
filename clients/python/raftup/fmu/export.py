"""Writing of a session's model to an FMU."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from raftup.base.errors import ModelError, RaftupError
from raftup.base.files import whole_file, write_whole
from raftup.fmu.description import Experiment
from raftup.fmu.fmi2 import fmi2_description
from raftup.fmu.fmi3 import fmi3_description
from raftup.fmu.osp import osp_description
from raftup.fmu.platforms import FmiVersion, chosen_platforms
from raftup.fmu.terminals import terminals, terminals_file
from raftup.fmu.variables import fmu_variables, time_variable, violations
from raftup.model.run_duration import run_duration
from raftup.remote.rows import NANOSECONDS
from raftup.remote.session import Session

_IMAGE = "resources/model.raftup"
_TERMINALS = "terminalsAndIcons/terminalsAndIcons.xml"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in it: the same model gives the same bytes


def export_fmu(
    session: Session,
    file: Path,
    version: FmiVersion = FmiVersion.FMI_2,
    *,
    osp: bool = False,
    platforms: Sequence[str] | None = None,
) -> list[str]:
    """Writes the model of a session that has not taken a step to an FMU for Co-Simulation.

    The FMU contains the solver as a library for each platform, which needs only the libraries of C
    and of the system. Inputs are held constant during a step, which may have any duration.

    Args:
        session: new session; the outputs of the FMU are those of its model.
        file: path of the FMU, which is written completely or not at all.
        version: FMI 2.0, where the components of vectors are single variables, or FMI 3.0 with
            arrays.
        osp: also writes `NAME_OspModelDescription.xml` with the model's name to the same folder,
            where hosts of the Open Simulation Platform look for it.
        platforms: systems on which the FMU runs: `linux64`, `win64`, and in FMI 3.0
            `aarch64-linux`. None means all for which this installation has a library.

    Returns:
        names of the platforms.

    Raises:
        ModelError: with every input that is not possible in an FMU.
        RaftupError: INVALID_ARGUMENT for an unknown platform; PROGRAM_NOT_FOUND without library.
        OSError: if the file cannot be written.
    """
    chosen = chosen_platforms(platforms, version)
    name = _identifier(file.stem)
    libraries = {
        f"binaries/{platform.folders[version]}/{name}{platform.suffix}": platform.read()
        for platform in chosen
    }
    refused = list(violations(session))
    if refused:
        raise ModelError(refused)
    digest, image = session.export_model()
    experiment = _experiment(session, file.stem, digest)
    variables = fmu_variables(session)
    connectors = terminals(session, variables)
    with whole_file(file) as unfinished, zipfile.ZipFile(unfinished, "w") as archive:
        if version is FmiVersion.FMI_2:
            description = fmi2_description(experiment, variables)
        else:
            description = fmi3_description(experiment, variables, time_variable(session))
        _add(archive, "modelDescription.xml", description)
        for path, library in libraries.items():
            _add(archive, path, library)
        _add(archive, _IMAGE, image)
        if connectors:
            as_scalars = version is FmiVersion.FMI_2
            _add(archive, _TERMINALS, terminals_file(connectors, as_scalars=as_scalars))
    if osp:
        description = osp_description(session, variables, connectors)
        write_whole(_osp_file(file, experiment.name), description)
    return [platform.name for platform in chosen]


def _experiment(session: Session, stem: str, digest: str) -> Experiment:
    step = session.step_ns / NANOSECONDS
    return Experiment(
        name=session.model.name or stem,
        identifier=_identifier(stem),
        token=f"raftup-{digest}",
        step=step,
        duration=run_duration(session.model.integration) or step,
    )


def _osp_file(file: Path, name: str) -> Path:
    if "/" in name:
        raise RaftupError(
            f"the name of a model must have no '/' to name a file, is '{name}'",
            code="INVALID_ARGUMENT",
        )
    return file.with_name(f"{name}_OspModelDescription.xml")


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.external_attr = (0o755 if name.startswith("binaries/") else 0o644) << 16
    archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


def _identifier(stem: str) -> str:
    """An identifier of C from the name of a file, as FMI requires for binaries."""
    name = re.sub(r"\W", "_", stem, flags=re.ASCII)
    if not name.strip("_"):
        raise RaftupError(
            f"the name of an FMU must have a letter, is '{stem}'", code="INVALID_ARGUMENT"
        )
    return f"_{name}" if name[0].isdigit() else name
