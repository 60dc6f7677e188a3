"""Writes what clang-tidy reads: sources that include those of a folder, or of several folders.

Headers are parsed once a unit. Folders of one target share one as long as no source's own name is
there twice. Writes their compile commands and prints "unit digest" for each, the digest of all that
it depends on. Called by deploy/lint.sh.
"""

import hashlib
import json
import pathlib
import re
import shlex
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^">]+)[">]', re.MULTILINE)
ROOT = pathlib.Path.cwd()
ROOTS = [ROOT, ROOT / "build/lint/commands/proto", ROOT / "build/lint/commands"]
UNITS = ROOT / "build/lint/units"
OURS = ("hydro", "solver", "server", "clients")
#: Sources of a unit that folders share: the last one should not keep one core busy alone.
MOST = 40
UNNAMED = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
#: The name that a line at the first level defines: a constant, a type or a function.
DEFINED = re.compile(r"^(?![ }/#]).*?\b(\w+)(?=[({=\[;]| [={:])")
Includes = dict[pathlib.Path, list[pathlib.Path]]


def included(path: pathlib.Path, known: Includes) -> list[pathlib.Path]:
    """What a file includes of ours, itself."""
    if path not in known:
        names = INCLUDE.findall(path.read_text())
        found = ((root / name for root in ROOTS if (root / name).is_file()) for name in names)
        known[path] = [file for file in (next(files, None) for files in found) if file is not None]
    return known[path]


def digest(sources: list[pathlib.Path], known: Includes) -> str:
    seen = set(sources)
    waiting = list(sources)
    while waiting:
        for path in included(waiting.pop(), known):
            if path not in seen:
                seen.add(path)
                waiting.append(path)
    total = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    for path in sorted(seen):
        total.update(path.read_bytes())
    return total.hexdigest()


def own_names(source: pathlib.Path) -> set[str]:
    """What a source names for itself alone: two of one name cannot stand in one unit."""
    return {
        name
        for part in UNNAMED.findall(source.read_text())
        for line in part.splitlines()
        for name in DEFINED.findall(line)
    }


def shared(folders: dict[str, list[dict[str, str]]]) -> dict[str, list[dict[str, str]]]:
    """The same entries by units: folders of one target that have no name twice are joined."""
    units: dict[str, list[dict[str, str]]] = {}
    taken: dict[str, set[str]] = {}
    for name, entries in sorted(folders.items(), key=lambda folder: (-len(folder[1]), folder[0])):
        names = set().union(*(own_names(pathlib.Path(entry["file"])) for entry in entries))
        target = name.partition("-")[2]
        unit = next(
            (
                unit
                for unit, others in units.items()
                if unit.partition("-")[2] == target
                and len(others) + len(entries) <= MOST
                and taken[unit].isdisjoint(names)
            ),
            name,
        )
        units.setdefault(unit, []).extend(entries)
        taken.setdefault(unit, set()).update(names)
    return units


def main() -> None:
    commands = json.loads((ROOT / "build/lint/commands/compile_commands.json").read_text())
    folders: dict[str, list[dict[str, str]]] = {}
    seen: set[pathlib.Path] = set()
    for entry in commands:
        source = pathlib.Path(entry["file"])
        ours = source.is_relative_to(ROOT) and source.relative_to(ROOT).parts[0] in OURS
        if not ours or source in seen:  # what two targets compile is read once
            continue
        seen.add(source)
        target = entry["command"].split(" -o ")[1].split(".dir/")[0].rsplit("/", 1)[-1]
        folder = source.parent.relative_to(ROOT).as_posix()
        folders.setdefault(f"{folder.replace('/', '_')}-{target}", []).append(entry)
    UNITS.mkdir(parents=True, exist_ok=True)
    database = []
    units = []
    known: Includes = {}
    for name, entries in sorted(shared(folders).items()):
        sources = [pathlib.Path(entry["file"]) for entry in entries]
        unit = UNITS / f"{name}.cpp"
        unit.write_text("".join(f'#include "{source}"\n' for source in sources))
        words = {word for entry in entries for word in shlex.split(entry["command"])}
        command = entries[0]["command"].replace(entries[0]["file"], str(unit))
        command += "".join(f" {shlex.quote(word)}" for word in sorted(words) if word[:2] == "-D")
        database.append({**entries[0], "file": str(unit), "command": command})
        units.append(f"{unit.relative_to(ROOT)} {digest(sources, known)}")
    # Who reads the list starts at its first line: the commands must be there by then.
    (UNITS / "compile_commands.json").write_text(json.dumps(database, indent=1))
    print("\n".join(units))


if __name__ == "__main__":
    sys.exit(main())
