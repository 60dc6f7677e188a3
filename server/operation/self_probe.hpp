#pragma once

#include <chrono>
#include <string>

namespace raftup::server {

/// Whether a server answers at an address, asked from outside as any client would: over plaintext
/// grpc.health.v1 must say that it lives; over TLS a handshake must come to pass, since a client
/// without a certificate may come no further.
/// @param address actual, "HOST:PORT" or "unix:PATH"
bool answers(const std::string& address, bool speaks_tls, std::chrono::milliseconds timeout);

}  // namespace raftup::server
