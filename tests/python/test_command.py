"""The raftup command: what it prints, what it leaves, how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import xarray as xr
from conftest import DATABASES, MODELS
from rich.text import Text

import raftup
from raftup.cli.main import app
from raftup.local.server import moordyn_arguments

LONG = "--duration=1e6"


def command(*arguments: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "raftup", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def start(*arguments: object, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "raftup", *map(str, arguments)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_rows(file: Path, process: subprocess.Popen[str]) -> None:
    """Until a run of two vessels writes its second batch of rows, so that the first is there.

    A batch is 4096 rows, 1.3 MB; a file grows before its rows count.
    """
    deadline = time.monotonic() + 60.0
    while time.monotonic() < deadline and process.poll() is None:
        if file.exists() and file.stat().st_size > 2_000_000:
            return
        time.sleep(0.02)
    pytest.fail(f"no rows: {process.communicate(timeout=5)}")


def test_run_writes_the_result_and_pictures(tmp_path: Path) -> None:
    done = command(
        "run",
        MODELS / "alongside.yaml",
        "--out=a.nc",
        "--duration=200",
        "--plot=plots",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "a.nc: 1001 rows to t = 200 s" in done.stdout
    with xr.open_dataset(tmp_path / "a.nc") as result:
        assert result.sizes["time"] == 1001
    pictures = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert pictures == ["motions.png", "spectra_carrier.png", "spectra_supply.png"]


@pytest.mark.parametrize(
    ("name", "pictures"),
    [
        ("turning_circle", {"poses", "tracks", "loads"}),
        ("dp_supply", {"motions", "tracks", "line_forces", "loads"}),
        ("berthing", {"poses", "tracks", "contacts"}),
        ("ship_to_ship", {"motions", "line_forces", "contacts"}),
    ],
)
def test_a_run_draws_what_it_records_and_says_so(
    name: str, pictures: set[str], tmp_path: Path
) -> None:
    done = command("run", MODELS / f"{name}.yaml", "--duration=4", "--plot=plots", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert {path.stem for path in (tmp_path / "plots").iterdir()} == pictures
    said = {line for line in done.stdout.splitlines() if line.startswith("plot ")}
    assert said == {f"plot plots/{picture}.png" for picture in pictures}


def test_a_run_of_which_nothing_is_drawn_says_why(tmp_path: Path) -> None:
    run = ("run", MODELS / "two_body_heave.yaml", "--duration=1")
    done = command(*run, "--outputs=energy.kinetic", "--plot=plots", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "plot: none, since outputs have no displacement" in done.stdout
    refused = command(*run, "--plot=/dev/null", folder=tmp_path)
    assert (refused.returncode, refused.stderr) == (1, "raftup: Not a directory: /dev/null\n")


def test_a_run_records_what_is_asked_for_and_compresses_it(tmp_path: Path) -> None:
    arguments = ("run", MODELS / "alongside.yaml", "--duration=20", "--quiet")
    chosen = "--outputs=carrier.displacement, sea.elevation"
    plain = command(*arguments, chosen, "--out=plain.nc", folder=tmp_path)
    small = command(*arguments, chosen, "--out=small.nc", "--compress", folder=tmp_path)
    assert (plain.returncode, small.returncode) == (0, 0), plain.stderr + small.stderr
    first, second = (xr.load_dataset(tmp_path / f"{name}.nc") for name in ("plain", "small"))
    assert set(first.data_vars) == {"displacement", "wave_elevation"}
    xr.testing.assert_identical(first, second)
    unknown = command(*arguments, "--outputs=carrier.heave", folder=tmp_path)
    assert unknown.returncode == 2
    assert "carrier.heave" in unknown.stderr


def test_a_quiet_run_says_nothing_and_takes_overrides(tmp_path: Path) -> None:
    done = command(
        "run",
        MODELS / "two_body_heave.yaml",
        "--quiet",
        "--set=integration.duration=2",
        "--set=bodies[0].mass=2e6",
        folder=tmp_path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert float(result.time[-1]) == 2.0
        assert json.loads(result.attrs["model"])["bodies"][0]["mass"] == 2e6


def test_bad_input_ends_with_2_and_every_rule(tmp_path: Path) -> None:
    done = command(
        "run",
        MODELS / "two_body_heave.yaml",
        "--set=bodies[0].mass=-3",
        "--set=bodies[1].mas=1",
        "--set=integration.output_step=.03",
        folder=tmp_path,
    )
    assert done.returncode == 2
    assert "bodies[0].mass" in done.stderr
    assert "-3" in done.stderr
    assert "bodies[1].mas: unknown field; did you mean mass?" in done.stderr
    assert "integration.output_step" in done.stderr
    assert not (tmp_path / "result.nc").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "none.yaml"],
        ["run"],
        ["run", str(MODELS / "alongside.yaml"), "--set=nonsense"],
        ["run", str(MODELS / "alongside.yaml"), "--duration=soon"],
        ["inspect", "none.yaml"],
        ["inspect", str(MODELS.parent / "data" / "none.h5")],
        ["fly"],
    ],
    ids=lambda arguments: " ".join(str(argument).rsplit("/", 1)[-1] for argument in arguments),
)
def test_a_wrong_command_line_ends_with_2(arguments: list[str], tmp_path: Path) -> None:
    done = command(*arguments, folder=tmp_path)
    assert done.returncode == 2, done
    assert done.stderr


def test_a_server_that_is_not_there_ends_with_1(tmp_path: Path) -> None:
    done = command(
        "run", MODELS / "two_body_heave.yaml", f"--server=unix:{tmp_path}/none", folder=tmp_path
    )
    assert done.returncode == 1
    assert "raftup:" in done.stderr


def test_a_run_that_fails_at_its_first_step_leaves_the_result_before_it(tmp_path: Path) -> None:
    (tmp_path / "ball.yaml").write_text(
        "bodies: [{name: ball, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, position: [0, 0, 5]}]\n"
        "integration: {step: 0.1, duration: 1}\n"
    )
    good = command("run", "ball.yaml", "--quiet", folder=tmp_path)
    assert good.returncode == 0, good.stderr
    before = (tmp_path / "result.nc").read_bytes()
    endless = ("--set=bodies[0].linear_velocity=[9e49, 0, 0]", "--set=integration.step=10")
    failed = command("run", "ball.yaml", *endless, "--duration=100", folder=tmp_path)
    assert failed.returncode == 1
    assert "no step was made: result.nc is as it was before" in failed.stderr
    assert (tmp_path / "result.nc").read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"ball.yaml", "result.nc"}


def test_a_result_that_cannot_be_written_is_refused_with_its_name_before_the_run(
    tmp_path: Path,
) -> None:
    run = ("run", MODELS / "two_body_heave.yaml", LONG, "--quiet")
    for out, said in (
        (".", "Is a directory: ."),
        ("none/result.nc", "No such file or directory: none"),
        ("/dev/null", "is no file that can be replaced: /dev/null"),
    ):
        done = command(*run, f"--out={out}", folder=tmp_path)
        assert (done.returncode, done.stderr) == (1, f"raftup: {said}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["fmu", str(MODELS / "two_body_heave.yaml"), "-o", "none/x"],
        ["response", str(MODELS / "two_body_heave.yaml"), "--out", "none/x"],
        ["response", str(MODELS / "two_body_heave.yaml"), "--plot", "file"],
        ["inspect", str(MODELS / "two_body_heave.yaml"), "--plot", "file"],
        ["validate", "--out", "file"],
    ],
    ids=lambda arguments: f"{arguments[0]} {arguments[-2]}",
)
def test_what_cannot_be_written_is_said_by_its_name_and_first(
    arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    done = command(*arguments, folder=tmp_path)
    said = {"x": "No such file or directory: none", "file": "Not a directory: file"}
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"raftup: {said[Path(arguments[-1]).name]}\n"


def test_an_fmu_written_into_a_log_leaves_one_line(tmp_path: Path) -> None:
    done = command("fmu", MODELS / "two_body_heave.yaml", "-o", "x.fmu", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("FMU x.fmu: ")
    assert done.stdout.count("\n") == 1
    refused = command("fmu", MODELS / "two_body_heave.yaml", "--outputs", "a,,b", folder=tmp_path)
    assert refused.returncode == 2
    assert refused.stderr == "raftup: --outputs must be NAME,..., is 'a,,b'\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_run_keeps_what_was_computed(number: int, tmp_path: Path) -> None:
    process = start("run", MODELS / "alongside.yaml", LONG, "--quiet", folder=tmp_path)
    wait_for_rows(tmp_path / "result.nc", process)
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert "is kept in result.nc" in errors
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 100
        assert result.attrs["complete"] == 0
        assert not result.displacement.isnull().any()


def test_a_full_disk_ends_the_run_with_1_and_keeps_what_was_computed(tmp_path: Path) -> None:
    # Set by another program: code of ours between fork and exec meets threads of gRPC half-copied.
    limited = ["prlimit", "--fsize=4000000"]
    process = subprocess.run(
        [
            *limited,
            sys.executable,
            "-m",
            "raftup",
            "run",
            MODELS / "alongside.yaml",
            LONG,
            "--quiet",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert process.returncode == 1, process.stderr
    assert "File too large" in process.stderr
    assert "is kept in result.nc" in process.stderr
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 1000
        assert not result.displacement.isnull().any()


def test_a_server_killed_in_mid_run_ends_it_with_1_and_keeps_what_was_computed(
    tmp_path: Path,
) -> None:
    with raftup.local_server(listen=f"unix:{tmp_path}/socket") as server:
        process = start(
            "run",
            MODELS / "alongside.yaml",
            LONG,
            f"--server={server.address}",
            "--quiet",
            folder=tmp_path,
        )
        wait_for_rows(tmp_path / "result.nc", process)
        server.process.kill()
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "raftup:" in errors
    assert "is kept in result.nc" in errors
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 100


def test_the_embedded_server_ends_with_the_program_that_is_killed(tmp_path: Path) -> None:
    process = start("run", MODELS / "alongside.yaml", LONG, "--quiet", folder=tmp_path)
    wait_for_rows(tmp_path / "result.nc", process)
    tasks = Path(f"/proc/{process.pid}/task").iterdir()  # a thread of its own starts the server
    children = [child for task in tasks for child in (task / "children").read_text().split()]
    process.kill()
    process.communicate(timeout=10)
    assert children
    deadline = time.monotonic() + 20.0
    while any(is_running(int(child)) for child in children) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(is_running(int(child)) for child in children)
    with xr.open_dataset(tmp_path / "result.nc") as result:
        assert result.sizes["time"] > 100


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def test_inspect_writes_out_the_defaults_of_a_model(tmp_path: Path) -> None:
    done = command("inspect", MODELS / "alongside.yaml", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    carrier, _ = document["model"]["bodies"]
    assert carrier["mass"] > 1e6
    assert document["model"]["integration"]["stepper"] == "automatic"
    assert document["radiation"][0]["memory"] in ("convolution", "partitioned", "state_space")
    modes = {(mode["body"], mode["dof"]): mode["period"] for mode in document["natural_periods"]}
    assert modes["supply", "roll"] == pytest.approx(8.85, abs=0.05)
    assert modes["carrier", "heave"] == pytest.approx(6.23, abs=0.05)


def test_inspect_shows_a_model_as_yaml_and_tables(tmp_path: Path) -> None:
    done = command("inspect", MODELS / "hemisphere_regular.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "stepper: automatic" in done.stdout
    assert "hemisphere heave" in done.stdout
    assert "radiation of hull" in done.stdout


def test_inspect_says_what_is_wrong_with_a_mesh(tmp_path: Path) -> None:
    (tmp_path / "open.yaml").write_text(
        "bodies: [{name: ball, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, position: [0, 0, 5],"
        " shapes: [{name: ball, material: stone, counts_mass: false, sphere: {radius: 1}}]}]\n"
        "materials: [{name: stone}]\n"
        "shapes: [{name: hull, material: stone, mesh:"
        " {vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],"
        " triangles: [0, 2, 1, 0, 1, 3, 1, 2, 3]}}]\n"
        "integration: {step: 0.01, duration: 1}\n"
    )
    done = command("inspect", "open.yaml", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["findings"] == [
        "mesh of shape '/hull' should be closed, got 3 edges of one triangle only, the first at "
        "(0, 0.5, 0) m in its own axes"
    ]


def test_inspect_shows_a_database_and_draws_it(tmp_path: Path) -> None:
    database = DATABASES / "alongside.h5"
    done = command("inspect", database, "--plot=plots", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "117 frequencies 0.1 to 3 rad/s" in done.stdout
    assert "carrier" in done.stdout
    assert "6.70" in done.stdout
    for unit in ("volume [m3]", "centre of gravity [m]", "heave period [s]"):
        assert unit in done.stdout
    pictures = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert pictures == [
        "alongside_added_mass.png",
        "alongside_excitation.png",
        "alongside_excitation_supply.png",
        "alongside_radiation_damping.png",
        "alongside_retardation_kernel.png",
    ]


def test_every_help_text_fits_a_terminal_of_80_columns_and_keeps_its_units() -> None:
    for path, one in commands(typer.main.get_command(app), "raftup"):
        assert one.help, path
        _, _, wrapped_by_us = one.help.partition("\n\n")
        assert max(map(len, wrapped_by_us.splitlines()), default=0) <= 80, path
        for parameter in one.params:
            said = getattr(parameter, "help", None) or ""
            assert Text.from_markup(said).plain == said, (path, parameter.name)


def commands(one: Any, path: str) -> Iterator[tuple[str, Any]]:
    """A command and all below it, each with the words that call it."""
    yield path, one
    for name, child in getattr(one, "commands", {}).items():
        yield from commands(child, f"{path} {name}")


def test_serve_starts_a_server_that_answers(tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/socket"
    process = start("serve", "--listen", address, "--data", tmp_path / "data", folder=tmp_path)
    try:
        deadline = time.monotonic() + 30.0
        while not (tmp_path / "socket").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        result = raftup.run(MODELS / "two_body_heave.yaml", address, {"integration.duration": 1})
        assert result.sizes["time"] == 51
    finally:
        process.terminate()
        process.communicate(timeout=30)


def serve(folder: Path, *arguments: str, **environment: str) -> tuple[list[str], str]:
    """What raftup serve gives a raftupd that only prints its arguments, and what it says itself."""
    server = folder / "raftupd"
    server.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    server.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "raftup", "serve", *arguments],
        env={**os.environ, "RAFTUP_SERVER_BINARY": str(server), **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return done.stdout.splitlines(), done.stderr


def test_serve_without_a_data_folder_keeps_data_in_the_users_and_says_so(tmp_path: Path) -> None:
    home = str(tmp_path / "home")
    own = f"{home}/.local/share/raftup"
    given, said = serve(tmp_path, "--listen=unix:a", HOME=home, XDG_DATA_HOME="")
    assert given == ["--listen=unix:a", f"--data={own}", *moordyn_arguments()]
    assert said == f"data in {own} (--data names another folder)\n"
    assert Path(own).is_dir()
    given, _ = serve(tmp_path, HOME=home, XDG_DATA_HOME=f"{tmp_path}/xdg")
    assert given == [f"--data={tmp_path}/xdg/raftup", *moordyn_arguments()]


@pytest.mark.parametrize("arguments", [["--data", "x"], ["--data=x"]])
def test_serve_leaves_a_data_folder_that_is_named(arguments: list[str], tmp_path: Path) -> None:
    assert serve(tmp_path, *arguments) == ([*arguments, *moordyn_arguments()], "")


@pytest.mark.parametrize(
    "arguments", [["--config=raftupd.toml"], ["tokens", "add"], ["--data=x", "--moordyn=mine.so"]]
)
def test_serve_adds_nothing_to_what_is_said(arguments: list[str], tmp_path: Path) -> None:
    assert serve(tmp_path, *arguments) == (arguments, "")


@pytest.mark.parametrize("argument", ["version", "--version"])
def test_version_is_that_of_the_package(argument: str, tmp_path: Path) -> None:
    done = command(argument, folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"raftup {raftup.__version__}\n")


@pytest.mark.parametrize("arguments", [["schema", "model"], ["explain", "bodies"]])
def test_a_reader_that_goes_ends_the_command_without_a_word(
    arguments: list[str], tmp_path: Path
) -> None:
    gone, ours = os.pipe()
    os.close(gone)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "raftup", *arguments],
            cwd=tmp_path,
            stdout=ours,
            stderr=subprocess.PIPE,
            text=True,
            timeout=100,
            check=False,
        )
    finally:
        os.close(ours)
    assert (ended.returncode, ended.stderr) == (141, "")
