#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "solver/model/inputs/input_series.hpp"

namespace raftup::server {

/// What the session does when it waits for a participant that sends no messages for longer than its
/// timeout.
enum class SilencePolicy {
  kPause,        ///< the session waits until the participant sends a message
  kFail,         ///< the stream of the controller is closed; the session remains
  kHoldLast,     ///< the newest sample of each input is repeated
  kExtrapolate,  ///< the two newest samples are continued as a straight line, then as a constant
  kDecayToZero,  ///< the newest sample decays to zero along a raised cosine of time
  kDetach,       ///< the participant loses its inputs, and steps no longer wait for it
};

constexpr std::array<std::string_view, 6> names_of(SilencePolicy /*of*/) {
  return {"pause", "fail", "hold_last", "extrapolate", "decay_to_zero", "detach"};
}

/// The silence rule that was declared for a participant.
struct SilenceRule {
  SilencePolicy policy = SilencePolicy::kPause;
  /// A participant is silent after this time without a message.
  std::chrono::milliseconds timeout{0};
  /// Largest time beyond the last sample up to which kExtrapolate continues the straight line.
  std::int64_t max_extrapolation_ns = 0;
  /// Time within which kDecayToZero reduces a value to zero.
  std::int64_t decay_ns = 0;

  /// Lists the fields of the rule that are read from v1::ParticipantSpec; the timeout is read
  /// separately.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("silence_policy", self.policy);
    field("max_extrapolation_ns", self.max_extrapolation_ns);
    field("decay_ns", self.decay_ns);
  }

  /// True if the session continues with samples that it writes in place of the participant's
  /// samples.
  bool substitutes() const {
    return policy == SilencePolicy::kHoldLast || policy == SilencePolicy::kExtrapolate ||
           policy == SilencePolicy::kDecayToZero;
  }
};

/// The replacement for the samples of one input of a silent participant. With t0 the time up to
/// which the participant's own samples are complete, and x0 its newest sample, the value is
/// - hold_last: x(t) = x0
/// - extrapolate: x(t) = x0 + slope min(t - t0, max_extrapolation), with the slope between the two
///   newest samples
/// - decay_to_zero: x(t) = x0 (1 + cos(pi (t - t0) / decay)) / 2, and 0 after t0 + decay
/// The values depend only on the samples and the rule, so that a repeated run gives the same
/// values.
class Substitute {
 public:
  /// @param series samples that the participant has sent; zeros are used if it has sent none
  /// @param start_ns time t0 up to which the samples of the participant are complete
  Substitute(const SilenceRule& rule, const solver::InputSeries& series, std::int64_t start_ns);

  std::size_t width() const { return start_values_.size(); }
  /// Computes the replacement values at a time.
  /// @param values receives width() values
  void evaluate(std::int64_t time_ns, std::span<double> values) const;

 private:
  SilenceRule rule_;
  std::int64_t start_ns_;
  std::vector<double> start_values_;
  std::vector<double> slopes_;  ///< change per ns between the two newest samples
};

}  // namespace raftup::server
