"""Every tool by the protocol's client, the same bytes as the command, answers cut to size."""

import math
from pathlib import Path
from typing import Any

import anyio
import numpy as np
import pytest
from command_line import command
from conftest import EXAMPLES, MODELS

import raftup
from raftup.mcp import Allowance, make_server
from raftup.mcp.answers import MOST_CHARACTERS, fitted
from raftup.mcp.jobs import Jobs
from raftup.mcp.running_tools import thinned
from raftup.mcp.workplace import Workplace

from .calling import AMPLITUDE, Caller, ToolRefusedError, calling, furnish

READING = {"explain", "check_model", "inspect", "modes", "response", "job", "read_result"}
OTHERS = {
    Allowance.RUN: {"run", "study", "study_status"},
    Allowance.WRITE: {"import_model", "import_database"},
    Allowance.SESSION: {"sessions", "step", "checkpoint", "fork"},
}


@pytest.fixture
def root(tmp_path: Path, hemisphere: dict[str, Any]) -> Path:
    return furnish(tmp_path, hemisphere)


@pytest.mark.parametrize("allowed", [(), *((one,) for one in Allowance), tuple(Allowance)])
def test_only_what_is_allowed_is_offered(
    client: raftup.Client, root: Path, allowed: tuple[Allowance, ...]
) -> None:
    server = make_server(client, Workplace(root), allowed)
    tools = anyio.run(server.list_tools)
    assert {one.name for one in tools} == READING.union(*(OTHERS[one] for one in allowed))
    for one in tools:
        assert one.annotations is not None
        changes = {"run", "study", "import_model", "import_database", "step", "checkpoint", "fork"}
        assert one.annotations.read_only_hint == (one.name not in changes)
        assert one.description
        assert one.output_schema is not None


def test_explain_gives_a_field_or_fields_with_a_word(client: raftup.Client, root: Path) -> None:
    async def script(call: Caller) -> None:
        mass = await call("explain", path="bodies[0].mass")
        assert (mass["path"], mass["unit"], mass["range"]) == ("bodies.mass", "kg", "> 0")
        whole = await call("explain")
        assert "bodies" in [one["path"] for one in whole["fields"]]
        found = await call("explain", path="significant wave height")
        paths = [one["path"] for one in found["fields"]]
        assert any(path.endswith("jonswap.significant_wave_height") for path in paths)
        refusal = await call.refusal("explain", path="bodies.masss")
        assert "bodies.masss is no field; did you mean mass?" in refusal
        study = await call("explain", path="axes", kind="study")
        assert study["fields"] or study["meaning"]

    calling(client, root, script)


def test_a_broken_model_is_an_answer_with_paths_and_hints(
    client: raftup.Client, root: Path
) -> None:
    async def script(call: Caller) -> None:
        good = await call("check_model", file="buoy.yaml")
        assert good["ok"]
        bad = await call("check_model", text="bodies: [{name: a, masss: 3}]")
        assert not bad["ok"]
        finding = next(one for one in bad["findings"] if one["path"] == "bodies[0].masss")
        assert finding["hint"] == "did you mean mass?"
        assert finding["severity"] == "error"
        negative = await call("check_model", file="buoy.yaml", overrides={"bodies[0].mass": -3})
        assert [one["path"] for one in negative["findings"]] == ["bodies[0].mass"]
        assert "must not be given together" in await call.refusal("check_model")

    calling(client, root, script)


def test_modes_and_responses_are_those_of_the_package(client: raftup.Client, root: Path) -> None:
    async def script(call: Caller) -> None:
        modes = await call("modes", model="buoy.yaml")
        linear = client.linearize(root / "buoy.yaml", modes=True)
        periods = sorted((2 * math.pi / mode.omega for mode in linear.modes), reverse=True)
        assert [row["period_s"] for row in modes["rows"]] == pytest.approx(periods, rel=1e-5)
        answer = await call(
            "response", model="buoy.yaml", periods_s=[5.0, 8.0], headings_deg=[0.0], hs_m=1.0,
            tp_s=7.0,
        )  # fmt: skip
        result = raftup.response(
            root / "buoy.yaml",
            client,
            {"environment.sea": JONSWAP},
            periods=[5.0, 8.0],
            headings=[0.0],
        )
        heave = np.hypot(*result.rao.sel(body="hemisphere", dof="heave", wave_direction=0.0))
        expected = dict(zip(result.period.values.round(9), heave.values, strict=True))
        assert [row["period_s"] for row in answer["operators"]] == list(expected)
        for row in answer["operators"]:
            assert row["heave_m_per_m"] == pytest.approx(expected[row["period_s"]], rel=1e-5)
        deviation = result.standard_deviation.sel(body="hemisphere", dof="heave")
        told = next(one for one in answer["statistics"] if one["motion"] == "hemisphere heave")
        assert told["standard_deviation_m"] == pytest.approx(float(deviation), rel=1e-5)

    calling(client, root, script)


JONSWAP = {
    "waves": [
        {
            "irregular": {
                "jonswap": {
                    "significant_wave_height": 1.0,
                    "peak_period": 7.0,
                    "peak_enhancement": 3.3,
                },
                "direction_deg": 0.0,
            }
        }
    ]
}


def test_a_run_writes_the_bytes_of_the_command(
    client: raftup.Client, server: raftup.LocalServer, root: Path
) -> None:
    words = ["--duration=4", f"--set={AMPLITUDE}=0.3", "--outputs=hemisphere.displacement"]
    done = command(
        "run", "buoy.yaml", "--out=own.nc", f"--server={server.address}", *words, folder=root
    )
    assert done.returncode == 0, done.stderr

    async def script(call: Caller) -> None:
        answer = await call(
            "run",
            model="buoy.yaml",
            duration_s=4.0,
            overrides={AMPLITUDE: 0.3},
            outputs=["hemisphere.displacement"],
        )
        assert (answer["state"], answer["file"]) == ("done", "results/buoy-1.nc")
        assert (root / answer["file"]).read_bytes() == (root / "own.nc").read_bytes()
        series = await call(
            "read_result", id=answer["id"], variable="hemisphere.displacement[heave]", points=10
        )
        assert series["unit"] == "m"
        heave = next(one for one in answer["statistics"] if one["output"] == series["variable"])
        assert min(series["values"]) == pytest.approx(heave["min"], rel=1e-5)
        assert max(series["values"]) == pytest.approx(heave["max"], rel=1e-5)
        again = await call("run", model="buoy.yaml", duration_s=1.0)
        assert again["file"] == "results/buoy-2.nc"

    calling(client, root, script)


def test_a_study_tells_its_progress_and_failures(client: raftup.Client, root: Path) -> None:
    async def script(call: Caller) -> None:
        begun = await call("study", file="seas.yaml")
        answer = await call("job", id=begun["id"])
        assert answer["error"] == ""
        status = await call("study_status", id=begun["id"])
        assert (status["state"], status["done"], status["failed"]) == ("done", 2, 0)
        assert status["total"] == 2
        assert status["folder"] == "results/seas-1.study"
        assert "must be one of study-1, is 'other'" in await call.refusal(
            "study_status", id="other"
        )

    calling(client, root, script)


def test_imports_write_new_files(client: raftup.Client, root: Path) -> None:
    (root / "box.urdf").write_text(URDF)

    async def script(call: Caller) -> None:
        database = await call("import_database", sources=["hemisphere.h5"], out="copy.h5")
        assert database["file"] == "copy.h5"
        assert (await call("inspect", file="copy.h5"))["kind"] == "database"
        model = await call("import_model", source="box.urdf", out="box.yaml")
        assert (root / "box.yaml").is_file() == bool(model["file"])
        assert all(one["severity"] != "taken" for one in model["findings"])
        refusal = await call.refusal("import_database", sources=["hemisphere.h5"], out="copy.h5")
        assert "out must be a new file, 'copy.h5' exists" in refusal

    calling(client, root, script)


URDF = """<robot name="box"><link name="box">
<inertial><mass value="10"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
</link></robot>
"""


def test_sessions_are_stepped_and_forked(client: raftup.Client, root: Path) -> None:
    with client.create_session(root / "buoy.yaml") as session:
        session.initialise()

        async def script(call: Caller) -> None:
            listed = await call("sessions")
            assert session.name in [one["session"] for one in listed["sessions"]]
            here = await call("step", session=session.name, count=20)
            assert (here["step_index"], here["time_s"]) == (20, 1.0)
            kept = await call("checkpoint", session=session.name, label="here")
            forked = await call("fork", checkpoint=kept["checkpoint"], session_id="forked-buoy")
            one = await call("step", session=session.name, count=10)
            other = await call("step", session=forked["session"], count=10)
            assert one["outputs"] == other["outputs"]
            refusal = await call.refusal("step", session=session.name, count=10**9)
            assert "count must be from 1 to 1000000, is 1000000000" in refusal

        calling(client, root, script)
        client.session("sessions/forked-buoy").delete()


def test_a_long_call_goes_on_as_a_job(client: raftup.Client, root: Path) -> None:
    jobs = Jobs(patience=0.0, most_running=1)

    async def script(call: Caller) -> None:
        refusal = await call.refusal("modes", model="buoy.yaml")
        assert "longer than 0 s and goes on: ask for the answer" in refusal
        assert "modes-1" in refusal
        assert "1 calls compute already, modes-1" in await call.refusal("inspect", file="buoy.yaml")
        while (answer := await call("job", id="modes-1"))["state"] == "running":
            await anyio.sleep(0.05)
        assert answer["answer"]["rows"]
        begun = await call("run", model="buoy.yaml", duration_s=40000.0)
        assert begun["state"] == "running"
        await call("job", id="run-2", cancel=True)
        while (ended := await call("job", id="run-2"))["state"] == "running":
            await anyio.sleep(0.05)
        assert ended["state"] == "failed"
        assert "interrupted" in ended["error"]

    calling(client, root, script, jobs=jobs)


def test_resources_are_conventions_reference_and_examples(
    client: raftup.Client, root: Path
) -> None:
    server = make_server(client, Workplace(root))

    async def read(uri: str) -> str:
        contents: Any = await server.read_resource(uri)
        (content,) = contents
        return str(content.content)

    assert "quaternion w, x, y, z" in anyio.run(read, "raftup://conventions")
    assert "dynamic_line" in anyio.run(read, "raftup://reference").split()
    assert "stiffness" in anyio.run(read, "raftup://reference/point_spring")
    names = anyio.run(read, "raftup://examples").split()
    assert names == sorted(file.stem for file in MODELS.glob("*.yaml"))
    assert anyio.run(read, "raftup://examples/alongside") == (MODELS / "alongside.yaml").read_text()
    for uri in ("raftup://examples/..%2F..%2Fpyproject", "raftup://reference/none"):
        with pytest.raises(Exception, match=r"no (example|load)|[Nn]ot found|Unknown|security"):
            anyio.run(read, uri)
    assert EXAMPLES.is_dir()


def test_an_answer_is_cut_to_size_and_tells_it() -> None:
    rows = [{"n": k, "text": "x" * 40, "value": 1.0 / 3.0, "none": math.nan} for k in range(2000)]
    cut = fitted({"rows": rows, "findings": ["short"]})
    assert len(str(cut)) < 1.2 * MOST_CHARACTERS
    assert cut["rows"][0] == {"n": 0, "text": "x" * 40, "value": 0.333333, "none": None}
    assert cut["left_out"] == [f"rows: the first {len(cut['rows'])} of 2000"]
    assert cut["findings"] == ["short"]
    long = fitted({"text": "y" * 20000})
    assert long["left_out"] == ["long texts beyond 400 characters"]
    assert fitted({"rows": [1.0]}) == {"rows": [1.0]}


def test_a_thinned_series_keeps_every_peak() -> None:
    values = np.sin(np.arange(10_000) * 0.01)
    values[4321], values[8765] = 5.0, -7.0
    places = thinned(values, 100)
    assert len(places) <= 100
    assert (np.diff(places) > 0).all()
    assert {4321, 8765} <= set(places.tolist())
    assert thinned(values[:50], 100).tolist() == list(range(50))


def test_no_answer_is_larger_than_allowed(client: raftup.Client, root: Path) -> None:
    async def script(call: Caller) -> None:
        for tool, arguments in (
            ("explain", {}),
            ("explain", {"path": "loads"}),
            ("inspect", {"file": "buoy.yaml"}),
            ("inspect", {"file": "hemisphere.h5"}),
            ("response", {"model": "buoy.yaml"}),
        ):
            try:
                answer = await call(tool, **arguments)
            except ToolRefusedError as error:
                raise AssertionError(f"{tool} {arguments}: {error}") from error
            assert len(str(answer)) < 1.2 * MOST_CHARACTERS, tool

    calling(client, root, script)
