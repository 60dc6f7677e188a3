"""What is asked of a server: sessions of changed models, and changed requests to a sound one."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence

from google.protobuf.message import Message

from raftup._generated import (
    caller_pb2,
    change_pb2,
    checkpoint_pb2,
    contact_query_pb2,
    database_pb2,
    estimate_pb2,
    exchange_pb2,
    linearisation_pb2,
    model_export_pb2,
    model_outputs_pb2,
    model_pb2,
    progress_pb2,
    sea_components_pb2,
    session_pb2,
    values_pb2,
    watch_pb2,
)
from request_fuzz.watched_server import Call

STEPS = 3


def creation(model: model_pb2.Model, session_id: str) -> session_pb2.CreateSessionRequest:
    """A session of a model, its every field there to be changed."""
    spec = session_pb2.SessionSpec(model=model, lease_ms=1000, base_tick_ns=0)
    return session_pb2.CreateSessionRequest(
        session=session_pb2.Session(spec=spec), session_id=session_id
    )


def life_of(name: str, outputs: Sequence[str]) -> Iterator[Call]:
    """What a session that was created is good for."""
    yield Call("InitializeSession", [session_pb2.InitializeSessionRequest(name=name)])
    for start in (0, STEPS):
        step = session_pb2.StepSessionRequest(name=name, step_count=STEPS, output_variables=outputs)
        step.expected_step_index = start
        yield Call("StepSession", [step])
    yield Call("ReadValues", [values_pb2.ReadValuesRequest(session=name, variables=outputs)])
    yield Call("GetSea", [sea_components_pb2.GetSeaRequest(session=name)])
    yield Call("GetStatistics", [values_pb2.GetStatisticsRequest(session=name)])
    yield Call("Linearize", [_linearize(name)])


def _linearize(name: str) -> linearisation_pb2.LinearizeRequest:
    grid = linearisation_pb2.WaveGrid(omega_count=5, default_directions=True)
    return linearisation_pb2.LinearizeRequest(
        session=name, grids=[grid], modes=True, outputs=True, drawings=True
    )


def sound_requests(name: str, model: model_pb2.Model) -> list[Call]:
    """One valid call of every method to a session that steps."""
    inputs = exchange_pb2.Inputs(sequence=1, sample_time_ns=[0], values=[0.0] * 6, watermark_ns=0)
    body = model.bodies[0].name if model.bodies else ""
    shapes = [shape for one in model.bodies for shape in one.shapes] or [
        model_pb2.Shape(name="probe", sphere=model_pb2.Sphere(radius=1.0))
    ]
    database = model.hydrodynamics[0].database if model.hydrodynamics else "databases/none"
    start = values_pb2.VariableValue(name="given", values=[0.0] * 6)
    seas = [model.environment.sea] if model.environment.HasField("sea") else []
    linearize = _linearize(name)
    linearize.seas.extend(seas)
    linearize.grids[0].omega.extend([0.5, 1.0])
    linearize.grids[0].wave_direction.extend([0.0, 1.0])
    of_model = copy.deepcopy(linearize)
    of_model.model.CopyFrom(model)
    change = change_pb2.ChangeSessionRequest(name=name)
    change.masses.add(body=body, mass=1e4, inertia=model_pb2.Inertia(xx=1e5, yy=1e5, zz=1e5))
    step = session_pb2.StepSessionRequest(name=name, step_count=1, inputs=inputs, output_stride=1)
    attach = exchange_pb2.Attach(session=name, credit=10, output_stride=1)
    attach.role = exchange_pb2.ROLE_CONTROLLER
    advance = exchange_pb2.Advance(step_count=2)
    kinds = exchange_pb2.ExchangeRequest
    stream: list[Message] = [
        kinds(attach=attach),
        kinds(advance=advance),
        kinds(inputs=inputs),
        kinds(credit=exchange_pb2.Credit(credit=5)),
        kinds(heartbeat=exchange_pb2.Heartbeat(nonce=1)),
        kinds(detach=exchange_pb2.Detach()),
    ]
    watch = watch_pb2.WatchSessionRequest(session=name, output_stride=1, queue_bytes=1 << 20)
    upload = database_pb2.UploadDatabaseRequest(upload_id="none", data=b"data", finish=True)
    chunk = checkpoint_pb2.ImportCheckpointRequest(data=b"data")
    checkpoint = f"{name}/checkpoints/one"
    return [
        Call("GetSession", [session_pb2.GetSessionRequest(name=name)]),
        Call("ListSessions", [session_pb2.ListSessionsRequest(page_size=10)]),
        Call(
            "InitializeSession",
            [session_pb2.InitializeSessionRequest(name=name, start_values=[start])],
        ),
        Call("PauseSession", [session_pb2.PauseSessionRequest(name=name)]),
        Call("ResumeSession", [session_pb2.ResumeSessionRequest(name=name)]),
        Call("ResetSession", [session_pb2.ResetSessionRequest(name=name)]),
        Call("ChangeSession", [change]),
        Call("ListVariables", [values_pb2.ListVariablesRequest(session=name)]),
        Call("DescribeOutputs", [model_outputs_pb2.DescribeOutputsRequest(model=of_model.model)]),
        Call("ReadValues", [values_pb2.ReadValuesRequest(session=name)]),
        Call("GetStatistics", [values_pb2.GetStatisticsRequest(session=name)]),
        Call("StepSession", [step]),
        Call("Exchange", stream),
        Call("WatchSession", [watch]),
        Call("CreateCheckpoint", [checkpoint_pb2.CreateCheckpointRequest(session=name)]),
        Call("RestoreCheckpoint", [session_pb2.RestoreCheckpointRequest(name=checkpoint)]),
        Call("ListCheckpoints", [checkpoint_pb2.ListCheckpointsRequest(session=name)]),
        Call("ExportCheckpoint", [checkpoint_pb2.ExportCheckpointRequest(name=checkpoint)]),
        Call("ImportCheckpoint", [chunk]),
        Call("DeleteCheckpoint", [checkpoint_pb2.DeleteCheckpointRequest(name=checkpoint)]),
        Call("ExportModel", [model_export_pb2.ExportModelRequest(session=name)]),
        Call("Linearize", [linearize]),
        Call("Linearize", [of_model]),
        Call("GetProgress", [progress_pb2.GetProgressRequest(progress_id="one")]),
        Call("GetCaller", [caller_pb2.GetCallerRequest()]),
        Call(
            "QueryContacts", [contact_query_pb2.QueryContactsRequest(session=name, shapes=shapes)]
        ),
        Call("GetSea", [sea_components_pb2.GetSeaRequest(session=name)]),
        Call("StartUpload", [database_pb2.StartUploadRequest(database_id="one", size_bytes=4)]),
        Call("UploadDatabase", [upload]),
        Call("GetUpload", [database_pb2.GetUploadRequest(upload_id="none")]),
        Call("GetDatabase", [database_pb2.GetDatabaseRequest(name=database)]),
        Call("ListDatabases", [database_pb2.ListDatabasesRequest(page_size=10)]),
        Call(
            "ReadCoefficients",
            [database_pb2.ReadCoefficientsRequest(name=database, dataset="added_mass")],
        ),
        Call("ReadMesh", [database_pb2.ReadMeshRequest(name=database)]),
        *_estimates(),
    ]


def _estimates() -> list[Call]:
    ship = estimate_pb2.ShipParticulars(
        length=205.0,
        breadth=32.0,
        draught=10.0,
        displaced_volume=37500.0,
        midship_coefficient=0.98,
        waterplane_coefficient=0.75,
        bulb_area=20.0,
        bulb_height=4.0,
        keel_length=40.0,
        keel_breadth=0.8,
    )
    resistance = estimate_pb2.EstimateResistanceRequest(ship=ship, speed=[5.0, 9.0])
    damping = estimate_pb2.EstimateRollDampingRequest(
        ship=ship, omega=[0.4], roll_inertia=1e9, extrapolate=True
    )
    squat = estimate_pb2.EstimateSquatRequest(ship=ship, water_depth=14.0, speed=[5.0, 7.0])
    return [
        Call("EstimateResistance", [resistance]),
        Call("EstimateRollDamping", [damping]),
        Call("EstimateSquat", [squat]),
    ]


def choose(calls: Sequence[Call], rng: random.Random) -> Call:
    """One of them, a copy that may be changed."""
    return copy.deepcopy(rng.choice(calls))
