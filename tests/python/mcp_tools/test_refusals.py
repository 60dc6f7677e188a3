"""What must not be possible: files elsewhere, runs and texts without end, other callers."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

import anyio
import httpx2
import pytest
from command_line import command, start
from conftest import eventually
from mcp.client.client import Client as ToolClient
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

import raftup
from raftup.local.server import find_server
from raftup.mcp import Allowance
from raftup.mcp.confinement import confined

from .calling import AMPLITUDE, Caller, calling, furnish, speaking, write


@pytest.fixture
def root(tmp_path: Path, hemisphere: dict[str, Any]) -> Path:
    """A root folder, a model and a secret beside it, and links from inside to both."""
    folder = furnish(tmp_path, hemisphere)
    (tmp_path / "outside.yaml").write_text((folder / "buoy.yaml").read_text())
    (tmp_path / "secret.txt").write_text("swordfish")
    (tmp_path / "secret.h5").write_bytes((folder / "hemisphere.h5").read_bytes())
    (folder / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    (folder / "link.h5").symlink_to(tmp_path / "secret.h5")
    (folder / "way_out").symlink_to(tmp_path)
    (folder / "good.yaml").symlink_to(folder / "buoy.yaml")
    return folder


BELOW = "must name a file below the root folder of the server"


@pytest.mark.parametrize(
    ("tool", "argument"),
    [("inspect", "file"), ("modes", "model"), ("response", "model"), ("run", "model"),
     ("study", "file")],
)  # fmt: skip
@pytest.mark.parametrize("name", ["link.yaml", "../outside.yaml", "way_out/outside.yaml", "/"])
def test_a_file_elsewhere_is_refused(
    client: raftup.Client, root: Path, tool: str, argument: str, name: str
) -> None:
    asked = str(root.parent / "outside.yaml") if name == "/" else name

    async def script(call: Caller) -> None:
        refusal = await call.refusal(tool, **{argument: asked})
        assert BELOW in refusal
        assert "swordfish" not in refusal

    calling(client, root, script)


def test_a_link_inside_the_root_is_followed(client: raftup.Client, root: Path) -> None:
    async def script(call: Caller) -> None:
        assert (await call("check_model", file="good.yaml"))["ok"]

    calling(client, root, script)


@pytest.mark.parametrize("name", ["link.h5", "../secret.h5", "way_out/secret.h5", "/"])
def test_a_model_that_names_a_file_elsewhere_is_refused(
    client: raftup.Client, root: Path, hemisphere: dict[str, Any], name: str
) -> None:
    asked = str(root.parent / "secret.h5") if name == "/" else name
    group = {**hemisphere["hydrodynamics"][0], "database": asked}
    write(root / "other.yaml", {**hemisphere, "hydrodynamics": [group]})
    write(root / "study.yaml", {"model": "other.yaml", "axes": {}})

    async def script(call: Caller) -> None:
        checked = await call("check_model", file="other.yaml")
        (finding,) = checked["findings"]
        assert finding["path"] == "hydrodynamics[0].database"
        assert BELOW in finding["message"]
        for tool, argument in (("inspect", "file"), ("modes", "model"), ("run", "model")):
            assert BELOW in await call.refusal(tool, **{argument: "other.yaml"})
        assert BELOW in await call.refusal("study", file="study.yaml")
        changed = {"hydrodynamics[0].database": asked}
        overridden = await call("check_model", file="buoy.yaml", overrides=changed)
        assert BELOW in overridden["findings"][0]["message"]
        assert BELOW in await call.refusal("run", model="buoy.yaml", overrides=changed)

    calling(client, root, script)


def test_imports_reach_no_file_elsewhere(client: raftup.Client, root: Path) -> None:
    (root / "platform.fst").write_text(FST.format(name="../secret.txt"))

    async def script(call: Caller) -> None:
        imported = await call("import_model", source="platform.fst", out="platform.yaml")
        assert imported["file"] == ""
        assert any("outside of the root folder" in str(one) for one in imported["findings"])
        assert "swordfish" not in str(imported)
        for out in ("../new.h5", str(root.parent / "new.h5"), "way_out/new.h5", "buoy.yaml"):
            assert "out must" in await call.refusal(
                "import_database", sources=["hemisphere.h5"], out=out
            )
        for source in ("link.h5", "../secret.h5", "way_out"):
            assert BELOW in await call.refusal("import_database", sources=[source], out="a.h5")
        assert not (root.parent / "new.h5").exists()

    calling(client, root, script)


FST = """------- OpenFAST INPUT FILE -------
platform
---------------------- SIMULATION CONTROL
False Echo - Echo
10 TMax - Total run time (s)
0.01 DT - Recommended module time step (s)
---------------------- FEATURE SWITCHES AND FLAGS
1 CompElast - ElastoDyn
0 CompInflow - none
0 CompAero - none
0 CompServo - none
1 CompHydro - HydroDyn
0 CompSub - none
0 CompMooring - none
0 CompIce - none
---------------------- INPUT FILES
"{name}" EDFile - ElastoDyn
"{name}" HydroFile - HydroDyn
"""


def test_the_wall_holds_for_its_thread_and_block(tmp_path: Path) -> None:
    inside, outside = tmp_path / "root", tmp_path / "outside"
    inside.mkdir()
    outside.write_text("x")
    (inside / "file").write_text("y")
    (inside / "link").symlink_to(outside)
    seen: list[str] = []
    with confined(inside):
        assert (inside / "file").read_text() == "y"
        for file in (outside, inside / "link", inside / ".." / "outside"):
            with pytest.raises(PermissionError, match="outside of the root folder"):
                file.read_text()
        with pytest.raises(PermissionError):
            os.listdir(tmp_path)
        with pytest.raises(PermissionError):
            (tmp_path / "new").write_text("z")
        other = threading.Thread(target=lambda: seen.append(outside.read_text()))
        other.start()
        other.join()
    assert seen == [outside.read_text()]
    assert not (tmp_path / "new").exists()


def test_runs_and_texts_without_end_are_refused(client: raftup.Client, root: Path) -> None:
    write(root / "long.yaml", {"model": "buoy.yaml", "axes": {}, "duration": 5e7})
    many = {"path": AMPLITUDE, "range": [1, 20_000]}
    write(root / "many.yaml", {"model": "buoy.yaml", "axes": {"n": many}, "duration": 5})

    async def script(call: Caller) -> None:
        steps = await call.refusal("run", model="buoy.yaml", duration_s=5e7)
        assert "must give at most 1000000 steps, gives 1000000000" in steps
        assert "at most 1000000 steps, gives 1000000000" in await call.refusal(
            "study", file="long.yaml"
        )
        assert "at most 10000 cases, give 20000" in await call.refusal("study", file="many.yaml")
        text = "# " + 10_000_000 * "x"
        long = await call.refusal("check_model", text=text)
        assert "text must have at most 1000000 characters, has 10000002" in long
        (root / "large.yaml").write_text(17_000_000 * "#")
        assert "at most 16000000 bytes, has 17000000" in await call.refusal(
            "inspect", file="large.yaml"
        )
        laughs = "a0: &a0 [lol, lol]\n" + "".join(
            f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 9)}]\n" for k in range(1, 9)
        )
        assert not (await call("check_model", text=laughs))["ok"]
        assert "\x00" not in await call.refusal("inspect", file="a\x00b")
        assert "points must be from 2 to 2000, is 3000" in await call.refusal(
            "read_result", id="buoy-1", variable="sea.elevation", points=3000
        )

    calling(client, root, script)


def test_a_token_of_an_observer_cannot_write(root: Path, tmp_path: Path) -> None:
    access = str(tmp_path / "access")
    place = ("--access", access, "--tenant", "acme")
    tokens = {
        role: subprocess.run(
            [str(find_server()), "tokens", "add", role, *place, "--role", role],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for role in ("observer", "operator")
    }
    with (
        raftup.local_server(None, ["--access", access]) as server,
        raftup.connect(server.address, token=tokens["operator"]) as operator,
        raftup.connect(server.address, token=tokens["observer"]) as observer,
        operator.create_session(root / "buoy.yaml") as session,
    ):
        session.initialise()

        async def look(call: Caller) -> None:
            listed = await call("sessions")
            assert [one["session"] for one in listed["sessions"]] == [session.name]
            for tool, arguments in (
                ("step", {"session": session.name}),
                ("checkpoint", {"session": session.name}),
                ("run", {"model": "buoy.yaml"}),
            ):
                assert "must be at least operator" in await call.refusal(tool, **arguments)

        async def work(call: Caller) -> None:
            assert (await call("step", session=session.name))["step_index"] == 1
            assert (await call("run", model="buoy.yaml", duration_s=1.0))["state"] == "done"

        calling(observer, root, look)
        assert session.status().step_index == 0
        calling(operator, root, work)


def test_the_command_speaks_on_its_standard_output_alone(root: Path) -> None:
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "raftup", "mcp", "--root", str(root), "--allow", "run"],
        env=dict(os.environ),
    )

    async def script(call: Caller) -> None:
        assert (await call("check_model", file="buoy.yaml"))["ok"]
        assert (await call("run", model="buoy.yaml", duration_s=1.0))["state"] == "done"
        text = (root / "buoy.yaml").read_text()
        assert (await call("check_model", text=text))["ok"]
        assert "Unknown tool" in await call.refusal("import_model", source="a", out="b")

    assert speaking(stdio_client(parameters), script) == 4


@pytest.mark.parametrize("ending", ["interrupt", "end of input"])
def test_a_call_in_progress_does_not_keep_the_command(root: Path, ending: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "raftup", "mcp", "--root", str(root), "--allow=run"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        about = {"name": "test", "version": "1"}
        begin = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about}
        say(process.stdin, id=1, method="initialize", params=begin)
        assert process.stdout.readline()
        say(process.stdin, method="notifications/initialized")
        run = {"name": "run", "arguments": {"model": "buoy.yaml", "duration_s": 49_000.0}}
        say(process.stdin, id=2, method="tools/call", params=run)
        eventually(lambda: any(root.glob("results/.buoy-1.nc*")))  # it is being written
        begun = time.monotonic()
        if ending == "interrupt":
            process.send_signal(signal.SIGINT)
        else:
            process.stdin.close()
        assert process.wait(30) == (130 if ending == "interrupt" else 0)
        assert time.monotonic() - begun < 15.0
    # the run is interrupted as by a user: its rows are kept, and nothing goes on
    eventually(lambda: not any(root.glob("results/.buoy-1.nc*")))


def say(stdin: IO[str], **message: Any) -> None:
    """Sends a message of the protocol."""
    stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    stdin.flush()


def test_http_asks_for_the_token(root: Path, tmp_path: Path) -> None:
    token = "a-token-of-some-length"
    (tmp_path / "token").write_text(token + "\n")
    process = start(
        "mcp", "--root", root, "--http", "127.0.0.1:0", "--http-token-file", tmp_path / "token",
        folder=tmp_path,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        url = process.stderr.readline().split()[-1]
        for headers in ({}, {"Authorization": "Bearer other"}, {"Authorization": token}):
            answer = httpx2.post(url, json={}, headers=headers)
            assert answer.status_code == 401
            assert answer.content == b""

        async def look() -> None:
            headers = {"Authorization": f"Bearer {token}"}
            async with (
                httpx2.AsyncClient(headers=headers) as with_token,
                ToolClient(streamable_http_client(url, http_client=with_token)) as tools,
            ):
                assert (await Caller(tools)("check_model", file="buoy.yaml"))["ok"]

        anyio.run(look)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode in (0, 130)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--allow=fly"], "--allow must be of run, write, session, is fly"),
        (["--root=none"], "root must be a folder that exists, is none"),
        (["--http=0.0.0.0:0"], "--http must be one of 127.0.0.1, localhost, ::1, since tokens"),
        (["--http-token-file=token"], "--http-token-file needs --http"),
        (["--http=127.0.0.1:0", "--http-token-file=token"], "token must have at least 16"),
    ],
)
def test_options_that_break_a_rule_are_refused(
    tmp_path: Path, words: list[str], message: str
) -> None:
    (tmp_path / "token").write_text("short")
    done = command("mcp", *words, folder=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr


def test_every_allowance_is_named_in_the_help(tmp_path: Path) -> None:
    told = command("mcp", "--help", folder=tmp_path).stdout
    assert all(one.value in told for one in Allowance)
