#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/model/inputs/input_series.hpp"

namespace raftup::server {

/// What happens where a session waits for a participant from which nothing is heard.
enum class SilencePolicy {
  kPause,        ///< the session waits
  kFail,         ///< the controller is let go; the session stays
  kHoldLast,     ///< the newest sample goes on
  kExtrapolate,  ///< the two newest samples go on as a straight line, then a constant
  kDecayToZero,  ///< the newest sample goes to zero as a raised cosine
  kDetach,       ///< the participant loses its inputs and its part in the barrier
};

/// As declared for a participant.
struct SilenceRule {
  SilencePolicy policy = SilencePolicy::kPause;
  std::chrono::milliseconds timeout{0};  ///< silent after this long without a message
  std::int64_t max_extrapolation_ns = 0;
  std::int64_t decay_ns = 0;

  /// The session goes on with samples that it writes itself.
  bool substitutes() const {
    return policy == SilencePolicy::kHoldLast || policy == SilencePolicy::kExtrapolate ||
           policy == SilencePolicy::kDecayToZero;
  }
};

/// What stands in for the samples of one input of a silent participant, from the time t0 on up to
/// which its own are complete:
/// - hold_last: x(t) = x0
/// - extrapolate: x(t) = x0 + slope min(t - t0, max_extrapolation), slope from its two newest
/// samples
/// - decay_to_zero: x(t) = x0 (1 + cos(pi (t - t0) / decay)) / 2, 0 after t0 + decay
/// A pure function of the samples, so that what is written depends on nothing else.
class Substitute {
 public:
  /// @param series   what the participant has sent; zeros where it has sent nothing
  /// @param start_ns t0
  Substitute(const SilenceRule& rule, const solver::InputSeries& series, std::int64_t start_ns);

  std::size_t width() const { return start_values_.size(); }
  /// @param values [width()]
  void evaluate(std::int64_t time_ns, std::span<double> values) const;

 private:
  SilenceRule rule_;
  std::int64_t start_ns_;
  std::vector<double> start_values_;
  std::vector<double> slopes_;  ///< per ns
};

}  // namespace raftup::server
