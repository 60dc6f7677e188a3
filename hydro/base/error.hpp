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

/// An invalid argument whose rule and value a caller can have apart; the message is both, "rule,
/// got value".
class BrokenRule final : public Error {
 public:
  /// @param rule  subject and rule: "components[1].omega must be positive"
  /// @param value as given: "-3"
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

/// Throws BrokenRule(rule, value) unless `holds`.
inline void require(bool holds, const std::string& rule, const std::string& value) {
  if (!holds) throw BrokenRule(rule, value);
}

}  // namespace raftup
