"""Runs models by the FMU's library of each platform and compares every output, bit for bit.

    deploy/fmu/check_platforms.py [win64] [aarch64-linux] [--models NAME,...] [--steps N]

Each model becomes one FMU of FMI 3.0 with the binaries of all platforms. `host.c` takes its steps,
on this system natively, under wine and under qemu, and goes back to the state of half way. A table
has one hash of all outputs for each platform, and where hashes differ, the first step and output
that do. The machine code is searched for what the platform must not have, and calls of libm are
listed. Exit code 1 if a library has what it must not, a run fails or does not repeat itself, or,
with --strict, if a hash differs. A platform without emulator is skipped by name.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

import raftup
from raftup.fmu import FmiVersion, export_fmu
from raftup.fmu.platforms import PLATFORMS

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "clients" / "examples" / "models"
STEPS = 5000
DEFAULT_MODELS = (
    *("hemisphere_regular", "alongside", "berthing", "log_raft", "zigzag", "latching_buoy"),
    *("slewing_crane", "spread_mooring", "turret_fpso", "oc4_semi", "dp_supply", "moored_ship"),
)
LIBM = frozenset(
    name + suffix
    for name in (
        *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cabs", "carg", "cbrt"),
        *("cexp", "clog", "cos", "cosh", "cpow", "csqrt", "erf", "erfc", "exp", "exp2", "expm1"),
        *("fma", "hypot", "lgamma", "log", "log10", "log1p", "log2", "pow", "sin", "sincos"),
        *("sinh", "tan", "tanh", "tgamma"),
    )
    for suffix in ("", "f", "l")
)
_RUNNERS: dict[str, tuple[str, ...]] = {"linux64": (), "win64": ("/usr/lib/wine/wine64",)}
_RUNNERS["aarch64-linux"] = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
_COMPILERS = {
    "linux64": ("gcc", "-ldl"),
    "win64": ("x86_64-w64-mingw32-gcc-posix", "-static"),
    "aarch64-linux": ("aarch64-linux-gnu-gcc", "-ldl"),
}
_OBJDUMPS = {"linux64": "objdump", "win64": "x86_64-w64-mingw32-objdump"}
_OBJDUMPS["aarch64-linux"] = "aarch64-linux-gnu-objdump"


@dataclass(frozen=True)
class Outcome:
    """What a host has told of its run: a hash, whether it repeats itself, rows, state, seconds."""

    digest: str
    repeats: bool
    rows: np.ndarray
    state: bytes
    seconds: float


@dataclass(frozen=True)
class Unpacked:
    """An FMU in a folder, and what of its description a host needs."""

    folder: Path
    token: str
    step: float
    names: list[str]
    references: list[int]


def unpacked(file: Path, folder: Path) -> Unpacked:
    """Its outputs are those that its description lists, with a name for each component."""
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    root = ElementTree.parse(folder / "modelDescription.xml").getroot()
    experiment = root.find("DefaultExperiment")
    assert experiment is not None
    names, references = [], []
    for variable in root.iter("Float64"):
        if variable.get("causality") != "output":
            continue
        references.append(int(variable.get("valueReference", "")))
        dimension = variable.find("Dimension")
        size = 1 if dimension is None else int(dimension.get("start", ""))
        names += [f"{variable.get('name')}[{i + 1}]" for i in range(size)]
    token = root.get("instantiationToken", "")
    return Unpacked(folder, token, float(experiment.get("stepSize", "")), names, references)


def plan_of(fmu: Unpacked, platform: str, steps: int, rows: Path, state: Path) -> str:
    """The lines that host.c reads."""
    binaries = fmu.folder / "binaries" / PLATFORMS[platform].folders[FmiVersion.FMI_3]
    resources = fmu.folder / "resources"
    drive = "Z:" if platform == "win64" else ""  # by which wine has the root folder
    uri = "file:///" + (drive + resources.as_uri().removeprefix("file://")).lstrip("/")
    lines = [
        *(drive + str(next(binaries.iterdir())), drive + str(resources), uri, fmu.token),
        *(repr(fmu.step), steps, len(fmu.names), len(fmu.references), *fmu.references),
        *(drive + str(rows), drive + str(state)),
    ]
    return "".join(f"{line}\n" for line in lines)


def run_host(host: Path, fmu: Unpacked, platform: str, steps: int, work: Path) -> Outcome | str:
    """Its outcome, or what it said when it failed."""
    rows, state, plan = work / "rows", work / "state", work / "plan"
    plan.write_text(plan_of(fmu, platform, steps, rows, state), encoding="utf-8")
    path = ("Z:" if platform == "win64" else "") + str(plan)
    begin = time.monotonic()
    command = [*_RUNNERS[platform], str(host), path]
    done = subprocess.run(command, capture_output=True, text=True, env=_environment())
    if done.returncode != 0:
        said = [line for line in done.stderr.splitlines() if line.startswith("host:")]
        return said[-1] if said else f"ended with {done.returncode}: {done.stderr[-200:]}"
    digest, repeats = done.stdout.split()
    table = np.fromfile(rows).reshape(steps + 1, len(fmu.names))
    seconds = time.monotonic() - begin
    return Outcome(digest, repeats == "same", table, state.read_bytes(), seconds)


def _environment() -> dict[str, str]:
    """Of hosts: a Windows of their own, without browser and .NET; names of files are in UTF-8."""
    wine = {
        "WINEPREFIX": str(ROOT / "build" / "platforms" / "wine"),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml=",
    }
    return {**os.environ, **wine, "LC_ALL": "C.UTF-8"}


def first_difference(fmu: Unpacked, here: np.ndarray, there: np.ndarray) -> str:
    """Of two tables of outputs: where it is, how large it becomes, how many outputs differ."""
    differs = here.view(np.uint64) != there.view(np.uint64)
    step = int(np.argmax(differs.any(axis=1)))
    output = int(np.argmax(differs[step]))
    scale = np.abs(here).max(axis=0)
    last = np.abs(there - here).max(axis=0) / np.where(scale > 0.0, scale, 1.0)
    return (
        f"first at step {step}, {fmu.names[output]} by "
        f"{there[step, output] - here[step, output]:.1e} of {here[step, output]:.3g}; "
        f"{int(differs.any(axis=0).sum())} of {len(fmu.names)} outputs in the end, by at most "
        f"{last.max():.1e} of their largest value ({fmu.names[int(last.argmax())]})"
    )


def called_of_libm(platform: str, library: Path) -> list[str]:
    """Functions of libm that a library takes from the system's library, by its table of imports.

    On Windows, those that mingw's own archives bring into it as well, by the linker's map.
    """
    if platform == "win64":
        text = _told(_OBJDUMPS[platform], "-p", str(library))
        names = re.findall(r"^\t[0-9a-f]+\t +\d+ +(\w+)$", text, re.M)
        places = ROOT / "build" / "win64" / "clients" / "fmu" / "raftup_fmu.map"
        if places.is_file():
            brought = r"libmingwex\.a\(.*\)\s+.*\((\w+)\)$"
            names += re.findall(brought, places.read_text(), re.M)
    else:
        text = _told(_OBJDUMPS[platform], "-T", str(library))
        names = re.findall(r"\*UND\*.*?(\w+)$", text, re.M)
    return sorted(LIBM.intersection(names))


def forbidden_instructions(platform: str, library: Path) -> Iterator[str]:
    """Lines of machine code that a platform must not have.

    Windows: moves of 32 or 64 bytes to the stack that demand its alignment, since it is aligned to
    16 bytes only. Arm: none is forbidden, as Eigen's products of large matrices have fused
    operations in parts that are compiled but not reached; fused_instructions() counts them.
    """
    if platform != "win64":
        return
    for line in _told(_OBJDUMPS[platform], "-d", "--no-show-raw-insn", str(library)).splitlines():
        if re.search(r"vmov(ap[sd]|dqa\d*)\s.*%[yz]mm", line) and re.search(r"\(%r[sb]p", line):
            yield line


def fused_instructions(platform: str, library: Path) -> int:
    """Number of instructions that multiply and add with one rounding."""
    text = _told(_OBJDUMPS[platform], "-d", "--no-show-raw-insn", str(library))
    pattern = r"\t(fmadd|fmsub|fnmadd|fnmsub|fmla|fmls)\b|\tvfn?m(add|sub)"
    return len(re.findall(pattern, text))


def _told(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def available(platforms: list[str]) -> list[str]:
    """Those that can be run here; the others are named."""
    found = []
    for platform in platforms:
        needed = [*_RUNNERS[platform][:1], _COMPILERS[platform][0], _OBJDUMPS[platform]]
        missing = [name for name in needed if shutil.which(name) is None]
        if not PLATFORMS[platform].is_available:
            missing.append("its library (deploy/platforms.sh)")
        if missing:
            print(f"{platform}: skipped, without {', '.join(missing)}")
        else:
            found.append(platform)
    return found


def compiled_hosts(platforms: list[str], folder: Path) -> dict[str, Path]:
    """The host of each platform."""
    hosts = {}
    for platform in platforms:
        compiler, *flags = _COMPILERS[platform]
        hosts[platform] = folder / f"host-{platform}{'.exe' if platform == 'win64' else ''}"
        source = str(ROOT / "deploy" / "fmu" / "host.c")
        output = str(hosts[platform])
        subprocess.run(
            [compiler, "-std=gnu11", "-O1", "-Wall", "-Werror", source, "-o", output, *flags],
            check=True,
        )
    return hosts


def check_code(platforms: list[str], folder: Path) -> bool:
    """Prints size and calls of each library; whether its machine code is as it must be."""
    passed = True
    for platform in platforms:
        library = folder / f"library-{platform}"
        library.write_bytes(PLATFORMS[platform].read())
        called = ", ".join(called_of_libm(platform, library)) or "none"
        print(f"{platform}: {library.stat().st_size / 1e6:.1f} MB, of libm: {called}")
        if platform == "aarch64-linux":
            print(f"  {fused_instructions(platform, library)} fused instructions")
        if lines := list(itertools.islice(forbidden_instructions(platform, library), 5)):
            passed = False
            print(f"  aligned moves to a stack that is not:\n  {chr(10).join(lines)}")
    return passed


def compare(
    client: raftup.Client, model: str, hosts: dict[str, Path], steps: int
) -> tuple[bool, bool]:
    """Prints a model's line; whether every run came to its end twice, and whether all agree."""
    with tempfile.TemporaryDirectory(prefix="raftup-platforms-") as place:
        work = Path(place)
        try:
            with client.create_session(MODELS / f"{model}.yaml") as session:
                file = work / "model.fmu"
                export_fmu(session, file, FmiVersion.FMI_3, platforms=list(hosts))
        except raftup.RaftupError as error:
            print(f"| {model} | no FMU: {str(error).splitlines()[0]} |")
            return True, True
        fmu = unpacked(file, work / "ünï 船")
        outcomes = {
            platform: run_host(host, fmu, platform, steps, work) for platform, host in hosts.items()
        }
    cells, notes, ran = [], [], True
    here = outcomes["linux64"]
    for platform, outcome in outcomes.items():
        if isinstance(outcome, str):
            ran = False
            cells.append(f"failed: {outcome}")
            continue
        ran &= outcome.repeats
        again = "" if outcome.repeats else ", other after going back"
        cells.append(f"{outcome.digest} ({outcome.seconds:.1f} s){again}")
        if isinstance(here, Outcome) and outcome.digest != here.digest:
            notes.append(f"  {platform}: {first_difference(fmu, here.rows, outcome.rows)}")
        elif isinstance(here, Outcome) and outcome.state != here.state:
            notes.append(f"  {platform}: another state at half way behind the same outputs")
    print(f"| {model} ({len(fmu.names)}) | {' | '.join(cells)} |")
    for note in notes:
        print(note, flush=True)
    return ran, not notes


def main() -> int:
    """Checks what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("platforms", nargs="*", default=["win64", "aarch64-linux"])
    parser.add_argument("--models", default=",".join(DEFAULT_MODELS))
    parser.add_argument("--steps", type=int, default=STEPS)
    parser.add_argument("--strict", action="store_true", help="fail where a hash differs")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        raftup.local_server() as server,
        raftup.connect(server.address) as client,
    ):
        platforms = ["linux64", *available(arguments.platforms)]
        passed = check_code(platforms, Path(folder))
        hosts = compiled_hosts(platforms, Path(folder))
        print(f"\n| model (outputs) | {' | '.join(platforms)} |\n|---|{'---|' * len(platforms)}")
        same = 0
        models = arguments.models.split(",")
        for model in models:
            ran, agrees = compare(client, model, hosts, arguments.steps)
            passed &= ran
            same += ran and agrees
        print(f"\n{same} of {len(models)} models have the same bytes on all of these platforms")
    return 0 if passed and (same == len(models) or not arguments.strict) else 1


if __name__ == "__main__":
    sys.exit(main())
