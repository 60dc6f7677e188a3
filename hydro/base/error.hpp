#pragma once

#include <stdexcept>
#include <string>

namespace raftup {

/// Kind of an error, from the point of view of the caller. Each kind is reported as one gRPC status
/// code, see server/rpc.
enum class ErrorCode {
  kInvalidArgument,  ///< the input violates a rule; sending it again cannot help
  kNotFound,         ///< an object with this name does not exist
  /// The input is valid, but the state of the object does not allow the operation.
  kFailedPrecondition,
  kOutOfRange,         ///< a value is outside the range of the data or of the stored history
  kResourceExhausted,  ///< a limit of size or number is exceeded
  kDataLoss,           ///< stored bytes are damaged
  kInternal,           ///< a defect of the program, or a numerical method that failed
};

/// The exception that all code below server/ throws, apart from Cancelled. The message consists of
/// subject, rule and value, for example "bodies[1].mass must be positive, got -3".
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

  /// Kind of the error.
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

/// Checks a rule for an argument: throws Error(kInvalidArgument, message) unless `holds` is true.
void require(bool holds, const std::string& message);

/// An error of kind kInvalidArgument whose rule and value can be read separately. The message is
/// "RULE, got VALUE".
class BrokenRule final : public Error {
 public:
  /// @param rule  subject and rule, for example "components[1].omega must be positive"
  /// @param value value that violates the rule, for example "-3"
  BrokenRule(const std::string& rule, const std::string& value)
      : Error(ErrorCode::kInvalidArgument, rule + ", got " + value), rule_(rule), value_(value) {}

  const std::string& rule() const noexcept { return rule_; }
  const std::string& value() const noexcept { return value_; }

 private:
  std::string rule_, value_;
};

/// Reports that a numerical method found no solution, or that a value is no longer finite, although
/// the request was valid. Unlike other errors of kind kInternal it is not a defect of the program;
/// therefore the service reports SOLVER_FAILED for it instead of INTERNAL.
class SolverFailure final : public Error {
 public:
  explicit SolverFailure(const std::string& message) : Error(ErrorCode::kInternal, message) {}
};

/// Checks a rule for an argument: throws BrokenRule(rule, value) unless `holds` is true.
inline void require(bool holds, const std::string& rule, const std::string& value) {
  if (!holds) throw BrokenRule(rule, value);
}

}  // namespace raftup
