"""Messages of the server as plain values, for JSON and for tables."""

from __future__ import annotations

import json
from typing import Any

from raftup._generated import session_pb2
from raftup._generated.database_pb2 import Database
from raftup.base.errors import RaftupError
from raftup.model import model_document
from raftup.model.convert import enum_short_name
from raftup.remote.client import Client
from raftup.remote.rows import NANOSECONDS


def print_json(document: Any) -> None:
    """Prints a document as JSON on standard output."""
    print(json.dumps(document, indent=2))


def tell(document: Any, text: str, as_json: bool) -> None:
    """Prints the document as JSON, or the sentence for people."""
    if as_json:
        print_json(document)
    else:
        print(text)


def session_name(text: str) -> str:
    """Name `sessions/{id}` of a session, given by its name or its id."""
    return text if text.startswith("sessions/") else f"sessions/{text}"


def session_document(session: session_pb2.Session) -> dict[str, Any]:
    """State of a session as plain values; times in seconds."""
    spec = session.spec
    attached = {status.participant_id: status for status in session.participants}
    declared = {participant.participant_id: participant for participant in spec.participants}
    return {
        "name": session.name,
        "model": spec.model.name,
        "bodies": [body.name for body in spec.model.bodies],
        "databases": list(spec.databases),
        "state": enum_short_name(session_pb2.SessionState.DESCRIPTOR, session.state),
        "paused": session.paused,
        "step_index": session.step_index,
        "time": session.time_ns / NANOSECONDS,
        "step": session.step_ns / NANOSECONDS,
        "stop_time": spec.stop_time_ns / NANOSECONDS if spec.stop_time_ns else None,
        "compute_time": session.compute_ns / NANOSECONDS,
        "wait_time": session.wait_ns / NANOSECONDS,
        "waiting_for": list(session.waiting_for),
        "participants": [
            {
                "participant_id": name,
                "required": name in declared and declared[name].required,
                "inputs": list(declared[name].input_variables) if name in declared else [],
                "attached": status.attached,
                "watermark": status.watermark_ns / NANOSECONDS
                if status.HasField("watermark_ns")
                else None,
            }
            for name, status in attached.items()
        ],
        "create_time": session.create_time.ToJsonString(),
    }


def session_documents(client: Client) -> list[dict[str, Any]]:
    """States of all sessions as plain values, in the order of their names."""
    documents = []
    for listed in client.list_sessions():
        try:
            documents.append(session_document(client.session(listed.name).status()))
        except RaftupError as error:
            if error.code != "NOT_FOUND":  # deleted since it was listed
                raise
    return documents


def state_text(document: dict[str, Any]) -> str:
    """State of a session in one word."""
    if document["paused"]:
        return "paused"
    return "waiting" if document["waiting_for"] else str(document["state"])


def participants_text(document: dict[str, Any]) -> str:
    """Names of participants; those that are not attached in brackets."""
    names = [
        one["participant_id"] if one["attached"] else f"({one['participant_id']})"
        for one in document["participants"]
    ]
    return ", ".join(names) or "-"


def full_session_document(session: session_pb2.Session) -> dict[str, Any]:
    """State of a session with its model, the value of every default, and findings."""
    return session_document(session) | {
        "findings": [finding.message for finding in session.findings],
        "model_document": model_document(session.spec.model),
    }


def database_document(database: Database) -> dict[str, Any]:
    """Description of a database as plain values; lengths in meters, null for infinite depth."""
    depth = database.water_depth_m
    return {
        "name": database.name,
        "size_bytes": database.size_bytes,
        "format": database.format,
        "solver": database.solver or None,
        "bodies": list(database.body_names),
        "frequency_count": database.frequency_count,
        "wave_direction_count": database.heading_count,
        "water_depth": depth if depth < float("inf") else None,
        "water_density": database.water_density_kg_per_m3,
        "findings": [finding.message for finding in database.findings],
        "create_time": database.create_time.ToJsonString(),
    }


def checkpoint_document(checkpoint: session_pb2.Checkpoint) -> dict[str, Any]:
    """Step and time of a checkpoint as plain values; times in seconds."""
    return {
        "name": checkpoint.name,
        "label": checkpoint.label,
        "step_index": checkpoint.step_index,
        "time": checkpoint.time_ns / NANOSECONDS,
        "size_bytes": checkpoint.size_bytes,
        "create_time": checkpoint.create_time.ToJsonString(),
    }
