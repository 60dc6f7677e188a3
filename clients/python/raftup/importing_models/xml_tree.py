"""XML of a source as elements with line numbers, without entities and document types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from raftup.importing_models.finding import Place, UnreadableError
from raftup.importing_models.record import Field

_DEEPEST = 100
"""Largest depth of nested elements."""


@dataclass
class XmlElement:
    """An element of an XML document.

    Attributes:
        tag: name of the element.
        attributes: its attributes.
        place: where it begins.
        text: its characters before, between and after its children.
        children: elements inside, in order.
        is_used: whether something has read the element.
        used_attributes: names of the attributes that something has read.
    """

    tag: str
    attributes: dict[str, str]
    place: Place
    text: str = ""
    children: list[XmlElement] = field(default_factory=list)
    is_used: bool = False
    used_attributes: set[str] = field(default_factory=set)

    def all(self, tag: str) -> list[XmlElement]:
        """The children of a tag, which count as read."""
        found = [child for child in self.children if child.tag == tag]
        for child in found:
            child.is_used = True
        return found

    def take(self, tag: str) -> XmlElement | None:
        """The child of a tag, which counts as read; None if there is none.

        Raises:
            UnreadableError: if there are several.
        """
        found = self.all(tag)
        if len(found) > 1:
            raise UnreadableError(found[1].place, f"must have one element {tag}")
        return found[0] if found else None

    def need(self, tag: str) -> XmlElement:
        """The child of a tag, which counts as read.

        Raises:
            UnreadableError: if there is not exactly one.
        """
        found = self.take(tag)
        if found is None:
            raise UnreadableError(self.place, f"{self.tag} must have an element {tag}")
        return found

    def attribute(self, name: str, default: str | None = None) -> str:
        """An attribute, which counts as read.

        Raises:
            UnreadableError: if it is absent and there is no default.
        """
        self.used_attributes.add(name)
        value = self.attributes.get(name, default)
        if value is None:
            raise UnreadableError(self.place, f"{self.tag} must have the attribute {name}")
        return value

    def numbers(self, count: int, attribute: str = "") -> list[float]:
        """Numbers of the text, or of an attribute.

        Raises:
            UnreadableError: if there are not as many.
        """
        text = self.attribute(attribute) if attribute else self.text
        name = f"{self.tag}.{attribute}" if attribute else self.tag
        return Field(name, text.split(), self.place).numbers(count)

    def number(self, attribute: str = "") -> float:
        """The number of the text, or of an attribute."""
        return self.numbers(1, attribute)[0]

    def words(self) -> str:
        """The text without spaces around it.

        Raises:
            UnreadableError: if it is empty.
        """
        if not self.text.strip():
            raise UnreadableError(self.place, f"{self.tag} must not be empty")
        return self.text.strip()

    def unused(self) -> Iterator[Field]:
        """Elements and attributes that nothing has read, as fields with their names."""
        if not self.is_used:
            label = self.attributes.get("name", "")
            value = label or " ".join(self.text.split()) or " ".join(self.attributes.values())
            yield Field(self.tag, value, self.place)
            return
        for name, text in self.attributes.items():
            if name not in self.used_attributes:
                yield Field(f"{self.tag}.{name}", text, self.place)
        for child in self.children:
            yield from child.unused()

    def use_whole(self) -> None:
        """Counts this element and all inside as read."""
        for one in self.descendants():
            one.is_used = True
            one.used_attributes.update(one.attributes)

    def descendants(self) -> Iterator[XmlElement]:
        """This element and all inside it."""
        yield self
        for child in self.children:
            yield from child.descendants()


def parse_xml(data: bytes, file: str) -> XmlElement:
    """Reads an XML document.

    Args:
        data: the document.
        file: name of the file in findings.

    Raises:
        UnreadableError: with the line, if it is no XML, is too deep, or has a document type, by
            which entities could multiply its size or name other files.
    """
    parser = expat.ParserCreate()
    stack: list[XmlElement] = []
    roots: list[XmlElement] = []

    def here() -> Place:
        return Place(file, parser.CurrentLineNumber)

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) >= _DEEPEST:
            raise UnreadableError(here(), f"must be at most {_DEEPEST} elements deep")
        element = XmlElement(tag, attributes, here())
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)

    def end(_tag: str) -> None:
        stack.pop()

    def characters(text: str) -> None:
        stack[-1].text += text

    def refuse(*_arguments: object) -> None:
        raise UnreadableError(here(), "must have no document type and no entities")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        text = expat.errors.messages.get(error.code, "an error")
        raise UnreadableError(Place(file, error.lineno), f"must be XML: {text}") from error
    return roots[0]
