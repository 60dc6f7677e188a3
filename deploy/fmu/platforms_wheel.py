"""Makes the wheel raftup-fmu-platforms of the libraries in build/platforms.

    deploy/fmu/platforms_wheel.py [FOLDER]    default: out/wheel

It has no code: a folder for each platform, where `raftup fmu` looks for it, and the papers of the
libraries of others that are compiled in. The same libraries give the same bytes.
"""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "deploy" / "wheel"))

from wheel_file import Entries, new_entry, write_wheel  # noqa: E402

BUILT = ROOT / "build" / "platforms"
LIBRARIES = ("win64/raftup_fmu.dll", "aarch64-linux/libraftup_fmu.so")
COMPILED_IN = (
    *("libeigen3-dev", "libfmt-dev", "libmeshoptimizer-dev", "libqhull-dev", "libssl-dev"),
    *("libstdc++-12-dev", "libxxhash-dev", "mingw-w64-x86-64-dev", "nlohmann-json3-dev"),
)
"""Packages of Debian of which headers, sources or archives are part of the libraries."""
_EPOCH = (1980, 1, 1, 0, 0, 0)  # of every file in it


def version() -> str:
    """That of the Python package, of which it is a part."""
    text = (ROOT / "clients" / "python" / "pyproject.toml").read_text()
    found = re.search(r'^version = "(.+)"$', text, re.M)
    assert found is not None
    return found[1]


def entries(name: str, record: zipfile.ZipInfo) -> Entries:
    """All files but RECORD."""
    info = f"{name}.dist-info"
    metadata = (
        f"Metadata-Version: 2.1\nName: raftup-fmu-platforms\nVersion: {version()}\n"
        "Summary: Libraries of FMUs that raftup writes, for Windows and for Linux on 64-bit Arm\n"
        "License: Apache-2.0\n"
    )
    tags = "Wheel-Version: 1.0\nGenerator: raftup\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {
        "raftup_fmu_platforms/__init__.py": b'"""Libraries of FMUs, by platform."""\n',
        f"{info}/METADATA": metadata.encode(),
        f"{info}/WHEEL": tags.encode(),
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    for library in LIBRARIES:
        files[f"raftup_fmu_platforms/{library}"] = (BUILT / library).read_bytes()
    for package in COMPILED_IN:
        files[f"{info}/licenses/{package}"] = Path(
            f"/usr/share/doc/{package}/copyright"
        ).read_bytes()
    return {new_entry(file, record): content for file, content in files.items()}


def main() -> None:
    """Writes the wheel and prints where."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "out" / "wheel"
    name = f"raftup_fmu_platforms-{version()}"
    record = zipfile.ZipInfo(f"{name}.dist-info/RECORD", _EPOCH)
    record.external_attr = 0o644 << 16
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-py3-none-any.whl"
    write_wheel(wheel, entries(name, record), record)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
