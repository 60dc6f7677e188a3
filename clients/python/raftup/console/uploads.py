"""Uploads of databases and hull meshes from a browser to the catalogue of the server."""

from __future__ import annotations

from collections.abc import AsyncIterator

from aiohttp import web

from raftup._generated.database_pb2 import (
    StartUploadRequest,
    StartUploadResponse,
    UploadDatabaseRequest,
    UploadDatabaseResponse,
)
from raftup.base.errors import bad_field
from raftup.console.backend import Backend
from raftup.console.login import LoginOf
from raftup.console.refusals import refusing


class UploadPages:
    """Request handlers for uploads, which pass on files in parts without storing them.

    Args:
        calls: connection to the server, which decides who may upload how much.
        login_of: function that returns the login of a request.
    """

    def __init__(self, calls: Backend, login_of: LoginOf) -> None:
        self._calls = calls
        self._login_of = login_of

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Adds the route of uploads to a router."""
        router.add_post("/databases", self._upload)

    @refusing
    async def _upload(self, request: web.Request) -> web.Response:
        """Uploads the body of a request under `?id=...&sha256=...`; returns the stored name."""
        login = self._login_of(request)
        if request.content_length is None:
            raise bad_field("Content-Length", "must be given")
        order = StartUploadRequest(
            database_id=request.query.get("id", ""),
            size_bytes=request.content_length,
            sha256=request.query.get("sha256", ""),
        )
        start = StartUploadResponse.FromString(
            await self._calls.unary(login, "DatabaseService.StartUpload", order.SerializeToString())
        )
        if start.existing_database:
            return web.json_response({"name": start.existing_database})
        answer = await self._calls.upload(login, _messages(start, request))
        stored = UploadDatabaseResponse.FromString(answer).database
        return web.json_response({"name": stored.name})


async def _messages(start: StartUploadResponse, request: web.Request) -> AsyncIterator[bytes]:
    """Messages of UploadDatabase: the bytes that the server does not have, then the end."""
    offset, known = 0, start.committed_bytes
    async for data in request.content.iter_chunked(start.chunk_limit_bytes):
        rest = data[max(0, known - offset) :]
        offset += len(data)
        if rest:
            yield UploadDatabaseRequest(
                upload_id=start.upload_id, offset_bytes=offset - len(rest), data=rest
            ).SerializeToString()
    end = UploadDatabaseRequest(upload_id=start.upload_id, offset_bytes=offset, finish=True)
    yield end.SerializeToString()
