"""Checks of the built pages by their files: links, pictures, words, ways from the first page."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml
from lxml import html

from raftup.messages import messages

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
LOADED = {"img": "src", "script": "src", "iframe": "src", "source": "src", "video": "src"}
LOADING_LINKS = {"stylesheet", "icon", "preload", "modulepreload"}
WORDS = re.compile(
    r"(?<![\w/.])/(?:root|home|work|tmp)/|\b(?:TODO|FIXME|XXX|lorem ipsum|chatbot)\b",
    re.IGNORECASE,
)
"""Traces of a machine or of unfinished work, of which a page must have none."""
OTHER_PAGES = ("cpp/", "_static/", "search.html", "genindex.html")
LONGEST = {"tutorials": 150, "howto": 60}  # lines of a page of a folder that its readers see
UNSEEN = re.compile(
    r"\A---\n.*?^---\n|^```\{code-cell\}[^\n]*\n:tags: \[remove-cell\].*?^```\n", re.M | re.S
)


class Site:
    """The pages of a built manual.

    Attributes:
        folder: the folder with index.html.
        pages: trees of the pages by their paths; those of doxygen are left out.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
        self.pages = {
            name: html.parse(str(folder / name)).getroot()
            for name in names
            if not name.startswith(OTHER_PAGES)
        }
        self._anchors = {
            name: {*page.xpath("//@id"), *page.xpath("//a/@name")}
            for name, page in self.pages.items()
        }

    def source(self, name: str) -> str:
        """The file of which a page was made, for messages."""
        for suffix in (".md", ".rst"):
            for folder in ("clients/manual/source", ".", "build/manual/source"):
                path = Path(folder) / Path(name).with_suffix(suffix)
                if (ROOT / path).exists():
                    return path.as_posix()
        return f"out/manual/{name}"

    def broken_links(self) -> Iterator[str]:
        """Links to pages, files and anchors that are not there."""
        for name, page in self.pages.items():
            for link in page.xpath("//a/@href"):
                if reason := self._broken(name, link):
                    yield f"{self.place(name, link)}: link {link}: {reason}"

    def _broken(self, name: str, link: str) -> str:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or link in ("", "#"):
            return ""
        target = _joined(name, unquote(parts.path))
        if not (self.folder / target).exists():
            return "no such page"
        anchor = unquote(parts.fragment)
        known = self._anchors.get(target)
        return "no such place on the page" if anchor and known and anchor not in known else ""

    def place(self, name: str, text: str) -> str:
        """File and line of the source of a page where a text stands; line 1 if it is not found."""
        path = self.source(name)
        last = text.rpartition("/")[2].partition("#")[0].removesuffix(".html")
        lines = (ROOT / path).read_text(encoding="utf-8", errors="replace").splitlines()
        found = (number for number, line in enumerate(lines, 1) if last and last in line)
        return f"{path}:{next(found, 1)}"

    def outside(self) -> Iterator[str]:
        """What a page would load from another host."""
        for name, page in self.pages.items():
            loaded = [one for tag, key in LOADED.items() for one in page.xpath(f"//{tag}/@{key}")]
            for link in page.xpath("//link[@href]"):
                if LOADING_LINKS & set((link.get("rel") or "").split()):
                    loaded.append(link.get("href"))
            for address in loaded:
                if urlsplit(address).netloc:
                    yield f"{self.source(name)}:1: loads {address} from another host"

    def pictures_without_text(self) -> Iterator[str]:
        """Pictures that say nothing to those who do not see them."""
        for name, page in self.pages.items():
            for picture in page.xpath("//article//img"):
                text = (picture.get("alt") or "").strip()
                source = picture.get("src") or ""
                if not text or text == source or text.startswith(("_images/", "../_images/")):
                    yield f"{self.place(name, source)}: picture {source} has no text"

    def forbidden_words(self) -> Iterator[str]:
        """Traces of machines and of unfinished work."""
        for name, page in self.pages.items():
            for article in page.xpath("//article"):
                for found in WORDS.finditer(article.text_content()):
                    yield f"{self.place(name, found[0])}: must not say '{found[0]}'"

    def codes_without_page(self) -> Iterator[str]:
        """Messages whose link leads nowhere."""
        anchors = self._anchors.get("reference/messages.html", set())
        for code in messages():
            if code not in anchors:
                yield f"clients/python/raftup/messages:1: {code} has no place in the manual"

    def far_pages(self) -> Iterator[str]:
        """Pages that are further from the first one than their questions allow."""
        distance = self._distances("index.html")
        wanted = yaml.safe_load((HERE / "clicks.yaml").read_text(encoding="utf-8"))
        for number, (page, most) in enumerate(wanted.items(), start=1):
            clicks = distance.get(page)
            if clicks is None or clicks > most:
                said = "no way leads there" if clicks is None else f"{clicks} clicks"
                yield f"clients/manual/checks/clicks.yaml:{number}: {page}: {said}, at most {most}"

    def _distances(self, start: str) -> dict[str, int]:
        found = {start: 0}
        waiting = deque([start])
        while waiting:
            name = waiting.popleft()
            for link in self.pages[name].xpath("//a/@href"):
                parts = urlsplit(link)
                target = _joined(name, unquote(parts.path))
                if not parts.netloc and target in self.pages and target not in found:
                    found[target] = found[name] + 1
                    waiting.append(target)
        return found

    def long_pages(self) -> Iterator[str]:
        """Pages that take longer to read than their readers have, cells that nobody sees apart."""
        for folder, most in LONGEST.items():
            for page in sorted((ROOT / "clients/manual/source" / folder).glob("*.md")):
                lines = len(UNSEEN.sub("", page.read_text(encoding="utf-8")).splitlines())
                if lines > most:
                    yield f"{page.relative_to(ROOT)}:1: has {lines} lines, at most {most}"

    def problems(self) -> Iterator[str]:
        """All of these, each once."""
        kinds = (
            self.broken_links,
            self.outside,
            self.pictures_without_text,
            self.forbidden_words,
            self.codes_without_page,
            self.far_pages,
            self.long_pages,
        )
        for kind in kinds:
            yield from dict.fromkeys(kind())


def _joined(name: str, path: str) -> str:
    """The path of a link, from the folder of the site."""
    if not path:
        return name
    parts = [*Path(name).parent.parts]
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in (".", ""):
            parts.append(part)
    target = "/".join(parts)
    return f"{target}/index.html" if path.endswith("/") else target
