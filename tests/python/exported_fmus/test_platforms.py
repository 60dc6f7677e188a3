"""The binaries of an FMU for each platform: which, where, and how those that are missing are had.

Libraries of other systems are stand-ins here; deploy/platforms.sh --check runs real ones.
"""

import zipfile
from pathlib import Path

import pytest
from command_line import command
from conftest import MODELS

import raftup
from raftup.fmu import FmiVersion, export_fmu

from .models import HINGED

STANDINS = {"win64/raftup_fmu.dll": b"MZ of win64", "aarch64-linux/libraftup_fmu.so": b"ELF of arm"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of libraries, as deploy/platforms.sh makes it."""
    for name, content in STANDINS.items():
        file = tmp_path / "platforms" / name
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
    monkeypatch.setenv("RAFTUP_FMU_PLATFORMS", str(tmp_path / "platforms"))
    return tmp_path


def binaries(file: Path) -> dict[str, bytes]:
    """Start of each, by name."""
    with zipfile.ZipFile(file) as archive:
        names = [name for name in archive.namelist() if name.startswith("binaries/")]
        return {name.removeprefix("binaries/"): archive.read(name)[:11] for name in names}


def exported(client: raftup.Client, file: Path, *arguments: object, **options: object) -> list[str]:
    with client.create_session(HINGED) as session:
        return export_fmu(session, file, *arguments, **options)  # type: ignore[arg-type]


def test_every_library_that_is_there_goes_into_the_folder_of_its_standard(
    client: raftup.Client, folder: Path
) -> None:
    win64, arm64 = STANDINS.values()
    made = exported(client, folder / "two.fmu", FmiVersion.FMI_2)
    assert made == ["linux64", "win64"], "FMI 2.0 knows no arm64"
    found = binaries(folder / "two.fmu")
    assert found.pop("linux64/two.so").startswith(b"\x7fELF")
    assert found == {"win64/two.dll": win64}
    made = exported(client, folder / "three.fmu", FmiVersion.FMI_3)
    assert made == ["linux64", "win64", "aarch64-linux"]
    found = binaries(folder / "three.fmu")
    assert found.pop("x86_64-linux/three.so").startswith(b"\x7fELF")
    assert found == {"x86_64-windows/three.dll": win64, "aarch64-linux/three.so": arm64}


def test_platforms_are_those_that_are_named(client: raftup.Client, folder: Path) -> None:
    made = exported(client, folder / "x.fmu", platforms=["win64", "win64"])
    assert made == ["win64"]
    assert list(binaries(folder / "x.fmu")) == ["win64/x.dll"]
    done = command(
        *("fmu", MODELS / "two_body_heave.yaml", "-o", "y.fmu", "--platform", "win64,linux64"),
        folder=folder,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("FMU y.fmu: FMI 2.0, ")
    assert done.stdout.endswith(" MB, win64, linux64\n")


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (
            ["--platform", "vax"],
            2,
            "raftup: --platform must be one of linux64, win64, aarch64-linux, is 'vax'\n",
        ),
        (
            ["--platform", "aarch64-linux"],
            2,
            "raftup: --platform aarch64-linux: FMI 2.0 knows linux64, win64 and darwin64 only; "
            "export with --fmi 3 for it\n",
        ),
        (
            ["--platform", "win64"],
            1,
            "raftup: no raftup_fmu.dll for win64 at FOLDER/empty/win64: install the wheel "
            "raftup-fmu-platforms, build it with deploy/platforms.sh win64, or name its folder in "
            "RAFTUP_FMU_PLATFORMS\nraftup explain PROGRAM_NOT_FOUND says what can be done\n",
        ),
    ],
    ids=lambda value: str(value)[-8:],
)
def test_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], code: int, said: str
) -> None:
    monkeypatch.setenv("RAFTUP_FMU_PLATFORMS", str(folder / "empty"))
    done = command("fmu", MODELS / "two_body_heave.yaml", "-o", "x.fmu", *options, folder=folder)
    assert done.stdout == ""
    assert done.stderr == said.replace("FOLDER", str(folder))
    assert done.returncode == code
    assert not (folder / "x.fmu").exists()
