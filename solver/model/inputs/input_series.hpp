#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace raftup::solver {

enum class Interpolation {
  kHold,     ///< the newest sample at or before the start of a step, through all its stages
  kLinear,   ///< order 2
  kHermite,  ///< cubic, slopes from the parabola through three samples: order 3, C1
};

constexpr std::array<std::string_view, 3> names_of(Interpolation /*of*/) {
  return {"hold", "linear", "hermite"};
}

/// Samples of one input over time, ahead of or behind the simulation; interpolated at stage times.
/// Before the first sample: that sample; after the last: that sample; none at all: zeros.
/// Invariant: times ascend strictly.
class InputSeries {
 public:
  InputSeries() = default;
  InputSeries(int width, Interpolation interpolation);

  int width() const { return width_; }
  Interpolation interpolation() const { return interpolation_; }
  void set_interpolation(Interpolation interpolation) { interpolation_ = interpolation; }

  /// Appends a sample; if it is at or before the newest time [ns], it replaces all samples from
  /// there on.
  /// @throws Error(kInvalidArgument) for a wrong width or a value that is not finite
  void append(std::int64_t time_ns, std::span<const double> values);

  /// Interpolated value at `time` [s] into `values` (size width()). Simulation evaluates a held
  /// input at the start of a step only: a sample at its end belongs to the next step, whether it is
  /// already known or not, so sending ahead never changes a result.
  void evaluate(double time, std::span<double> values) const;

  /// A view of the value of a held input, as evaluate() computes it; empty without samples.
  std::span<const double> held(double time) const;

  /// How far beyond a time the newest sample must reach so that later samples cannot change the
  /// value there [ns]: 0, for kHermite the longest interval between samples.
  std::int64_t look_ahead_ns() const;

  /// Removes samples that no evaluation at or after `time_ns` can need.
  void forget_before(std::int64_t time_ns) noexcept;

  std::span<const std::int64_t> times_ns() const { return times_ns_; }
  std::span<const double> values() const { return values_; }

  bool operator==(const InputSeries&) const = default;

 private:
  /// Index of the first sample later than `time` [s]; the one before it is the value of a held
  /// input.
  std::size_t first_later(double time) const;
  /// The sample before that index, or the first one if there is none before it.
  std::span<const double> held_before(std::size_t next) const;
  double sample(std::size_t index, std::size_t column) const;
  double between(std::size_t before, std::size_t column, double time) const;
  double slope(std::size_t index, std::size_t column) const;

  int width_ = 0;
  Interpolation interpolation_ = Interpolation::kHold;
  std::vector<std::int64_t> times_ns_;
  std::vector<double> values_;  ///< [sample][column]
};

}  // namespace raftup::solver
