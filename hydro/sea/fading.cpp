#include "hydro/sea/fading.hpp"

#include <algorithm>
#include <numbers>

#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

/// An instant counts as the end of a part from this time before it on [s]: half of the nanosecond
/// of which steps have whole numbers, and the rounding of long runs.
double tolerance(double end) { return 0.5e-9 + 1e-15 * end; }

}  // namespace

/// The part that holds at a time [s]; before the first part it is the first, after the last part
/// the last.
const Fading::Part& Fading::part_at(double time) const {
  const auto next = std::find_if(parts_.begin(), parts_.end(), [time](const Part& part) {
    return time < part.end - tolerance(part.end);
  });
  return next == parts_.end() ? parts_.back() : *next;
}

double Fading::in_parts(double time) const {
  const auto& [start, end, presence] = part_at(time);
  if (presence != Presence::kRamp) return presence == Presence::kOn ? 1.0 : 0.0;
  if (time >= end) return 1.0;
  if (time <= start) return 0.0;
  return 0.5 * (1.0 - sincos_turns(0.5 * (time - start) / (end - start)).cosine);
}

Fading::Rates Fading::rates(double time) const {
  const double value = at(time);
  if (parts_.empty()) return {value, 0.0, 0.0};
  const auto& [start, end, presence] = part_at(time);
  if (presence != Presence::kRamp || time < start || time >= end) return {value, 0.0, 0.0};
  const double speed = std::numbers::pi / (end - start);
  const auto [sine, cosine] = sincos(speed * (time - start));
  return {value, 0.5 * speed * sine, 0.5 * speed * speed * cosine};
}

}  // namespace raftup::hydro
