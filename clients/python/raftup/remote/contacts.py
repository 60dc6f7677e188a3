"""Contacts of shapes: events of the steps of a session, and contact queries between steps."""

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
"""Number of contact events that a stream keeps; older ones are dropped."""

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
        kind: impact if the shapes meet with a closing speed above .01 m/s, contact if they meet
            more slowly, or separation.
        time: s of simulation time, end of the step in which the event happened.
        shape1: name of the first shape, "body/shape", or "/shape" for a shape of the world.
        shape2: name of the second shape, in the same form.
        point: [3] m, world: deepest point of contact; for a separation the last point of contact.
        normal: [3] world: unit normal at the point, pointing out of shape 2.
        depth: m, depth of overlap at the point at the start of the step; negative for a gap that
            closed within the step.
        normal_speed: m/s, velocity of shape 1 relative to shape 2 along the normal at the start of
            the step; negative if the shapes approach each other.
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
        """The event as a mapping that can be written as JSON."""
        vectors = {"point": self.point.tolist(), "normal": self.normal.tolist()}
        return vars(self) | vectors


def contact_events(message: contact_event_pb2.ContactEvents) -> list[ContactEvent]:
    """Converts the contact events of a message."""
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
    """Two shapes that touch or are the result of a query; rows are points of contact.

    Attributes:
        given: index of the shape in the query; 0 for contacts of the session itself.
        shape1: name "body/shape" of the first shape for contacts of the session itself; else empty.
        shape2: name of the shape of the session, "body/shape", or "/shape" for a shape of the
            world.
        positions: [n, 3] m, world: points of contact.
        normals: [n, 3] world: unit normals, pointing out of shape 2.
        depths: [n] m, depth of overlap along the normal.
        forces: [n, 3] N, world: forces on shape 1 over the last step; only for contacts of the
            session itself.
        distance: m, distance of the shapes, negative for the depth of an overlap; NaN unless the
            query asked for distances.
        point1: [3] m, world: nearest point of the shape in the query; empty without a distance.
        point2: [3] m, world: nearest point of the shape of the session; empty without a distance.
        pushes: for contacts of the session itself, whether the contact has forces; false for
            sensors.
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
    """Makes the request of a contact query for shapes given as in a model file.

    Raises:
        RaftupError: BAD_FIELD if there is no query of this name.
        ModelError: if a shape has unknown fields or wrong values.
    """
    if query not in QUERIES:
        raise bad_field("query", f"must be one of {', '.join(QUERIES)}, is {query}")
    request = contact_query_pb2.QueryContactsRequest(session=session, query=QUERIES[query])
    if violations := fill_message(request, {"shapes": [dict(shape) for shape in shapes]}):
        raise ModelError(violations)
    return request


def shape_pairs(pairs: Iterable[contact_query_pb2.ShapePair]) -> list[ShapePair]:
    """Converts the pairs of shapes of an answer or of a frame."""
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
