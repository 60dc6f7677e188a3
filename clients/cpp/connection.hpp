/// @file Connections of the C++ client to a server, and the error of a call that fails.
#pragma once

#include <google/protobuf/message.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace raftup::client {

/// Encryption and identity of a connection. With all fields empty the connection is not encrypted
/// and the client is anonymous.
struct ConnectionOptions {
  /// Path of a PEM file with the certificates of the authorities that the client trusts; one of
  /// them must have signed the server's certificate. If it is not empty, the connection uses TLS.
  std::string ca;
  /// Path of a PEM file with the client's certificate chain, for servers that ask clients for a
  /// certificate; it must be given together with `key` and `ca`.
  std::string certificate;
  /// Path of a PEM file with the private key of `certificate`.
  std::string key;
  /// Bearer token that is sent with every call. On a connection without TLS others can read it, so
  /// that it should be used only with `ca`, on a Unix socket or on a loopback address.
  std::string token;
};

/// Whether an address is a Unix socket or a loopback address; such connections use no proxy.
bool is_of_this_machine(const std::string& address);

/// Makes a connection that is shared with no other channel of this process. It is opened at the
/// first call.
/// @param address "HOST:PORT" or "unix:PATH"
/// @throws std::invalid_argument if a file cannot be read, if only one of `certificate` and `key`
///         is given, or if both are given without `ca`
std::shared_ptr<grpc::Channel> open_channel(const std::string& address,
                                            const ConnectionOptions& options);

/// Key of the metadata that contain the session of a call, "sessions/{id}". A proxy in front of
/// several servers hashes this value to choose the server of the session.
inline constexpr char kRoutingHeader[] = "x-raftup-session";

/// Name "sessions/{id}" of the session that a request concerns, directly or by the name of one of
/// its checkpoints; empty if the request names no session.
std::string session_of(const google::protobuf::Message& request);

/// A random id of 128 bits, as 32 lower-case hexadecimal digits.
std::string random_id();

/// Makes the context of a call, with the token of the caller and the routing header as metadata.
/// @param token   bearer token of the caller; empty = anonymous
/// @param session "sessions/{id}" of the session that the call concerns, see session_of(); empty =
///                no session
std::unique_ptr<grpc::ClientContext> make_context(const std::string& token,
                                                  const std::string& session);

/// A field of a request whose value breaks a rule.
struct FieldViolation {
  std::string field;        ///< path in the request: "session.spec.model.bodies[1].mass"
  std::string description;  ///< rule and value, such as "must be positive, got -3"
};

/// The error of a call that failed. what() returns the server's message, which contains the
/// subject, the broken rule and the value.
class CallError : public std::runtime_error {
 public:
  explicit CallError(const grpc::Status& status);

  grpc::StatusCode code() const noexcept { return code_; }
  /// Stable identifier of the cause, for programs, such as "BAD_FIELD" or "STEP_CONFLICT";
  /// session.proto lists all of them. Empty if the connection failed and no server answered.
  const std::string& reason() const noexcept { return reason_; }
  /// Further details for programs, by keys such as "session", "step_index" and "checkpoint".
  const std::map<std::string, std::string>& metadata() const noexcept { return metadata_; }
  const std::vector<FieldViolation>& field_violations() const noexcept { return field_violations_; }

 private:
  grpc::StatusCode code_;
  std::string reason_;
  std::map<std::string, std::string> metadata_;
  std::vector<FieldViolation> field_violations_;
};

/// Throws the error of a call that failed.
/// @throws CallError unless `status` is OK
void throw_unless_ok(const grpc::Status& status);

}  // namespace raftup::client
