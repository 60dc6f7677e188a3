#!/usr/bin/env python3
"""Says in a wheel what it carries of others: a bill of materials (CycloneDX) and every licence.

    carried.py WHEEL...    rewrites each: sboms/raftup.cdx.json and licenses/ beside its metadata

Three kinds: shared libraries that auditwheel has copied, libraries that are compiled into our
programs, and packages that are part of the console's script. The same wheel gives the same bytes.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from wheel_file import new_entry, read_wheel, write_wheel

ROOT = Path(__file__).resolve().parents[2]
NODE_MODULES = ROOT / "clients" / "console" / "node_modules"
COMPILED_IN = (
    "libabsl-dev",
    "libaec-dev",
    "libc-ares-dev",
    "libcli11-dev",
    "libeigen3-dev",
    "libfmt-dev",
    "libgrpc++-dev",
    "libgrpc-dev",
    "libhdf5-dev",
    "libprotobuf-dev",
    "libqhull-dev",
    "libre2-dev",
    "libseccomp-dev",
    "libspdlog-dev",
    "libssl-dev",
    "libstdc++-12-dev",
    "libxxhash-dev",
    "nlohmann-json3-dev",
    "zlib1g-dev",
)
"""Packages of Debian of which headers or archives are part of our programs."""


@dataclass
class Component:
    """A package of others, with where it is in the wheel.

    Attributes:
        purl: its package URL.
        licences: short names, as its own papers have them.
        text: those papers.
        files: of the wheel that are its own; empty where it is compiled into ours.
    """

    name: str
    version: str
    purl: str
    licences: list[str]
    text: bytes
    files: list[str] = field(default_factory=list)

    def as_cyclonedx(self) -> dict[str, object]:
        """Its entry in the bill."""
        return {
            "type": "library",
            "bom-ref": self.purl,
            "name": self.name,
            "version": self.version,
            "purl": self.purl,
            "licenses": [{"license": {"name": name}} for name in self.licences],
            "properties": [{"name": "raftup:file", "value": file} for file in self.files],
        }


def debian_package_of(library: str) -> str:
    """The package that a library is from; auditwheel has put a digest into its file name."""
    name = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", Path(library).name)
    found = subprocess.run(
        ["dpkg", "-S", f"*/x86_64-linux-gnu/{name}"], check=True, capture_output=True, text=True
    )
    return found.stdout.partition(":")[0]


def debian_component(package: str) -> Component:
    """What Debian says of a package of its own."""
    version = subprocess.run(
        ["dpkg-query", "-W", "-f=${Version}\n", package], check=True, capture_output=True, text=True
    ).stdout.split("\n")[0]
    text = Path(f"/usr/share/doc/{package}/copyright").read_bytes()
    named = re.findall(r"^License:[ \t]*(\S.*)$", text.decode(errors="replace"), re.MULTILINE)
    return Component(
        package,
        version,
        f"pkg:deb/debian/{package}@{version}?arch=amd64",
        sorted({name.strip() for name in named}) or ["see its copyright file"],
        text,
    )


def node_components() -> list[Component]:
    """The packages that the console's script is bundled from."""
    components = []
    for name in json.loads((NODE_MODULES.parent / "package.json").read_text())["dependencies"]:
        facts = json.loads((NODE_MODULES / name / "package.json").read_text())
        papers = sorted(
            path for path in (NODE_MODULES / name).iterdir() if path.stem.upper() == "LICENSE"
        )
        text = papers[0].read_bytes() if papers else facts["license"].encode()
        purl = f"pkg:npm/{name.replace('@', '%40')}@{facts['version']}"
        file = "raftup/console/static/console.js"
        components.append(Component(name, facts["version"], purl, [facts["license"]], text, [file]))
    return components


def carried_by(names: list[str]) -> list[Component]:
    """What a wheel with these files carries, ordered by package URL."""
    files = defaultdict(list)
    for name in sorted(names):
        if name.startswith("raftup.libs/"):
            files[debian_package_of(name)].append(name)
    components = node_components()
    for package in {*files, *COMPILED_IN}:
        component = debian_component(package)
        component.files = files[package]
        components.append(component)
    return sorted(components, key=lambda component: component.purl)


def bill(wheel: Path, components: list[Component]) -> bytes:
    """The bill of materials, CycloneDX 1.5."""
    name, version = wheel.name.split("-")[:2]
    own = {"type": "application", "bom-ref": "raftup", "name": name, "version": version}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": own},
        "components": [component.as_cyclonedx() for component in components],
        "dependencies": [
            {"ref": "raftup", "dependsOn": [component.purl for component in components]}
        ],
    }
    return json.dumps(document, indent=1).encode()


def rewrite(wheel: Path) -> None:
    """Puts the bill and the licences into the wheel; whatever else is in it stays as it is."""
    entries, record = read_wheel(wheel)
    entries = {entry: entries[entry] for entry in entries if "/sboms/" not in entry.filename}
    metadata = record.filename.removesuffix("/RECORD")
    components = carried_by([entry.filename for entry in entries])
    added = {f"{metadata}/sboms/raftup.cdx.json": bill(wheel, components)}
    for component in components:
        added[f"{metadata}/licenses/{component.name.replace('/', '-')}"] = component.text
    for name, content in sorted(added.items()):
        entries[new_entry(name, record)] = content
    write_wheel(wheel, entries, record)


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        rewrite(Path(argument))
