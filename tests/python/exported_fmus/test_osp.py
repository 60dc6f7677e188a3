"""OSP's descriptions of FMUs, and libcosim as their host."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import fmpy
import numpy as np
import pytest

import raftup
from raftup.fmu import FmiVersion, export_fmu

from .models import HINGED, exporter, rows_of_session

NAMESPACE = "{https://open-simulation-platform.com/OspModelDescription/1.0.1}"
MOTIONS = ("position", "orientation", "displacement", "linear_velocity", "angular_velocity")
BARGES: dict[str, Any] = HINGED | {
    "name": "barges",
    "outputs": [*(f"barge2.{motion}" for motion in MOTIONS), "barge2.force.total"],
}
SYSTEM = """<OspSystemStructure xmlns="http://opensimulationplatform.com/MSMI/OSPSystemStructure"
    version="0.1">
  <BaseStepSize>0.02</BaseStepSize>
  <Algorithm>fixedStep</Algorithm>
  <Simulators>
    <Simulator name="one" source="barges.fmu" stepSize="0.02"/>
    <Simulator name="other" source="barges.fmu" stepSize="0.02"/>
  </Simulators>
  <Connections>
    <VariableGroupConnection>
      <VariableGroup simulator="one" name="barge2.force.total.force"/>
      <VariableGroup simulator="other" name="push.force"/>
    </VariableGroupConnection>
  </Connections>
</OspSystemStructure>
"""


def export(client: raftup.Client, folder: Path, version: FmiVersion, model: Any = BARGES) -> Path:
    with client.create_session(model) as session:
        export_fmu(session, folder / "barges.fmu", version, osp=True)
    return folder / "barges_OspModelDescription.xml"


@pytest.mark.parametrize("version", FmiVersion)
def test_groups_are_quantities_of_bodies(
    client: raftup.Client, tmp_path: Path, version: FmiVersion
) -> None:
    document = ElementTree.parse(export(client, tmp_path, version)).getroot()
    groups = document.find(f"{NAMESPACE}VariableGroups")
    assert groups is not None
    units = {unit.get("name") for unit in document.iter(f"{NAMESPACE}Unit")}
    found = {}
    for group in groups:
        name = (group.tag.removeprefix(NAMESPACE), group.get("name"))
        variables = list(group.iter(f"{NAMESPACE}Variable"))
        found[name] = [variable.get("ref") for variable in variables]
        assert {variable.get("unit") for variable in variables} <= units

    def components(name: str, *numbers: int) -> list[str]:
        return [f"{name}[{number}]" for number in numbers]

    assert found == {
        ("Generic", "barge2.orientation"): components("barge2.orientation", 1, 2, 3, 4),
        ("Force", "barge2.force.total.force"): components("barge2.force.total", 1, 2, 3),
        ("Force", "push.force"): components("push", 1, 2, 3),
        ("Torque", "barge2.force.total.torque"): components("barge2.force.total", 4, 5, 6),
        ("Torque", "push.torque"): components("push", 4, 5, 6),
        ("LinearVelocity", "barge2.linear_velocity"): components("barge2.linear_velocity", 1, 2, 3),
        ("AngularVelocity", "barge2.angular_velocity"): components(
            "barge2.angular_velocity", 1, 2, 3
        ),
        ("LinearDisplacement", "barge2.position"): components("barge2.position", 1, 2, 3),
        ("LinearDisplacement", "barge2.displacement.linear_displacement"): components(
            "barge2.displacement", 1, 2, 3
        ),
        ("AngularDisplacement", "barge2.displacement.angular_displacement"): components(
            "barge2.displacement", 4, 5, 6
        ),
        ("LinearMechanicalPort", "push.linear_port"): components("push", 1, 2, 3)
        + components("barge2.linear_velocity", 1, 2, 3),
        ("AngularMechanicalPort", "push.angular_port"): components("push", 4, 5, 6)
        + components("barge2.angular_velocity", 1, 2, 3),
    }


def test_a_force_in_body_axes_is_no_port_with_velocities_of_the_world(
    client: raftup.Client, tmp_path: Path
) -> None:
    push = {"name": "push", "external_force": {"body": "barge2", "body_axes": True}}
    text = export(client, tmp_path, FmiVersion.FMI_2, BARGES | {"inputs": [push]}).read_text()
    assert '<Force name="push.force">' in text
    assert "Port" not in text


def test_a_name_that_is_no_file_is_refused(client: raftup.Client, tmp_path: Path) -> None:
    with pytest.raises(raftup.RaftupError, match="no '/' to name a file, is 'a/b'"):
        export(client, tmp_path, FmiVersion.FMI_2, BARGES | {"name": "a/b"})


@pytest.mark.parametrize("model", ["alongside", "slewing_crane", HINGED], ids=lambda m: str(m)[:13])
def test_libcosim_steps_by_the_bytes_of_a_run(
    client: raftup.Client, tmp_path: Path, model: Any
) -> None:
    """Of FMI 2.0: it knows no other (libcosimc of libcosimpy 0.0.6)."""
    cosim = pytest.importorskip("libcosimpy.CosimExecution")
    slaves = pytest.importorskip("libcosimpy.CosimSlave")
    observers = pytest.importorskip("libcosimpy.CosimObserver")
    file = exporter(client, tmp_path, FmiVersion.FMI_2)(model)
    description = fmpy.read_model_description(str(file))
    references = [v.valueReference for v in description.modelVariables if v.causality == "output"]
    step = float(description.defaultExperiment.stepSize)
    execution = cosim.CosimExecution.from_step_size(step_size=round(1e9 * step))
    slave = slaves.CosimLocalSlave(fmu_path=str(file), instance_name="one")
    index = execution.add_local_slave(local_slave=slave)
    observer = observers.CosimObserver.create_last_value()
    assert execution.add_observer(observer=observer)
    rows = []
    for _ in range(200):
        assert execution.step()
        rows.append(list(observer.last_real_values(index, references)))
    expected = rows_of_session(client, model, 200)[1:]
    assert np.array(rows).tobytes() == np.array(expected).tobytes()


def test_groups_are_connected_by_libcosim_and_steps_are_those_of_another_host(
    client: raftup.Client, tmp_path: Path
) -> None:
    """libcosim moves all by a step and then carries outputs over."""
    cosim = pytest.importorskip("libcosimpy.CosimExecution")
    observers = pytest.importorskip("libcosimpy.CosimObserver")
    export(client, tmp_path, FmiVersion.FMI_2)
    (tmp_path / "OspSystemStructure.xml").write_text(SYSTEM)
    execution = cosim.CosimExecution.from_osp_config_file(osp_path=str(tmp_path))
    observer = observers.CosimObserver.create_last_value()
    assert execution.add_observer(observer=observer)
    assert execution.step(step_count=50)

    description = fmpy.read_model_description(str(tmp_path / "barges.fmu"))
    references = {v.name: v.valueReference for v in description.modelVariables}
    force = [references[f"barge2.force.total[{i}]"] for i in (1, 2, 3)]
    push = [references[f"push[{i}]"] for i in (1, 2, 3)]
    position = [references[f"barge2.position[{i}]"] for i in (1, 2, 3)]
    folder = str(fmpy.extract(str(tmp_path / "barges.fmu"), str(tmp_path / "barges")))
    hosts = [fmpy.instantiate_fmu(folder, description, "CoSimulation") for _ in range(2)]
    for host in hosts:
        host.setupExperiment(startTime=0.0)
        host.enterInitializationMode()
    hosts[1].setReal(push, hosts[0].getReal(force))
    for host in hosts:
        host.exitInitializationMode()
    for n in range(50):
        for host in hosts:
            host.doStep(n * 0.02, 0.02)
        hosts[1].setReal(push, hosts[0].getReal(force))
    for name, host in zip(("one", "other"), hosts, strict=True):
        index = execution.slave_index_from_instance_name(name)
        values = np.array(list(observer.last_real_values(index, position)))
        assert values.tobytes() == np.array(host.getReal(position)).tobytes()
        host.freeInstance()
