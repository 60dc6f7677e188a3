"""What a text of ours points at is there: pages, links and their headings, paths, class members."""

import os
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("clients", "deploy", "docs", "hydro", "proto", "server", "solver", "tests")
NOT_OURS = {"_generated", "node_modules", "__pycache__", ".venv", "build"}
TEXTS = {".cpp", ".hpp", ".h", ".py", ".ts", ".proto", ".sh", ".cmake", ".toml", ".yaml", ".yml"}
PAGE = re.compile(r"(?<![\w/.*{}-])((?:\.{0,2}/)?[\w.-]+(?:/[\w.-]+)*\.md)\b")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
ROLE = re.compile(r"\{(?:doc|ref|eval|glue:\w+)\}`[^`]*`")  # of the manual: its build checks them
FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./-]*")
SOURCE = re.compile(r"[\w/]+\.[ch]pp\b")
NAME = re.compile(r"([A-Za-z]\w*)(?:\(\))?")
MEMBER = re.compile(r"\b([A-Z]\w+)::(\w+)")
HISTORY = ("CHANGELOG.md", "deploy/decisions/")
"""What was true when it was written: its paths are not checked, its links are."""
MAKES_PAGES = {ROOT / "clients/manual/pages", ROOT / "tests/python/test_manual.py"}
"""Sources that name pages which they make."""
MANUAL = "clients/manual/source/"
"""Pages whose links, also to pages that are made, the build of the manual checks."""


@cache
def files() -> tuple[Path, ...]:
    """Every file of ours, as far as the names of folders show."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for top in (*FOLDERS, ".github"):
        for folder, below, names in os.walk(ROOT / top):
            below[:] = sorted(set(below) - NOT_OURS)
            found += [Path(folder) / name for name in names]
    return tuple(found)


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def pages() -> list[Path]:
    return [path for path in files() if path.suffix == ".md"]


def sources() -> list[Path]:
    names = {"CMakeLists.txt", "nginx.conf"}
    return [path for path in files() if path.suffix in TEXTS or path.name in names]


def is_there(cited: str, citing: Path) -> bool:
    """By its path from the root or from the file that cites it; by its name alone, anywhere."""
    if (ROOT / cited).is_file() or (citing.parent / cited).is_file():
        return True
    return "/" not in cited and any(page.name == cited for page in pages())


def cited_pages(text: str) -> list[str]:
    lines = (line for line in text.splitlines() if ".md" in line)
    return [cited for line in lines for cited in PAGE.findall(line) if not cited.startswith("/")]


def test_pages_that_sources_cite_are_there() -> None:
    checked = sources()
    assert len(checked) > 2000
    gone = [
        f"{path.relative_to(ROOT)} cites {cited}"
        for path in checked
        if path != Path(__file__) and MAKES_PAGES.isdisjoint({path, *path.parents})
        for cited in cited_pages(text_of(path))
        if not is_there(cited, path)
    ]
    assert not gone, "\n".join(gone)


def test_a_page_that_is_not_there_is_seen() -> None:
    text = "// cases.md S1; see deploy/NO_SUCH_PAGE.md, README.md and *.md"
    assert cited_pages(text) == ["cases.md", "deploy/NO_SUCH_PAGE.md", "README.md"]
    assert not is_there("deploy/NO_SUCH_PAGE.md", ROOT / "README.md")
    assert not is_there("NO_SUCH_PAGE.md", ROOT / "README.md")
    assert is_there("README.md", ROOT / "hydro" / "any.cpp")


def headings(text: str) -> set[str]:
    """The anchors that a page has, as forges make them of its headings."""
    titles = re.findall(r"^#+\s+(.*)$", FENCE.sub("", text), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", title.lower()).strip() for title in titles)
    return {re.sub(r"\s", "-", title) for title in plain}


def broken(link: str, page: Path) -> str:
    """Why a link leads nowhere; empty where it does not."""
    if re.match(r"[a-z]+:", link):
        return ""
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not target.exists():
        return "no such file"
    if anchor and target.suffix == ".md":
        return "" if anchor in headings(text_of(target)) else "no such heading"
    return ""


def test_links_of_pages_lead_somewhere() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {link}: {why}"
        for page in pages()
        if not page.relative_to(ROOT).as_posix().startswith(MANUAL)
        for link in LINK.findall(CODE.sub("", FENCE.sub("", text_of(page))))
        if (why := broken(link, page))
    ]
    assert not wrong, "\n".join(wrong)


def test_a_link_that_leads_nowhere_is_seen() -> None:
    page = ROOT / "README.md"
    assert broken("NO_SUCH_PAGE.md", page) == "no such file"
    assert broken("GLOSSARY.md#no-such-heading", page) == "no such heading"
    assert not broken("GLOSSARY.md#the-service", page)
    assert not broken("https://example.org/page", page)


def test_every_decision_is_in_their_index() -> None:
    folder = ROOT / "deploy" / "decisions"
    decisions = sorted(path.name for path in folder.glob("[0-9]*.md"))
    assert len(decisions) > 40
    named = LINK.findall(text_of(folder / "README.md"))
    assert sorted(named) == decisions


def code_of(page: Path) -> list[str]:
    """What stands in backticks in a page that speaks of the present."""
    if page.relative_to(ROOT).as_posix().startswith(HISTORY):
        return []
    return CODE.findall(ROLE.sub("", FENCE.sub("", text_of(page))))


def missing_path(code: str, page: Path) -> bool:
    """A path from the root, or from the page, that leads nowhere.

    It may leave out how its last name goes on; a name in capitals stands for any.
    """
    if not PATH.fullmatch(code) or ".." in code or re.search(r"[A-Z]{3,}_", code):
        return False
    places = (ROOT / code, page.parent / code)
    return not any(path.exists() or any(path.parent.glob(f"{path.name}*")) for path in places)


def test_paths_in_pages_are_there() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {code}"
        for page in pages()
        for code in code_of(page)
        if missing_path(code, page)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_path_that_is_not_there_is_seen() -> None:
    page = ROOT / "hydro" / "README.md"
    assert missing_path("hydro/no_such_folder/", page)
    assert not missing_path("deploy/decisions/0029", page)
    assert not missing_path("hydro/base/error.hpp", page)
    assert not missing_path("hydro and solver", page)


def test_sources_that_formal_models_name_are_there() -> None:
    models = [path for path in files() if path.suffix == ".pml"]
    named = [(model, name) for model in models for name in SOURCE.findall(text_of(model))]
    assert len(models) > 1
    assert len(named) > len(models)
    gone = [
        f"{model.relative_to(ROOT)} names {name}"
        for model, name in named
        if not any(path.as_posix().endswith(f"/{name}") for path in files())
    ]
    assert not gone, "\n".join(gone)


@cache
def cpp_sources() -> dict[Path, str]:
    cpp = (path for path in files() if path.suffix in {".cpp", ".hpp"})
    return {path: text_of(path) for path in cpp}


@cache
def words() -> frozenset[str]:
    """Every name of the C++ code, comments left out."""
    texts = (re.sub(r"//.*", "", text) for text in cpp_sources().values())
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


def unknown_member(owner: str, member: str) -> bool:
    """Whether the code has no name like the class's, or none like the member's."""
    return owner not in words() or member not in words()


def test_members_that_pages_name_are_in_the_code() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {owner}::{member}"
        for page in pages()
        for code in code_of(page)
        for owner, member in MEMBER.findall(code)
        if unknown_member(owner, member)
    ]
    assert not wrong, "\n".join(wrong)


@cache
def names_of_all_sources() -> frozenset[str]:
    """Every word of the sources in any language, and the names of files."""
    texts = (text_of(path) for path in sources() if path != Path(__file__))
    found = {word for text in texts for word in re.findall(r"\w+", text)}
    return frozenset(found | {path.stem for path in files()})


def test_names_in_pages_are_in_the_code() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {code}"
        for page in pages()
        for code in code_of(page)
        if (found := NAME.fullmatch(code)) and found[1] not in names_of_all_sources()
    ]
    assert not wrong, "\n".join(wrong)


def test_members_that_comments_name_are_in_the_code() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {owner}::{member}"
        for path, text in cpp_sources().items()
        for comment in re.findall(r"//.*", text)
        for owner, member in MEMBER.findall(comment)
        if unknown_member(owner, member)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_member_that_is_not_there_is_seen() -> None:
    assert not unknown_member("Simulation", "step")
    assert unknown_member("Simulation", "no_such_member")
    assert unknown_member("NoSuchClass", "step")
