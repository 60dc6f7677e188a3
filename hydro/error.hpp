#pragma once

#include <stdexcept>
#include <string>

namespace raftup {

/// What went wrong, in the terms of a caller: each maps to one gRPC status code in server/rpc.
enum class ErrorCode {
  kInvalidArgument,     ///< the input breaks a rule; sending it again cannot help
  kNotFound,            ///< a named thing does not exist
  kFailedPrecondition,  ///< the input is fine, the state of the object is not
  kOutOfRange,          ///< a value is beyond what the data or the history cover
  kResourceExhausted,   ///< a cap on size or count
  kDataLoss,            ///< stored bytes are damaged
  kInternal,            ///< a defect or a failed numerical method
};

/// The one exception of everything below server/. The message reads: subject, rule, value.
/// Example: "bodies[1].mass must be positive, got -3".
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

/// The rule of invalid arguments in one line: throws Error(kInvalidArgument, message) unless
/// `holds`.
void require(bool holds, const std::string& message);

}  // namespace raftup
