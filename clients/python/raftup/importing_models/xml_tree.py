"""XML of a source as elements with line numbers, without entities and document types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from raftup.importing_models.finding import Place, UnreadableError

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
    """

    tag: str
    attributes: dict[str, str]
    place: Place
    text: str = ""
    children: list[XmlElement] = field(default_factory=list)

    def find(self, tag: str) -> XmlElement | None:
        """The first child of a tag."""
        return next(self.all(tag), None)

    def all(self, tag: str) -> Iterator[XmlElement]:
        """The children of a tag."""
        return (child for child in self.children if child.tag == tag)

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
