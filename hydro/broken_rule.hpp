#pragma once

#include <string>

#include "hydro/error.hpp"

namespace raftup {

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

/// Throws BrokenRule(rule, value) unless `holds`.
inline void require(bool holds, const std::string& rule, const std::string& value) {
  if (!holds) throw BrokenRule(rule, value);
}

}  // namespace raftup
