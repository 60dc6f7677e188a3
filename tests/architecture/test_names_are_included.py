"""A source includes what declares the constants and types that it names.

A release compiles units of several sources, where the includes of one serve those after it.
In `build/dev` each source is compiled alone, and a newcomer would find that an include is missing.
Functions are not looked for: too many have the name of a member or of a system call.
"""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("hydro", "solver", "server", "clients")

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^\s*#[^\n]*', re.DOTALL | re.MULTILINE
)
# What other files can name: constants and types that stand at the beginning of a line of a header.
OFFERED = re.compile(
    r"^(?:class|struct|enum class)\s+([A-Z]\w+)\b"
    r"|^using\s+([A-Z]\w+)\s*="
    r"|^inline constexpr[^;={]*?\b(k[A-Z]\w*)\s*[={\[]",
    re.MULTILINE,
)
# What a file knows by itself, at any depth.
DECLARED = re.compile(
    r"\b(?:class|struct|enum|typename)\s+([A-Z]\w+)\b|\busing\s+([A-Z]\w+)\s*=|\b(k[A-Z]\w*)\s*[={\[]"
)
ENUMERATORS = re.compile(r"\benum\b[^;{]*\{([^}]*)\}")
NAMED = re.compile(
    r"(?<![\w.:>])(?:(?:raftup|hydro|solver|server|rods)::)*(k[A-Z]\w*|[A-Z][a-z]\w+)\b(?!\s*\()"
)


def named_groups(pattern: re.Pattern[str], text: str) -> set[str]:
    return {name for match in pattern.finditer(text) for name in match.groups() if name}


class Source:
    def __init__(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        code = NOT_CODE.sub(" ", text)
        self.includes = INCLUDE.findall(text)
        self.offered = named_groups(OFFERED, code) if path.suffix == ".hpp" else set()
        listed = re.findall(r"\w+", " ".join(ENUMERATORS.findall(code)))
        self.declared = named_groups(DECLARED, code) | set(listed)
        self.named = set(NAMED.findall(code))


@cache
def sources() -> dict[str, Source]:
    return {
        path.relative_to(ROOT).as_posix(): Source(path)
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.[ch]pp")
    }


def reached_from(path: str) -> set[str]:
    """The file itself and every file of ours that it includes, directly or through others."""
    reached: set[str] = set()
    waiting = [path]
    while waiting:
        current = waiting.pop()
        if current in reached or current not in sources():
            continue
        reached.add(current)
        beside = Path(current).parent
        for include in sources()[current].includes:
            waiting += [include, (beside / include).as_posix()]
    return reached


def test_constants_and_types_are_declared_by_an_included_header() -> None:
    headers: dict[str, set[str]] = {}
    for path, source in sources().items():
        for name in source.offered:
            headers.setdefault(name, set()).add(path)
    assert "kTwoPi" in headers, "the pattern finds no constants any more"

    wrong = []
    for path, source in sources().items():
        named = source.named & headers.keys()
        known = set().union(*(sources()[other].declared for other in reached_from(path)))
        wrong += [
            f"{path} names {name} of {', '.join(sorted(headers[name]))}" for name in named - known
        ]
    assert not wrong, "\n".join(sorted(wrong))
