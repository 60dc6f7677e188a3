"""Pages with models as text: of a session, and for a new session; violations have line numbers."""

from __future__ import annotations

import asyncio

import yaml
from aiohttp import web

from raftup._generated.caller_pb2 import ACCESS_ROLE_OPERATOR, AccessRole
from raftup._generated.finding_pb2 import Severity
from raftup._generated.session_pb2 import (
    CreateSessionRequest,
    CreateSessionResponse,
    GetSessionRequest,
    GetSessionResponse,
    Session,
    SessionSpec,
)
from raftup.base.documents import refuse_other_than_mapping
from raftup.base.errors import ModelError, RaftupError, Violation
from raftup.base.yaml12 import parse_yaml
from raftup.console.backend import Backend
from raftup.console.login import LoginOf
from raftup.console.refusals import READING_PATIENCE, refusal, refusing
from raftup.model import Model
from raftup.model.convert import enum_short_name, fill_message
from raftup.model.load import catalogue_references, is_file_name, model_document


class ModelPages:
    """Request handlers for models.

    Args:
        calls: connection to the server.
        login_of: function that returns the login of a request.
    """

    def __init__(self, calls: Backend, login_of: LoginOf) -> None:
        self._calls = calls
        self._login_of = login_of
        self._reading = asyncio.Lock()  # one model at a time, in a thread: a long one takes seconds

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Adds the routes of model files to a router."""
        router.add_get("/model", self._model)
        router.add_post("/model/check", self._check)
        router.add_post("/model/session", self._create)

    @refusing
    async def _model(self, request: web.Request) -> web.Response:
        """The model of a session with the value of every default."""
        login = self._login_of(request)
        asked = GetSessionRequest(name=request.query.get("session", "")).SerializeToString()
        answer = await self._calls.unary(login, "SessionService.GetSession", asked)
        return _described(GetSessionResponse.FromString(answer).session)

    async def _check(self, request: web.Request) -> web.Response:
        """The session that a model would have, as a description, or the rules that it breaks."""
        return await self._made(request, validate_only=True)

    async def _create(self, request: web.Request) -> web.Response:
        """Creates a session of a model."""
        return await self._made(request, validate_only=False)

    async def _made(self, request: web.Request, *, validate_only: bool) -> web.Response:
        login = self._login_of(request)
        if not validate_only and login.caller.role < ACCESS_ROLE_OPERATOR:
            role = enum_short_name(AccessRole.DESCRIPTOR, login.caller.role)
            rule = f"role must be at least operator to make a session, is {role}"
            return refusal(RaftupError(rule, code="PERMISSION_DENIED"))
        text = await request.text()
        async with self._reading:
            try:
                model = await asyncio.to_thread(model_of, text)
            except RaftupError as error:
                return await asyncio.to_thread(refusal, error, text)
        try:
            session = Session(spec=SessionSpec(model=model))
            order = CreateSessionRequest(session=session, validate_only=validate_only)
            answer = await self._calls.unary(
                login, "SessionService.CreateSession", order.SerializeToString()
            )
        except RaftupError as error:
            async with self._reading:
                return await asyncio.to_thread(refusal, error, text)
        return _described(CreateSessionResponse.FromString(answer).session)


def _described(session: Session) -> web.Response:
    findings = [
        {"severity": enum_short_name(Severity.DESCRIPTOR, one.severity), "text": one.message}
        for one in session.findings
    ]
    text = yaml.safe_dump(model_document(session.spec.model), sort_keys=False, allow_unicode=True)
    return web.json_response({"session": session.name, "text": text, "findings": findings})


def model_of(text: str) -> Model:
    """Converts a text to a model. Files are refused, since a browser may not choose them.

    Raises:
        ModelError: with every rule of the schema that the model breaks.
    """
    try:
        document = refuse_other_than_mapping(parse_yaml(text, READING_PATIENCE), ModelError)
    except yaml.YAMLError as error:
        raise ModelError([_syntax_violation(error)]) from error
    model = Model()
    violations = fill_message(model, document)
    violations += [
        Violation(reference.path, f"must be a database of the server, is {reference.name!r}")
        for reference in catalogue_references(model)
        if is_file_name(reference.name)
    ]
    if violations:
        raise ModelError(violations)
    return model


def _syntax_violation(error: yaml.YAMLError) -> Violation:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return Violation("" if mark is None else f"line {mark.line + 1}", f"must be YAML: {problem}")
