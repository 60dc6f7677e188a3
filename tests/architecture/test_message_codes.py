"""Every code of an error, a notice or a finding in the sources has a meaning in the registry."""

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
REGISTRY = ROOT / "clients/python/raftup/messages"
PACKAGE = ROOT / "clients/python/raftup"

_CONDITION = r"(?:[\w.()>\s&|!<=]+\?\s*)?"
FINDINGS = (
    re.compile(rf'"([a-z][a-z0-9_]+)"\s*,\s*{_CONDITION}Severity::k'),
    re.compile(r'\? "([a-z_]+)" : "[a-z_]+",\s*Severity::k'),
    re.compile(r'note_repair\(\s*\w+,\s*"([a-z_]+)"'),
    re.compile(r'\bwarn\(\s*"([a-z_]+)"'),
    re.compile(r'^\s+\{"([a-z_]+)",$', re.MULTILINE),
    re.compile(r'\bFinding\(\s*(?:name=)?"([a-z_]+)"'),
)
LIMITS = re.compile(r'return \{(?:\w+ \? )?"([a-z_]+)"(?: : "([a-z_]+)")?,$', re.MULTILINE)
"""What a limit of a run is called: solver/simulation/limits/ alone writes it so."""
REASONS = re.compile(r'\{Reason::k\w+, "([A-Z_]+)"')
NOTICES = re.compile(r'(?:notify_all|log_event|notice_to_proto)\([^;"]*"([A-Z_]+)"')
PYTHON_REASONS = re.compile(r'reason="([A-Z_]+)"')
NAMES_OF_ARRAYS = {
    "hydro/database/checks/checks.cpp": ("kNames =", ""),
    "solver/geometry/collision/mesh_defects.hpp": ("names_of(MeshDefectKind", "mesh_"),
}
"""Lists of names by their files: the word before the list, and what a finding puts before each."""
SUFFIXES = ("_symmetrised", "_absent")
"""What is put behind the name of a quantity, so that no source has the code as a whole."""
MADE_ELSEWHERE = {
    "hydro/base/finding.hpp": "the type",
    "hydro/database/checks/checks.hpp": "the names of checks",
    "hydro/database/repair/repair.cpp": "note_repair()",
    "hydro/excitation/sea_error.cpp": "kFarFromFile",
    "hydro/radiation/radiation_findings.cpp": "kFarFromFile",
    "solver/simulation/findings/line_findings.cpp": "warn()",
    "solver/simulation/findings/mesh_findings.cpp": "mesh_ and the kind of a defect",
    "solver/simulation/limits/run_limits.cpp": "the names of limits",
}
"""Sources that make findings of names which stand elsewhere, and where."""
MADE = re.compile(r"\{[^{};]*Severity::k(?:Info|Warning|Error)")


@cache
def registry() -> dict[str, dict[str, str]]:
    entries: dict[str, dict[str, str]] = {}
    for path in sorted(REGISTRY.glob("*.yaml")):
        entries |= yaml.safe_load(path.read_text(encoding="utf-8"))
    return entries


@cache
def sources() -> dict[str, str]:
    """Sources that make messages, by their paths."""
    paths = [
        path
        for top in ("hydro", "solver", "server")
        for suffix in ("cpp", "hpp")
        for path in sorted((ROOT / top).rglob(f"*.{suffix}"))
    ]
    paths += [path for path in sorted(PACKAGE.rglob("*.py")) if "_generated" not in path.parts]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def codes_of(path: str, text: str) -> set[str]:
    """Codes of the messages that a source makes."""
    found = {code for form in FINDINGS for code in form.findall(text)}
    for form in (REASONS, NOTICES) if path.endswith("pp") else (PYTHON_REASONS,):
        found |= set(form.findall(text))
    if path.startswith("solver/simulation/limits/"):
        found |= {code for both in LIMITS.findall(text) for code in both if code}
    if path in NAMES_OF_ARRAYS:
        word, prefix = NAMES_OF_ARRAYS[path]
        listed = text[text.index(word) :].partition(";")[0]
        found |= {prefix + name for name in re.findall(r'"([a-z_]+)"', listed)}
    return found


def test_every_message_of_the_sources_has_a_meaning() -> None:
    said = {path: codes_of(path, text) for path, text in sources().items()}
    assert len(set().union(*said.values())) > 200
    missing = [
        f"{path}: {code} has no entry in {REGISTRY.relative_to(ROOT)}"
        for path, codes in said.items()
        for code in sorted(codes - registry().keys())
    ]
    assert not missing, "\n".join(missing)


def test_every_finding_is_made_where_its_name_can_be_read() -> None:
    hidden = [
        f"{path}: a finding whose name cannot be read here; name it in MADE_ELSEWHERE"
        for path, text in sources().items()
        if path.startswith(("hydro/", "solver/")) and path not in MADE_ELSEWHERE
        for made in MADE.findall(text)
        if not any(form.search(made) for form in FINDINGS)
    ]
    assert not hidden, "\n".join(hidden)


def test_every_entry_is_a_message_of_the_sources() -> None:
    made = set().union(*(codes_of(path, text) for path, text in sources().items()))
    everything = "\n".join(sources().values())
    unknown = [
        code
        for code in registry().keys() - made
        if f'"{code}"' not in everything and not code.endswith(SUFFIXES)
    ]
    assert not sorted(unknown)


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [
        ("solver/a.cpp", 'findings.push_back({"new_one", Severity::kInfo, "x", 0.0});', "new_one"),
        ("hydro/a.cpp", '{"new_one",\n  far ? Severity::kWarning : Severity::kInfo', "new_one"),
        ("server/a.cpp", '{Reason::kNew, "NEW_ONE", grpc::StatusCode::ABORTED}', "NEW_ONE"),
        ("clients/python/raftup/a.py", 'raise RaftupError("x", reason="NEW_ONE")', "NEW_ONE"),
    ],
)
def test_a_message_without_an_entry_is_seen(path: str, text: str, code: str) -> None:
    assert codes_of(path, text) == {code}
    assert code not in registry()


def test_meanings_and_remedies_are_sentences() -> None:
    wrong = [
        code
        for code, entry in registry().items()
        if entry.keys() != {"meaning", "remedy"}
        or not all(
            (text.endswith(".") and text[0].isupper()) or text[0] == "`" for text in entry.values()
        )
    ]
    assert not wrong
