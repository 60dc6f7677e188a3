"""Where shapes of a session touch: events of its steps, and questions between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from raftup._generated import contact_event_pb2, contact_query_pb2
from raftup.base.arrays import FloatArray
from raftup.base.errors import ModelError, bad_field
from raftup.model.convert import fill_message
from raftup.remote.rows import NANOSECONDS

EVENTS_KEPT = 10_000
"""The newest events that a stream keeps."""

QUERIES = {
    "contacts": contact_query_pb2.CONTACT_QUERY_CONTACTS,
    "bounds": contact_query_pb2.CONTACT_QUERY_BOUNDS,
    "distance": contact_query_pb2.CONTACT_QUERY_DISTANCE,
    "pick": contact_query_pb2.CONTACT_QUERY_PICK,
}

_KINDS = {
    contact_event_pb2.CONTACT_EVENT_KIND_IMPACT: "impact",
    contact_event_pb2.CONTACT_EVENT_KIND_CONTACT: "contact",
    contact_event_pb2.CONTACT_EVENT_KIND_SEPARATION: "separation",
}


@dataclass(frozen=True)
class ContactEvent:
    """Two shapes begin or cease to touch.

    Attributes:
        kind: impact where they meet faster than .01 m/s, contact where slower, or separation.
        time: s, the end of the step in which it happened.
        shape1: "body/shape", of the world "/shape".
        shape2: the other one.
        point: [3] m, world: where they are deepest; of a separation where they touched last.
        normal: [3] world, out of shape 2.
        depth: m, there, where the step began; negative: a gap that closed within the step.
        normal_speed: m/s of shape 1 against shape 2 along the normal where the step began; negative
            where they come together.
    """

    kind: str
    time: float
    shape1: str
    shape2: str
    point: FloatArray
    normal: FloatArray
    depth: float
    normal_speed: float

    def document(self) -> dict[str, Any]:
        """As JSON takes it."""
        vectors = {"point": self.point.tolist(), "normal": self.normal.tolist()}
        return vars(self) | vectors


def contact_events(message: contact_event_pb2.ContactEvents) -> list[ContactEvent]:
    """Contact events of a message."""
    return [
        ContactEvent(
            kind=_KINDS[event.kind],
            time=event.time_ns / NANOSECONDS,
            shape1=event.shape1,
            shape2=event.shape2,
            point=np.array(event.point),
            normal=np.array(event.normal),
            depth=event.depth,
            normal_speed=event.normal_speed,
        )
        for event in message.events
    ]


@dataclass(frozen=True)
class ShapePair:
    """Two shapes that have something to do with each other; rows are points of contact.

    Attributes:
        given: place of the shape that was asked about; 0 of a session's own contacts.
        shape1: "body/shape" of a session's own contacts; else empty.
        shape2: "body/shape", of the world "/shape".
        positions: [n, 3] m, world.
        normals: [n, 3] world, out of shape 2.
        depths: [n] m.
        forces: [n, 3] N on shape 1, world, over the last step; of a session's own contacts.
        distance: m, negative: depth; nan where it was not asked for.
        point1: [3] m, world: the nearest point of the given shape; empty without a distance.
        point2: [3] m, world: the nearest point of the session's.
        pushes: of a session's own contacts: not those of sensors.
    """

    given: int
    shape1: str
    shape2: str
    positions: FloatArray
    normals: FloatArray
    depths: FloatArray
    forces: FloatArray
    distance: float
    point1: FloatArray
    point2: FloatArray
    pushes: bool


def query_message(
    session: str, shapes: Sequence[Mapping[str, Any]], query: str
) -> contact_query_pb2.QueryContactsRequest:
    """A question about shapes as a model file writes them.

    Raises:
        RaftupError: BAD_FIELD where there is no such query.
        ModelError: a shape has unknown fields or wrong values.
    """
    if query not in QUERIES:
        raise bad_field("query", f"must be one of {', '.join(QUERIES)}, is {query}")
    request = contact_query_pb2.QueryContactsRequest(session=session, query=QUERIES[query])
    if violations := fill_message(request, {"shapes": [dict(shape) for shape in shapes]}):
        raise ModelError(violations)
    return request


def shape_pairs(pairs: Iterable[contact_query_pb2.ShapePair]) -> list[ShapePair]:
    """Pairs of shapes of an answer or of a frame."""
    return [
        ShapePair(
            given=pair.given,
            shape1=pair.shape1,
            shape2=pair.shape2,
            positions=_vectors(point.position for point in pair.points),
            normals=_vectors(point.normal for point in pair.points),
            depths=np.array([point.depth for point in pair.points]),
            forces=_vectors(point.force for point in pair.points if point.force),
            distance=pair.distance if pair.HasField("distance") else float("nan"),
            point1=np.array(pair.point1),
            point2=np.array(pair.point2),
            pushes=pair.pushes,
        )
        for pair in pairs
    ]


def _vectors(vectors: Iterable[Iterable[float]]) -> FloatArray:
    return np.array([list(vector) for vector in vectors]).reshape(-1, 3)
