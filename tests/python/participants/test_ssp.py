"""Systems by SSP: the same bytes as the FMU as a participant; what is no such system."""

import shutil
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command

import raftup
from raftup.base.errors import RaftupError
from raftup.fmu import FmiVersion, export_fmu
from raftup.ssp.system import SspError, read_system

from .fmu_spring import build_spring
from .test_fmu import DAMPING, MAP, STIFFNESS, by_fmu, sprung

STEP = 0.01


def model() -> dict[str, Any]:
    """The body of the tests of FMUs, with the outputs that connections read."""
    return {**sprung(STEP, []), "outputs": ["buoy.position", "buoy.linear_velocity"]}


@pytest.fixture(scope="module")
def parts(client: raftup.Client, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the model, its FMU, and the FMU of a spring."""
    folder = tmp_path_factory.mktemp("parts")
    build_spring(folder)
    (folder / "buoy.yaml").write_text(yaml.safe_dump(model()))
    with client.create_session(folder / "buoy.yaml") as session:
        export_fmu(session, folder / "buoy.fmu", FmiVersion.FMI_2)
    return folder


STRUCTURE = f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription version="1.0" name="moored"
  xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
  xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues">
  <ssd:System name="moored">
    <ssd:Elements>
      <ssd:Component name="ship" source="resources/buoy.fmu"/>
      <ssd:Component name="spring" source="resources/spring_damper.fmu">
        <ssd:ParameterBindings><ssd:ParameterBinding><ssd:ParameterValues>
          <ssv:ParameterSet version="1.0" name="p"><ssv:Parameters>
            <ssv:Parameter name="stiffness"><ssv:Real value="{STIFFNESS}"/></ssv:Parameter>
            <ssv:Parameter name="damping"><ssv:Real value="{DAMPING}"/></ssv:Parameter>
          </ssv:Parameters></ssv:ParameterSet>
        </ssd:ParameterValues></ssd:ParameterBinding></ssd:ParameterBindings>
      </ssd:Component>
    </ssd:Elements>
    <ssd:Connections>
      <ssd:Connection startElement="ship" startConnector="buoy.position[1]"
        endElement="spring" endConnector="position"/>
      <ssd:Connection startElement="ship" startConnector="buoy.linear_velocity[1]"
        endElement="spring" endConnector="speed"/>
      <ssd:Connection startElement="spring" startConnector="force"
        endElement="ship" endConnector="spring[1]"/>
    </ssd:Connections>
  </ssd:System>
</ssd:SystemStructureDescription>
"""


def packed(folder: Path, parts: Path, structure: str = STRUCTURE, with_model: bool = True) -> Path:
    file = folder / "moored.ssp"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("SystemStructure.ssd", structure)
        for name in ("buoy.fmu", "spring_damper.fmu", *["buoy.yaml"] * with_model):
            archive.write(parts / name, f"resources/{name}")
    return file


@pytest.mark.parametrize("with_model", [True, False], ids=["in the archive", "beside it"])
def test_a_system_runs_as_its_fmu_does_as_a_participant(
    client: raftup.Client,
    server: raftup.LocalServer,
    parts: Path,
    tmp_path: Path,
    with_model: bool,
) -> None:
    packed(tmp_path, parts, with_model=with_model)
    if not with_model:
        shutil.copy(parts / "buoy.yaml", tmp_path)
    done = command("run", "moored.ssp", "--quiet", f"--server={server.address}", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    with xr.open_dataset(tmp_path / "result.nc") as result:
        places = result.position.values[:, 0, 0]
    expected = by_fmu(client, parts / "spring_damper.fmu", STEP, how=MAP)
    np.testing.assert_array_equal(places, expected)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('endElement="ship" endConnector="spring[1]"', 'endElement="spring" endConnector="speed"',
         "Connections[2]: must connect ship with another component, connects spring and spring"),
        ('name="spring" source="resources/', 'name="spring" source="../',
         "spring: must be a Component with a source in the archive"),
        ("resources/spring_damper.fmu", "resources/none.fmu",
         "spring: must have a source, none.fmu does not exist"),
        ('<ssd:Component name="ship"', '<ssd:System name="ship"',
         "ship: must be a Component with a source"),
        ("<ssd:ParameterBinding>", '<ssd:ParameterBinding source="p.ssv">',
         "spring.ParameterBindings: must be values inside the structure"),
    ],
)  # fmt: skip
def test_what_is_not_supported_is_refused(
    client: raftup.Client, parts: Path, tmp_path: Path, old: str, new: str, rule: str
) -> None:
    file = packed(tmp_path, parts, STRUCTURE.replace(old, new))
    (tmp_path / "unpacked").mkdir()
    with pytest.raises(SspError) as refused:
        read_system(file, tmp_path / "unpacked", client)
    assert rule in str(refused.value)


def test_another_model_than_that_of_the_fmu_is_refused(
    client: raftup.Client, parts: Path, tmp_path: Path
) -> None:
    file = packed(tmp_path, parts, with_model=False)
    for folder in ("first", "second", "third"):
        (tmp_path / folder).mkdir()
    with pytest.raises(SspError, match=r"must have one FMU NAME\.fmu with its model NAME\.yaml"):
        read_system(file, tmp_path / "first", client)
    other = model()
    other["bodies"][0]["mass"] += 1.0
    (tmp_path / "buoy.yaml").write_text(yaml.safe_dump(other))
    with pytest.raises(SspError, match=r"ship: must have the identifier raftup-.*export the FMU"):
        read_system(file, tmp_path / "second", client)
    (tmp_path / "none.ssp").write_text("no archive")
    with pytest.raises(RaftupError, match=r"must be an archive with SystemStructure\.ssd"):
        read_system(tmp_path / "none.ssp", tmp_path / "third", client)


def test_an_fmu_that_fails_ends_the_run_with_its_words(
    server: raftup.LocalServer, parts: Path, tmp_path: Path
) -> None:
    broken = STRUCTURE.replace(f'<ssv:Real value="{STIFFNESS}"', '<ssv:Real value="-1"')
    packed(tmp_path, parts, broken)
    done = command("run", "moored.ssp", f"--server={server.address}", folder=tmp_path)
    assert done.returncode == 1
    assert "the FMU spring has ended: " in done.stderr
    assert "the FMU's step from 0 s to 0.01 s failed" in done.stderr
