"""Which outputs and inputs of a session are which topics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from raftup._generated.input_pb2 import Input
from raftup._generated.model_pb2 import Model
from raftup._generated.session_pb2 import CAUSALITY_OUTPUT, Variable
from raftup.base.documents import read_document
from raftup.base.errors import SpecificationError, Violation
from raftup.base.fields import Fields
from raftup.remote.session import Session

CONTROL, REPLY = "/raftup/control", "/raftup/reply"
"""Topics of orders and of what has become of them."""

_TOPIC = re.compile(r"(?:/[A-Za-z][A-Za-z0-9_]*)+")
_TENSION = ".tension"


@dataclass(frozen=True)
class OutputTopic:
    """A number that is published as std_msgs/Float64.

    Attributes:
        topic: name of the topic.
        output: name of the output.
        component: index of its component.
    """

    topic: str
    output: str
    component: int


@dataclass(frozen=True)
class InputTopic:
    """A topic that writes an input: geometry_msgs/WrenchStamped for a force, else Float64.

    Attributes:
        topic: name of the topic.
        input: name of the input.
        body: body on which the force acts; empty for an input of one number.
        body_axes: whether the input has components along body axes.
    """

    topic: str
    input: str
    body: str
    body_axes: bool


@dataclass(frozen=True)
class TopicMap:
    """Topics beside those of bodies, observers and joints.

    Attributes:
        outputs: numbers that are published.
        inputs: topics that are received.
    """

    outputs: tuple[OutputTopic, ...]
    inputs: tuple[InputTopic, ...]


def read_topics(session: Session, source: str | Path | Mapping[str, Any] | None = None) -> TopicMap:
    """Topics by default, or as a map names them.

    Args:
        session: session of the outputs and inputs.
        source: `publish: {/ferry/heave: {output: ferry.displacement, component: 2}}` and
            `subscribe: {/tug: {input: push}}`; each replaces the default topics of its kind.

    Raises:
        SpecificationError: with all violations.
    """
    variables = {one.name: one for one in session.variables()}
    outputs = tuple(_default_outputs(session.model, variables))
    inputs = tuple(_default_inputs(session.model, variables))
    if source is None:
        return TopicMap(outputs, inputs)
    document, _ = read_document(source, SpecificationError)
    violations: list[Violation] = []
    fields = Fields(document, "", violations)
    publish, subscribe = fields.part("publish"), fields.part("subscribe")
    fields.close()
    if publish is not None:
        outputs = tuple(_named_outputs(publish, variables))
    if subscribe is not None:
        inputs = tuple(_named_inputs(subscribe, session.model, variables))
    if violations:
        raise SpecificationError(violations)
    return TopicMap(outputs, inputs)


def ros_word(name: str) -> str:
    """A name of a model as a word of ROS 2: letters, digits and `_`, with a letter first."""
    word = re.sub(r"[^A-Za-z0-9_]", "_", name)
    return word if word[:1].isalpha() else f"n{word}"


def _default_outputs(model: Model, variables: Mapping[str, Variable]) -> Iterator[OutputTopic]:
    for load in model.loads:
        name = load.name + _TENSION
        if name in variables and variables[name].size == 1:
            yield OutputTopic(f"/{ros_word(load.name)}/tension", name, 0)


def _default_inputs(model: Model, variables: Mapping[str, Variable]) -> Iterator[InputTopic]:
    topics = [(one, _topic_of(one)) for one in _writable(model, variables)]
    counts = Counter(topic for _, topic in topics)
    for one, topic in topics:
        own = topic if counts[topic] == 1 else f"/{ros_word(one.name)}/{topic.rpartition('/')[2]}"
        yield _input_topic(own, one)


def _writable(model: Model, variables: Mapping[str, Variable]) -> list[Input]:
    """Inputs that topics can write: forces, and single numbers without a source of their own."""
    return [
        one
        for one in model.inputs
        if not one.HasField("source")
        and (one.HasField("external_force") or variables[one.name].size == 1)
    ]


def _topic_of(one: Input) -> str:
    if one.HasField("external_force"):
        return f"/{ros_word(one.external_force.body)}/wrench"
    owner = {
        "load_command": one.load_command.load,
        "load_drive": one.load_drive,
        "joint_command": one.joint_command.joint,
        "joint_drive": one.joint_drive,
    }.get(one.WhichOneof("kind") or "", "")
    return f"/{ros_word(owner or one.name)}/cmd"


def _input_topic(topic: str, one: Input) -> InputTopic:
    force = one.external_force
    return InputTopic(topic, one.name, force.body, force.body_axes)


def _named_outputs(fields: Fields, variables: Mapping[str, Variable]) -> Iterator[OutputTopic]:
    for topic in _names(fields):
        part = fields.part(topic)
        if part is None:
            continue
        name, component = part.text("output"), part.count("component", 0, least=0)
        part.close()
        known = [one.name for one in variables.values() if one.causality == CAUSALITY_OUTPUT]
        if name not in known:
            part.refuse("output", f"must be one of {', '.join(known)}, is {name!r}")
        elif component >= variables[name].size:
            rule = f"must be less than {variables[name].size}, is {component}"
            part.refuse("component", rule)
        yield OutputTopic(topic, name, component)


def _named_inputs(
    fields: Fields, model: Model, variables: Mapping[str, Variable]
) -> Iterator[InputTopic]:
    known = {one.name: one for one in _writable(model, variables)}
    seen: set[str] = set()
    for topic in _names(fields):
        part = fields.part(topic)
        if part is None:
            continue
        name = part.text("input")
        part.close()
        if name not in known:
            rule = f"must be one of {', '.join(known) or 'none'}, is {name!r}"
            part.refuse("input", rule)
        elif name in seen:
            part.refuse("input", f"must be written by one topic, {name!r} is by two")
        else:
            seen.add(name)
            yield _input_topic(topic, known[name])


def _names(fields: Fields) -> Iterator[str]:
    for topic in fields.names():
        if not _TOPIC.fullmatch(topic):
            fields.refuse(topic, "must be a topic as /ferry/heave: letters, digits, '_' and '/'")
        yield topic
