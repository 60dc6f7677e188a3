#pragma once

#include <grpcpp/support/status.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace raftup::client {

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
