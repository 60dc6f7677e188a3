#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <memory>
#include <string>

namespace raftup::client {

/// How to reach a server and who to be there. Left empty: without TLS, as nobody in particular.
struct ConnectionOptions {
  /// PEM file of the authorities one of which must have signed the server's certificate; given, the
  /// connection is TLS.
  std::string ca;
  /// PEM files of the client's own certificate chain and key, where the server asks for one.
  std::string certificate;
  std::string key;
  /// Bearer token, sent with every call. Without TLS it can be read on the way: use it with `ca`,
  /// on a Unix socket or on loopback.
  std::string token;
};

/// A connection of its own, made at the first call.
/// @param address "HOST:PORT" or "unix:PATH"
/// @throws std::invalid_argument where a file cannot be read, or is given without those it needs
std::shared_ptr<grpc::Channel> open_channel(const std::string& address,
                                            const ConnectionOptions& options);

/// A context that says who calls.
std::unique_ptr<grpc::ClientContext> make_context(const std::string& token);

}  // namespace raftup::client
