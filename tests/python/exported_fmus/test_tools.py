"""FMUs before the tools of others: VDMCheck2's rules, and fmi-sim as a second importer.

They lie where RAFTUP_FMU_TOOLS says; deploy/release.sh fmu gets them and runs this.
"""

import csv
import os
import re
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import fmpy
import numpy as np
import pytest

import raftup
from raftup.fmu import FmiVersion, export_fmu

from .models import HINGED, exporter, rows_of_session, source_of

TOOLS = Path(os.environ.get("RAFTUP_FMU_TOOLS", ""))
STEPS = 200

pytestmark = pytest.mark.skipif(
    not os.environ.get("RAFTUP_FMU_TOOLS"), reason="needs the tools of deploy/release.sh fmu"
)
every_model = pytest.mark.parametrize(
    "model", ["alongside", "slewing_crane", HINGED], ids=lambda m: str(m)[:13]
)


def said_by_vdmcheck(file: Path) -> str:
    """It looks for schema and rules beside its archive."""
    command = ["java", "-cp", "*:.", "VDMCheck", str(file)]
    return subprocess.run(command, cwd=TOOLS / "vdmcheck", capture_output=True, text=True).stdout


@every_model
def test_vdmcheck_finds_nothing(client: raftup.Client, tmp_path: Path, model: Any) -> None:
    file = exporter(client, tmp_path, FmiVersion.FMI_2)(model)
    assert said_by_vdmcheck(file).splitlines() == [
        "FMU has no sources/buildDescription.xml",
        "Checking modelDescription.xml",
        "No errors found.",
        "Checking terminalsAndIcons/terminalsAndIcons.xml",
        "No errors found.",
    ]


def test_vdmcheck_would_find_something(client: raftup.Client, tmp_path: Path) -> None:
    file = exporter(client, tmp_path, FmiVersion.FMI_2)(HINGED)
    broken = rewritten(file, tmp_path / "broken.fmu", r'initial="calculated"', 'initial="exact"')
    assert "Errors found." in said_by_vdmcheck(broken)


def rewritten(file: Path, to: Path, pattern: str, replacement: str) -> Path:
    """An FMU with another description."""
    with zipfile.ZipFile(file) as archive, zipfile.ZipFile(to, "w") as copy:
        for name in archive.namelist():
            data = archive.read(name)
            if name == "modelDescription.xml":
                data = re.sub(pattern, replacement, data.decode()).encode()
            copy.writestr(name, data)
    return to


def rows_of_fmi_sim(file: Path, folder: Path) -> Any:
    """Outputs at each step. It writes the shortest digits that give a number back."""
    step = float(fmpy.read_model_description(str(file)).defaultExperiment.stepSize)
    table = folder / "table.csv"
    command = [str(TOOLS / "bin" / "fmi-sim"), "--model", str(file), "-o", str(table)]
    command += ["co-simulation", "--step", repr(step), "--output-interval", repr(step)]
    command += ["-f", repr(STEPS * step)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[:1000]
    with table.open() as lines:
        return np.array([[float(cell) for cell in row[1:]] for row in list(csv.reader(lines))[1:]])


@every_model
def test_fmi_sim_steps_by_the_bytes_of_a_run(
    client: raftup.Client, tmp_path: Path, model: Any
) -> None:
    rows = rows_of_fmi_sim(exporter(client, tmp_path, FmiVersion.FMI_2)(model), tmp_path)
    assert rows.tobytes() == np.array(rows_of_session(client, model, STEPS)).tobytes()


@every_model
def test_fmi_sim_steps_scalars_of_fmi_3_by_the_bytes_of_a_run(
    client: raftup.Client, tmp_path: Path, model: Any
) -> None:
    """Version 0.7.0 reads one number of an array, and no description that gives variables units."""
    scalars = {"outputs": ["energy.kinetic", "energy.power", "sea.elevation"]}
    with client.create_session(source_of(model), overrides=scalars) as session:
        export_fmu(session, tmp_path / "scalars.fmu", FmiVersion.FMI_3)
    units = r' (unit|displayUnit)="[^"]*"(?=[ >])'
    file = rewritten(tmp_path / "scalars.fmu", tmp_path / "plain.fmu", units, "")
    expected = rows_of_session(client, model, STEPS, overrides=scalars)
    assert rows_of_fmi_sim(file, tmp_path).tobytes() == np.array(expected).tobytes()
