#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "solver/model/inputs/input_series.hpp"

namespace raftup::server {

/// What happens if a session waits for a participant that sends no messages.
enum class SilencePolicy {
  kPause,        ///< the session waits
  kFail,         ///< the stream of the controller is closed; the session remains
  kHoldLast,     ///< the newest sample is kept
  kExtrapolate,  ///< the two newest samples are continued as a straight line, then as a constant
  kDecayToZero,  ///< the newest sample decays to zero as a raised cosine
  kDetach,       ///< the participant loses its inputs and its part in the barrier
};

constexpr std::array<std::string_view, 6> names_of(SilencePolicy /*of*/) {
  return {"pause", "fail", "hold_last", "extrapolate", "decay_to_zero", "detach"};
}

/// The rule that was declared for a participant.
struct SilenceRule {
  SilencePolicy policy = SilencePolicy::kPause;
  std::chrono::milliseconds timeout{0};  ///< silent after this long without a message
  std::int64_t max_extrapolation_ns = 0;
  std::int64_t decay_ns = 0;

  /// The fields of v1::ParticipantSpec that make the rule, except for the timeout.
  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("silence_policy", self.policy);
    field("max_extrapolation_ns", self.max_extrapolation_ns);
    field("decay_ns", self.decay_ns);
  }

  /// True if the session continues with samples that it writes itself.
  bool substitutes() const {
    return policy == SilencePolicy::kHoldLast || policy == SilencePolicy::kExtrapolate ||
           policy == SilencePolicy::kDecayToZero;
  }
};

/// The replacement for the samples of one input of a silent participant, from the time t0 up to
/// which its own samples are complete:
/// - hold_last: x(t) = x0
/// - extrapolate: x(t) = x0 + slope min(t - t0, max_extrapolation), slope from its two newest
///   samples
/// - decay_to_zero: x(t) = x0 (1 + cos(pi (t - t0) / decay)) / 2, 0 after t0 + decay
/// It is a pure function of the samples, so that what is written depends on nothing else.
class Substitute {
 public:
  /// @param series   what the participant has sent; zeros if it has sent nothing
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
