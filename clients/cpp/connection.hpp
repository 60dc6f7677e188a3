/// @file How to reach a server and what a call that fails says.
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

/// Whether an address is a Unix socket's or a loopback one: such connections pass no proxy.
bool is_of_this_machine(const std::string& address);

/// A connection of its own, made at the first call.
/// @param address "HOST:PORT" or "unix:PATH"
/// @throws std::invalid_argument where a file cannot be read, or is given without those it needs
std::shared_ptr<grpc::Channel> open_channel(const std::string& address,
                                            const ConnectionOptions& options);

/// Metadata of a call whose value a proxy before many servers hashes: "sessions/{id}".
inline constexpr char kRoutingHeader[] = "x-raftup-session";

/// "sessions/{id}" of the session or checkpoint that a request names; empty where it names none.
std::string session_of(const google::protobuf::Message& request);

/// 128 random bits in hexadecimal digits.
std::string random_id();

/// A context that says who calls.
/// @param session that the call is about, see session_of(); empty = none
std::unique_ptr<grpc::ClientContext> make_context(const std::string& token,
                                                  const std::string& session);

/// One field of a request that breaks a rule.
struct FieldViolation {
  std::string field;        ///< path in the request: "session.spec.model.bodies[1].mass"
  std::string description;  ///< "must be positive, got -3"
};

/// A call that failed. what() is the server's message: subject, rule, value.
class CallError : public std::runtime_error {
 public:
  explicit CallError(const grpc::Status& status);

  grpc::StatusCode code() const noexcept { return code_; }
  /// Stable, for programs: "BAD_FIELD", "STEP_CONFLICT" (session.proto lists them); empty where the
  /// failure is the connection's.
  const std::string& reason() const noexcept { return reason_; }
  /// What else a program may want to know: "session", "step_index", "checkpoint".
  const std::map<std::string, std::string>& metadata() const noexcept { return metadata_; }
  const std::vector<FieldViolation>& field_violations() const noexcept { return field_violations_; }

 private:
  grpc::StatusCode code_;
  std::string reason_;
  std::map<std::string, std::string> metadata_;
  std::vector<FieldViolation> field_violations_;
};

/// @throws CallError unless `status` is OK
void throw_unless_ok(const grpc::Status& status);

}  // namespace raftup::client
