#include "solver/loads/hydrodynamics/elevation_window.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {
namespace {

constexpr double kNanosecond = 1e-9;  ///< s

/// Number of samples whose interpolation may change with the sample after them: a cubic between two
/// samples depends on one more on each side.
constexpr std::size_t kNeighbours = 2;

std::int64_t whole_units(double time, double unit) {
  return to_integer<std::int64_t>(nearest_integer(time / unit), "time of a stage");
}

/// Returns how many of the first samples of both lists are equal, bit for bit.
template <typename Value>
std::size_t equal_samples(std::span<const Value> a, std::span<const Value> b) {
  const std::size_t both = std::min(a.size(), b.size());
  // The usual case is that nothing has changed, which is found at the speed of the memory.
  if (both == 0 || std::memcmp(a.data(), b.data(), both * sizeof(Value)) == 0) return both;
  return static_cast<std::size_t>(
      std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(both), b.begin()).first -
      a.begin());
}

}  // namespace

ElevationWindow::ElevationWindow(std::int64_t step_ns, std::size_t count)
    : step_ns_(step_ns), count_(count) {
  // Twice the places that are needed: the samples are moved together once in `count` steps.
  for (Grid& grid : grids_) grid.buffer.resize(2 * count);
  grids_[1].in_middle = true;
}

/// Returns the number of samples of the input that the window at the end of the step depends on. An
/// input may know much more, as when a client sends a whole record.
std::size_t ElevationWindow::samples_until(const InputSeries& series, double step_end) const {
  const std::span<const std::int64_t> times = series.times_ns();
  const auto steps = static_cast<std::int64_t>(count_ / 2);
  const std::int64_t end_ns = whole_units(step_end, kNanosecond) + steps * step_ns_;
  const auto later = std::upper_bound(times.begin(), times.end(), end_ns);
  const auto within = static_cast<std::size_t>(later - times.begin());
  return std::min(times.size(), within + kNeighbours);
}

void ElevationWindow::follow(const InputSeries& series, double step_end) {
  const std::size_t count = samples_until(series, step_end);
  const std::span<const std::int64_t> times = series.times_ns().first(count);
  const auto kept = times.empty()
                        ? times_ns_.end()
                        : std::lower_bound(times_ns_.begin(), times_ns_.end(), times.front());
  const auto dropped = static_cast<std::size_t>(kept - times_ns_.begin());
  const auto known = std::span<const std::int64_t>(times_ns_).subspan(dropped);
  const std::size_t equal = std::min(
      equal_samples(known, times), equal_samples(std::span<const double>(values_).subspan(dropped),
                                                 series.values().first(count)));
  const bool same_curve = series.interpolation() == interpolation_;
  if (same_curve && equal == count && equal == known.size()) return;
  const double changed_after = !same_curve || equal < kNeighbours
                                   ? -std::numeric_limits<double>::infinity()
                                   : kNanosecond * static_cast<double>(times[equal - kNeighbours]);
  interpolation_ = series.interpolation();
  remember(series, dropped, equal, count);
  bool changed = false;
  for (Grid& grid : grids_) changed = refresh(series, changed_after, grid) || changed;
  if (!changed) return;
  for (StageForce& force : forces_) force.half_steps = -1;
}

/// Keeps a copy of the first `count` samples of the input. The copy has `dropped` older ones in front
/// of them, and the next `equal` are right already.
void ElevationWindow::remember(const InputSeries& series, std::size_t dropped, std::size_t equal,
                               std::size_t count) {
  const std::span<const std::int64_t> times = series.times_ns().subspan(equal, count - equal);
  const std::span<const double> values = series.values().subspan(equal, count - equal);
  times_ns_.resize(dropped + equal);
  values_.resize(dropped + equal);
  times_ns_.insert(times_ns_.end(), times.begin(), times.end());
  values_.insert(values_.end(), values.begin(), values.end());
  if (dropped <= count_) return;  // many at a time: what stays is moved to the front
  const auto gone = static_cast<std::ptrdiff_t>(dropped);
  times_ns_.erase(times_ns_.begin(), times_ns_.begin() + gone);
  values_.erase(values_.begin(), values_.begin() + gone);
}

double ElevationWindow::time_of(const Grid& grid, std::int64_t number) const {
  const auto start = static_cast<double>(number * step_ns_);
  return kNanosecond * (grid.in_middle ? start + 0.5 * static_cast<double>(step_ns_) : start);
}

/// Interpolates the samples after a time [s] again.
/// @returns true if one of them has another value than before
bool ElevationWindow::refresh(const InputSeries& series, double changed_after, Grid& grid) const {
  if (!grid.filled) return false;
  bool changed = false;
  for (std::size_t age = 0; age < count_; ++age) {
    const double time = time_of(grid, grid.newest - static_cast<std::int64_t>(age));
    if (time <= changed_after) break;
    const double before = grid.buffer[grid.first + age];
    series.evaluate(time, {&grid.buffer[grid.first + age], 1});
    changed = changed || grid.buffer[grid.first + age] != before;
  }
  return changed;
}

/// Moves the window to a newest sample and interpolates the samples that it did not have.
void ElevationWindow::move_to(const InputSeries& series, std::int64_t newest, Grid& grid) const {
  const std::int64_t shift = newest - grid.newest;
  const bool overlaps = grid.filled && shift >= 0 && std::cmp_less(shift, count_);
  const std::size_t fresh = overlaps ? static_cast<std::size_t>(shift) : count_;
  if (fresh > grid.first) {
    const std::size_t place = grid.buffer.size() - count_ + fresh;
    std::copy_backward(
        grid.buffer.begin() + static_cast<std::ptrdiff_t>(grid.first),
        grid.buffer.begin() + static_cast<std::ptrdiff_t>(grid.first + count_ - fresh),
        grid.buffer.end());
    grid.first = place;
  }
  grid.first -= fresh;
  grid.newest = newest;
  grid.filled = true;
  for (std::size_t age = 0; age < fresh; ++age) {
    series.evaluate(time_of(grid, newest - static_cast<std::int64_t>(age)),
                    {&grid.buffer[grid.first + age], 1});
  }
}

const VectorXd& ElevationWindow::force(const InputSeries& series, const StageTime& at,
                                       const Filter& filter) {
  const double half_step = 0.5 * kNanosecond * static_cast<double>(step_ns_);
  const std::int64_t half_steps = whole_units(at.time, half_step);
  StageForce& stage = forces_[static_cast<std::size_t>(half_steps % 3)];
  if (stage.half_steps == half_steps) return stage.force;
  Grid& grid = grids_[static_cast<std::size_t>(half_steps % 2)];
  move_to(series, half_steps / 2 + static_cast<std::int64_t>(count_ / 2), grid);
  filter(std::span<const double>(grid.buffer).subspan(grid.first, count_), stage.force);
  stage.half_steps = half_steps;
  return stage.force;
}

}  // namespace raftup::solver
