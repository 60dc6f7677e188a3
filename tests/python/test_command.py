"""The raftup command: what it prints, what it leaves, how it ends."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import xarray as xr
from command_line import LONG, command
from conftest import MODELS
from rich.text import Text

import raftup
from raftup.cli.main import app


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
    assert "plot: none, since the outputs contain no displacement" in done.stdout
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


ALL_COMMANDS = """
import typer.main
from raftup.cli.main import app
assert "run" in dict(typer.main.get_command(app).commands.items())
"""


def loaded_by(program: str) -> set[str]:
    """Modules that are loaded at the end of a program."""
    program += "\nimport sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("program", [ALL_COMMANDS, "import raftup.study.worker"])
def test_a_command_and_a_worker_begin_without_what_few_of_them_need(program: str) -> None:
    """Xarray with pandas and netCDF4 takes as long to load as all the rest."""
    heavy = {"matplotlib", "netCDF4", "pandas", "scipy", "xarray"}
    assert not heavy & loaded_by(program)


def test_a_command_loads_no_other_ones() -> None:
    program = "from raftup.cli.main import app; app(['version'], standalone_mode=False)"
    assert {name for name in loaded_by(program) if name.startswith("raftup.cli.")} == {
        f"raftup.cli.{name}" for name in ("commands", "main", "version")
    }


def test_a_run_that_draws_nothing_does_not_load_its_result(tmp_path: Path) -> None:
    words = ["run", str(MODELS / "two_body_heave.yaml"), "--quiet", "--out", str(tmp_path / "r.nc")]
    program = f"from raftup.cli.main import app; app({words}, standalone_mode=False)"
    assert not {"pandas", "xarray"} & loaded_by(program)
    with xr.open_dataset(tmp_path / "r.nc", decode_timedelta=False) as result:
        assert result.time[-1] == 60.0


@pytest.mark.parametrize("argument", ["version", "--version"])
def test_version_is_that_of_the_package(argument: str, tmp_path: Path) -> None:
    done = command(argument, folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, f"raftup {raftup.__version__}\n")
