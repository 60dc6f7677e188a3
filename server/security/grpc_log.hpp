#pragma once

namespace raftup::server {

/// What gRPC itself has to say, such as why a TLS handshake failed, goes to our log from now on: a
/// message once an hour, so that strangers who knock again and again do not fill the disk.
void route_grpc_log();

}  // namespace raftup::server
