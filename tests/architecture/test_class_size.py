"""Owners are small: no class has more than 38 members, few files are fragments."""

import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hydro", "solver", "server", "clients/cpp", "clients/fmu", "clients/load")
NOT_THE_TYPE = re.compile(r"=[^,]*?(?=,|\)( const)?( noexcept)?$)|\w+::")  # defaults, namespaces
MOST_MEMBERS = 38
SHORT = 40  # lines of a fragment
MOST_SHORT = 0.15  # of the files


def members(*files: str) -> dict[str, set[tuple[str, str]]]:
    """Data and functions of each class, overloads by their parameters, as Universal Ctags says."""
    command = [
        "ctags",
        "--languages=C++",
        "--kinds-C++=fmp",
        "--fields=+sKS",
        "--output-format=json",
    ]
    tags = subprocess.run(
        [*command, "-f", "-", "-R", *files], cwd=ROOT, check=True, capture_output=True, text=True
    )
    found = defaultdict(set)
    for line in tags.stdout.splitlines():
        tag = json.loads(line)
        if tag.get("scopeKind") in {"class", "struct"}:
            parameters = "".join(NOT_THE_TYPE.sub("", tag.get("signature", "")).split())
            found[tag["scope"]].add((tag["name"], parameters))
    return found


def test_no_class_has_more_than_38_members() -> None:
    found = members(*FOLDERS)
    assert len(found) > 500
    large = [f"{name}: {len(of)}" for name, of in found.items() if len(of) > MOST_MEMBERS]
    assert not large, "\n".join(large)


def test_overloads_are_members_and_definitions_elsewhere_are_none(tmp_path: Path) -> None:
    file = tmp_path / "pair.cpp"
    file.write_text(
        "class Pair {\n public:\n  int first() const { return a_; }\n  int sum(int more) const;\n"
        "  int sum(double more = f(1)) const;\n\n private:\n  int a_, b_;\n};\n"
        "int Pair::sum(double more) const { return a_ + b_ + more; }\n"
    )
    assert {name: len(of) for name, of in members(str(file)).items()} == {"Pair": 5}


def test_few_files_are_fragments() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.cpp", "*.hpp"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    lengths = [len((ROOT / f).read_bytes().splitlines()) for f in listed.stdout.splitlines()]
    assert len(lengths) > 1000
    assert sum(lines < SHORT for lines in lengths) <= MOST_SHORT * len(lengths)
