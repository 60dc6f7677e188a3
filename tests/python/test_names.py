"""One model names one of every kind with names at the edge, and everything keeps them apart.

The kinds are read from the messages, so that a kind which is new fails here until it is named, too.
"""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fmpy.validation
import h5py
import numpy as np
import pytest
import xarray as xr
import yaml
from command_line import command
from conftest import DATABASES
from console.helpers import client_of, code_of, cookie_name, frame_of, tab_of
from exported_fmus.hosts import HOSTS
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

import raftup
from raftup._generated import session_pb2
from raftup._generated.model_pb2 import Model
from raftup.console.gateway import ConsoleOptions
from raftup.console.serving import serve_console
from raftup.fmu import FmiVersion, export_fmu
from raftup.importing import import_database
from raftup.remote.rows import Rows
from raftup.results.layout import joint_names, owner_names, targets_of

LONG = "x" * 128
NAMED: dict[str, Any] = {"name": LONG}
INPUTS = ["-push", "bow_line_tension"]
STEPS = 4


def spring(body1: str, body2: str, stiffness: float) -> dict[str, Any]:
    """Two bodies, pulled by their tops."""
    ends = {"body1": body1, "point1": [0, 0, 3], "body2": body2, "point2": [0, 0, 3]}
    return {"point_spring": {**ends, "stiffness": stiffness}}


def box(name: str, **more: Any) -> dict[str, Any]:
    """A shape."""
    return {"name": name, "box": {"size": [4, 4, 2]}, "density": 500, **more}


MASS = 2.68e5  # kg, of the hemisphere
BEAM = float(np.sqrt(12.0 * 2e6 / MASS))  # m, of a line with its moment of inertia
UNCOUPLED = {"body1_block": [0.0] * 36, "body2_block": [0.0] * 36, "off_diagonal_block": [0.0] * 36}
EDGES: dict[str, Any] = {
    "name": 'of "any" text, \u00e4 <b>',
    "materials": [{"name": "0"}, {"name": "-"}],
    "line_types": [{"name": "0"}, {"name": LONG}],
    "bodies": [
        # what a result has names for itself: times, dimensions
        {"name": "time", "gravity": False, "shapes": [box("-", material="0", groups=["_", "0"])]},
        # apart by the letters' case alone
        {
            "name": "Time",
            "gravity": False,
            "position": [0, 20, 0],
            "shapes": [box("dof", material="-")],
        },
        {"name": LONG, "gravity": False, "position": [0, 40, 0], "shapes": [box("-")]},
        {
            "name": "body",
            "gravity": False,
            "position": [0, 60, 0],
            "mass": MASS,
            "inertia": {"xx": 2e6, "yy": 2e6, "zz": 2e6},
            "sections": [NAMED | {"x": -6}],
            "mass_distribution": [
                {"x": x, "mass_per_length": MASS / BEAM} for x in (-BEAM / 2, BEAM / 2)
            ],
        },
        {
            "name": "mode",
            "inertia": {"xx": 2.6e10, "yy": 7.1e11, "zz": 7.1e11},
            "modes": {"deflections": [NAMED], "stresses": [NAMED | {"factors": [1e6, 0]}]},
        },
    ],
    "hydrodynamics": [
        {
            "name": "wave_elevation",
            "database": str(DATABASES / "hemisphere.h5"),
            "bodies": [{"body": "body", "database_body": "hemisphere"}],
            "radiation": {"memory": "state_space", "tolerance": 0.05},
        },
        {
            "name": "modes",
            "database": str(DATABASES / "container_ship.h5"),
            "bodies": [{"body": "mode", "database_body": "ship"}],
        },
    ],
    "shapes": [
        {"name": "--", "box": {"size": [9, 9, 1]}, "position": [0, 0, -50], "material": "-"},
    ],
    "joints": [
        {
            "name": "-hinge",
            "type": "JOINT_TYPE_HINGE",
            "body1": "Time",
            "body2": LONG,
            "position": [0, 10, 0],
            "axis": [1, 0, 0],
            "compliance": 1e-9,
        },
        {"name": "-slide", "type": "JOINT_TYPE_PRISMATIC", "body1": "time"},
    ],
    "strong_interactions": [{"name": "9", "joint": "-hinge"}],
    "loads": [
        # equal where a dot or a dash becomes "_", or but for the letters' case
        {"name": "Bow-line", **spring("time", "Time", 1e3)},
        {"name": "bow-line", **spring("time", "Time", 2e3)},
        {"name": "bow_line", **spring("time", "Time", 3e3)},
        # equal to a variable of bodies, joints and observers where a dot becomes "_"
        {"name": "joint", **spring("time", LONG, 1e3)},
        {"name": "added_mass", **spring("time", LONG, 2e3)},
        {"name": "xyz", **spring("time", LONG, 3e3)},
        {"name": "2nd", **spring("time", LONG, 4e3)},
        {"name": "total", **spring("time", LONG, 4e3)},
    ],
    "inputs": [
        {"name": "-push", "external_force": {"body": "time"}},
        # an output where a dot becomes "_"
        {"name": "bow_line_tension", "external_force": {"body": "time"}},
    ],
    "observers": [{"name": "observer", "body": "Time", "position": [1, 0, 0]}],
    "contact_readers": [{"name": "_", "side1": "time", "side2": "Time/dof"}],
    "probes": [{"name": "-probe", "body": "Time"}],
    "events": [{"name": "-event", "at": 1.0}],
    "machines": [
        {
            "name": "-machine",
            "parts": [
                {"gear": {"joint": "-slide", "shaft": "_"}},
                {"shaft": {"name": "_", "inertia": 1}},
            ],
        }
    ],
    "distance_readers": [{"name": "__", "side1": "time", "side2": "Time"}],
    "added_mass_interactions": [
        {"name": "free_dof", "body1": "time", "body2": "Time", **UNCOUPLED},
    ],
    "statistics": {
        "outputs": ["xyz.tension"],
        "limits": [{"name": "-4", "output": "xyz.tension", "above": 0.5}],
    },
    "integration": {
        "step": 0.05,
        "output_step": 0.05,
        "stages": [{"name": "time", "duration": STEPS * 0.05}],
    },
}


def with_section(folder: Path) -> Path:
    """The hemisphere's database with a section behind its stern, which has the rows of the hull."""
    file = folder / "hemisphere_section.h5"
    import_database([DATABASES / "hemisphere.h5"], file)
    with h5py.File(file, "a") as root:
        root["section/x"] = root["center_of_gravity"][:, 0] - 6.0
        root["section/body"] = np.zeros(1)
        root["section/still_water_force"] = np.zeros((1, 6))
        for name in ("hydrostatic_stiffness", "added_mass", "radiation_damping"):
            rows = root[name][:]
            root[f"section/{name}"] = rows if name == "hydrostatic_stiffness" else rows[None]
        root["section/excitation_force"] = root["excitation_force"][:][:, None]
    return file


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """EDGES with a database that has a section."""
    model = copy.deepcopy(EDGES)
    model["hydrodynamics"][0]["database"] = str(with_section(tmp_path_factory.mktemp("named")))
    return model


def messages_of(message: Descriptor, found: dict[str, Descriptor]) -> dict[str, Descriptor]:
    """It and all that it is made of, by their full names."""
    if message.full_name not in found:
        found[message.full_name] = message
        for field in message.fields:
            if field.message_type is not None:
                messages_of(field.message_type, found)
    return found


def gives_a_name(field: FieldDescriptor) -> bool:
    """Whether it says what something is called; the model's own name may be any text."""
    names = field.name in ("name", "groups") and field.type == FieldDescriptor.TYPE_STRING
    owner = field.containing_type
    return names and owner is not None and owner.full_name != Model.DESCRIPTOR.full_name


def kinds() -> set[str]:
    """Every field of a model that gives a name."""
    messages = messages_of(Model.DESCRIPTOR, {}).values()
    return {field.full_name for one in messages for field in one.fields if gives_a_name(field)}


def names_in(message: Message, path: str = "") -> Iterator[tuple[str, str, str]]:
    """The field, path and value of each name that a model gives."""
    for field, value in message.ListFields():
        values = [value] if isinstance(value, str | Message) else value
        at = f"{path}{field.name}"
        for index, one in enumerate(values if not isinstance(values, float | int) else []):
            place = at if values is not value else f"{at}[{index}]"
            if isinstance(one, Message):
                yield from names_in(one, f"{place}.")
            elif gives_a_name(field):
                yield field.full_name, place, one


@pytest.fixture(scope="module")
def edges(client: raftup.Client, named: dict[str, Any]) -> dict[str, Any]:
    """EDGES with all that it can put out."""
    with client.create_session(named) as session:
        known = session.variables()
    outputs = [v.name for v in known if v.causality == session_pb2.CAUSALITY_OUTPUT]
    assert len(outputs) == len(set(outputs)) > 70
    return {**copy.deepcopy(named), "outputs": outputs}


@pytest.fixture(scope="module")
def rows(client: raftup.Client, edges: dict[str, Any]) -> Rows:
    """Its outputs at the start and after each step, by the stream."""
    with client.create_session(edges) as session:
        session.initialise()
        start = session.read()
        with session.exchange(output_stride=1) as stream:
            return Rows.concatenate([start, stream.advance(STEPS)])


@pytest.fixture
def file(edges: dict[str, Any], tmp_path: Path) -> Path:
    """The model as a file."""
    (tmp_path / "edges.yaml").write_text(yaml.safe_dump(edges))
    return tmp_path / "edges.yaml"


def test_every_kind_of_thing_that_a_model_names_is_among_them(
    client: raftup.Client, named: dict[str, Any]
) -> None:
    with client.create_session(named) as session:
        found = {field for field, _, _ in names_in(session.model)}
    assert found == kinds()


def test_a_run_has_every_output_under_its_own_name(
    file: Path, rows: Rows, client: raftup.Client, edges: dict[str, Any]
) -> None:
    done = command("run", file, "--quiet", folder=file.parent)
    assert done.returncode == 0, done.stderr
    with client.create_session(edges) as session:
        names, joints = owner_names(session.model), joint_names(session.model)
    targets = targets_of(rows.columns.variables, names, joints)
    places = {(target.name, target.owner, target.label) for target in targets}
    assert len(places) == len(rows.columns.names)  # no two are one
    with xr.open_dataset(file.parent / "result.nc") as result:
        for target, name in zip(targets, rows.columns.names, strict=True):
            values = result[target.name]
            if target.owner:
                values = values.sel({target.owner: target.label})
            found = values.values.reshape(len(rows), -1)[:, : rows[name].shape[1]]
            np.testing.assert_array_equal(found, rows[name], err_msg=name)
        assert set(result.data_vars) == {target.name for target in targets}


def test_a_study_keeps_every_output_apart_and_its_report_names_them(
    edges: dict[str, Any], client: raftup.Client, tmp_path: Path
) -> None:
    pytest.importorskip("zarr", reason="the extra raftup[study] is not installed")
    from raftup.study.report import write_report

    model = {name: part for name, part in edges.items() if name != "statistics"}
    model["integration"] = {"step": 0.05, "output_step": 0.05}  # a study says the duration
    curve = {"output": "bow-line.tension", "slope": 3, "intercept": 1e6}
    raftup.study(
        {
            "model": model,
            "outputs": edges["outputs"],
            "axes": {"-axis": {"path": "loads[0].point_spring.stiffness", "values": [1e3, 2e3]}},
            "duration": 0.2,
            "statistics": ["max"],
            "limits": [
                {"name": name, "output": "xyz.tension", "above": 0.5} for name in ("-4", "_4")
            ],
            "fatigue": [{"name": name, **curve} for name in ("f-1", "f_1", "<b>")],
        },
        tmp_path / "edges.study",
        workers=1,
    )
    with client.create_session(edges) as session:
        outputs = [v for v in session.variables() if v.name in set(edges["outputs"])]
        targets = targets_of(outputs, owner_names(session.model), joint_names(session.model))
    found = raftup.open_study(tmp_path / "edges.study")
    assert {f"{target.name}_max" for target in targets} == {
        name for name in found.data_vars if str(name).endswith("_max")
    }
    assert list(found["-axis"].values) == [1e3, 2e3]
    assert list(found.limit.values) == ["-4", "_4"]
    assert list(found.fatigue_curve.values) == ["f-1", "f_1", "<b>"]
    softer, harder = found["Bow-line_tension_max"].values
    assert harder == pytest.approx(2 * softer, rel=0.05)
    assert found["bow_line_tension_max"].values == pytest.approx(
        1.5 * found["bow-line_tension_max"].values, rel=1e-6
    )
    write_report(tmp_path / "edges.study", tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert all(name in page for name in ("-4", "_4", "f-1", "f_1", "&lt;b&gt;", "-axis"))
    assert "<td><b></td>" not in page


def test_a_tab_of_the_console_sees_every_output_under_its_name(
    server: raftup.LocalServer, client: raftup.Client, edges: dict[str, Any], rows: Rows
) -> None:
    async def run(url: str, session: raftup.Session) -> None:
        async with client_of(url) as browser:
            login = await browser.post("/login", data=json.dumps({"code": code_of(url)}))
            cookie = login.cookies[cookie_name(url)].value
        async with tab_of(url, cookie=cookie) as tab:
            request = session_pb2.ListVariablesRequest(session=session.name)
            answer = await tab.call("SessionService.ListVariables", request)
            listed = session_pb2.ListVariablesResponse.FromString(answer.answer)
            assert [v.name for v in listed.variables] == [*INPUTS, *edges["outputs"]]
            await tab.watch(session.name, output_stride=1)
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(None, session.step, STEPS)
            seen: list[float] = []
            while len(seen) < STEPS * rows.columns.width:
                message = await tab.until(lambda message: frame_of(message) is not None)
                seen += frame_of(message).values
            np.testing.assert_array_equal(seen, rows.values[1:].ravel())

    with (
        serve_console(ConsoleOptions(address=server.address, port=0)) as url,
        client.create_session(edges) as session,
    ):
        session.initialise()
        asyncio.run(run(url, session))


@pytest.mark.parametrize("version", FmiVersion)
def test_an_fmu_has_every_output_under_its_name(
    version: FmiVersion, client: raftup.Client, edges: dict[str, Any], rows: Rows, tmp_path: Path
) -> None:
    with client.create_session(edges) as session:
        export_fmu(session, tmp_path / "edges.fmu", version)
    assert fmpy.validation.validate_fmu(str(tmp_path / "edges.fmu")) == []
    fmu = HOSTS[version](tmp_path / "edges.fmu")
    assert fmu.description.variableNamingConvention == "flat"
    assert len(fmu.variables) == len(fmu.description.modelVariables)
    for name in (*INPUTS, *edges["outputs"]):
        assert name in fmu.variables or f"{name}[1]" in fmu.variables
    np.testing.assert_array_equal(fmu.run(STEPS), rows.values)
    fmu.close()


# --- what no name may be --------------------------------------------------------------------------

REFUSED = {
    "No.2": '"No.2"',
    "hull box": '"hull box"',
    "tow/line": '"tow/line"',
    'a"b': '"a\\"b"',
    "quay's": '"quay\'s"',
    "br\u00fccke": '"br\u00fccke"',
    "a\nb": '"a\\nb"',
    "a\0b": '"a\\x00b"',
    "<script>": '"<script>"',
    "a,b;c": '"a,b;c"',
    "x" * 129: '"xxxxxxxxxxxxxxxx',
}
"""Names, and how they are shown, the long one from its beginning."""


@pytest.mark.parametrize("name", REFUSED, ids=lambda name: ascii(name)[:12])
def test_a_name_beyond_the_rule_is_refused_wherever_it_stands(
    name: str, client: raftup.Client, named: dict[str, Any]
) -> None:
    with client.create_session(named) as session:
        places = {field: path for field, path, _ in names_in(session.model)}
    assert set(places) == kinds()
    for path in places.values():
        with pytest.raises(raftup.ModelError) as refused:
            client.create_session(named, overrides={path: name})
        said = {v.path: v.description for v in refused.value.violations}
        words = said[path]
        assert words.startswith('must have letters a to z, digits, "_" and "-" only, at most 128')
        assert f"got {REFUSED[name]}" in words


@pytest.mark.parametrize(
    ("path", "name", "words"),
    [
        ("bodies[1].name", "time", "bodies[0]"),
        ("loads[1].name", "Bow-line", "loads[0]"),
        ("joints[0].name", "time", "bodies[0]"),
        ("observers[0].name", "xyz", "loads[5]"),
        ("loads[0].name", "energy", "energy"),
        ("bodies[0].name", "", "must not be empty"),
    ],
)
def test_two_of_one_name_are_refused_with_both_places(
    path: str, name: str, words: str, client: raftup.Client, named: dict[str, Any]
) -> None:
    with pytest.raises(raftup.ModelError) as refused:
        client.create_session(named, overrides={path: name})
    said = {v.path: v.description for v in refused.value.violations}
    assert words in said[path], said
