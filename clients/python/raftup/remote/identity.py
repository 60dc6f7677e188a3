"""Certificates and token with which a client connects to a server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc


@dataclass(frozen=True)
class Identity:
    """Certificates and token of a connection.

    Attributes:
        ca: PEM file of the certificate authorities, one of which must have signed the server's
            certificate; if it is given, the connection uses TLS.
        certificate: PEM file of the client's own certificate chain.
        key: PEM file of the private key of `certificate`.
        token: bearer token that is sent with every call. Without TLS others can read it: it should
            only be used with `ca`, on a Unix socket or on a loopback address.

    Raises:
        ValueError: if a certificate is given without its key or without `ca`.
    """

    ca: str | Path | None = None
    certificate: str | Path | None = None
    key: str | Path | None = None
    token: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise ValueError("certificate and key must be given together")
        if self.certificate is not None and self.ca is None:
            raise ValueError("a certificate must come with the ca of the server")

    def channel_credentials(self) -> grpc.ChannelCredentials | None:
        """Credentials of a TLS channel; None for a channel without encryption."""
        if self.ca is None:
            return None
        return grpc.ssl_channel_credentials(
            root_certificates=Path(self.ca).read_bytes(),
            private_key=None if self.key is None else Path(self.key).read_bytes(),
            certificate_chain=(
                None if self.certificate is None else Path(self.certificate).read_bytes()
            ),
        )


class HeaderSender(
    grpc.UnaryUnaryClientInterceptor,  # type: ignore[type-arg]
    grpc.UnaryStreamClientInterceptor,  # type: ignore[type-arg]
    grpc.StreamUnaryClientInterceptor,  # type: ignore[type-arg]
    grpc.StreamStreamClientInterceptor,  # type: ignore[type-arg]
):
    """Adds a header to the metadata of every call."""

    def __init__(self, name: str, value: str) -> None:
        self._header = (name, value)

    def _send(
        self, continuation: Callable[..., Any], details: grpc.ClientCallDetails, message: Any
    ) -> Any:
        with_header = _CallDetails(
            method=details.method,
            timeout=details.timeout,
            metadata=(*(details.metadata or ()), self._header),
            credentials=details.credentials,
            wait_for_ready=details.wait_for_ready,
            compression=details.compression,
        )
        return continuation(with_header, message)

    # The four kinds of call differ in the types of `message` and answer, which are not used here.
    intercept_unary_unary = _send  # type: ignore[assignment]
    intercept_unary_stream = _send  # type: ignore[assignment]
    intercept_stream_unary = _send  # type: ignore[assignment]
    intercept_stream_stream = _send  # type: ignore[assignment]


@dataclass(frozen=True)
class _CallDetails(grpc.ClientCallDetails):
    """Details of a call in the form that gRPC expects from an interceptor."""

    method: str
    timeout: float | None
    metadata: tuple[tuple[str, str | bytes], ...]
    credentials: grpc.CallCredentials | None
    wait_for_ready: bool | None
    compression: grpc.Compression | None
