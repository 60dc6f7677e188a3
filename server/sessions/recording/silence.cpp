#include "server/sessions/recording/silence.hpp"

#include <algorithm>

#include "hydro/numerics/elementary.hpp"

namespace raftup::server {

namespace {

/// Returns the slopes between the last two samples [1/ns], or zeros if there are fewer than two.
std::vector<double> newest_slopes(const solver::InputSeries& series) {
  const auto width = static_cast<std::size_t>(series.width());
  std::vector<double> slopes(width, 0.0);
  const auto times = series.times_ns();
  if (times.size() < 2) return slopes;
  const auto interval = static_cast<double>(times[times.size() - 1] - times[times.size() - 2]);
  const auto newest = series.values().last(width);
  const auto before = series.values().last(2 * width).first(width);
  for (std::size_t i = 0; i < width; ++i) slopes[i] = (newest[i] - before[i]) / interval;
  return slopes;
}

}  // namespace

Substitute::Substitute(const SilenceRule& rule, const solver::InputSeries& series,
                       std::int64_t start_ns)
    : rule_(rule),
      start_ns_(start_ns),
      start_values_(static_cast<std::size_t>(series.width()), 0.0) {
  if (!series.times_ns().empty()) {
    const auto newest = series.values().last(start_values_.size());
    start_values_.assign(newest.begin(), newest.end());
  }
  if (rule.policy == SilencePolicy::kExtrapolate) slopes_ = newest_slopes(series);
}

void Substitute::evaluate(std::int64_t time_ns, std::span<double> values) const {
  const std::int64_t elapsed_ns = std::max<std::int64_t>(0, time_ns - start_ns_);
  std::copy(start_values_.begin(), start_values_.end(), values.begin());
  if (rule_.policy == SilencePolicy::kExtrapolate) {
    const auto reach = static_cast<double>(std::min(elapsed_ns, rule_.max_extrapolation_ns));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += slopes_[i] * reach;
  } else if (rule_.policy == SilencePolicy::kDecayToZero) {
    const double part = static_cast<double>(elapsed_ns) / static_cast<double>(rule_.decay_ns);
    const double factor = part < 1.0 ? 0.5 * (1.0 + sincos_turns(0.5 * part).cosine) : 0.0;
    for (double& value : values) value *= factor;
  }
}

}  // namespace raftup::server
