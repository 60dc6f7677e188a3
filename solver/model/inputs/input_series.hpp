#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace raftup::solver {

enum class Interpolation {
  kHold,    ///< constant through a step: the newest sample at or before its start
  kLinear,  ///< linear between two samples, order 2
  /// cubic, with slopes of the parabola through three samples: order 3, continuous first derivative
  kHermite,
};

constexpr std::array<std::string_view, 3> names_of(Interpolation /*of*/) {
  return {"hold", "linear", "hermite"};
}

/// The samples of one input over time [ns], from which its value at any time is interpolated.
/// Samples may lie ahead of the time of the simulation or behind it. Before the first sample and
/// after the last one, the value of that sample applies. Without samples the value is zero. The
/// times of the samples ascend strictly.
class InputSeries {
 public:
  InputSeries() = default;
  InputSeries(int width, Interpolation interpolation);

  int width() const { return width_; }
  Interpolation interpolation() const { return interpolation_; }
  void set_interpolation(Interpolation interpolation) { interpolation_ = interpolation; }

  /// Appends a sample. All samples at or after its time [ns] are removed first.
  /// @throws Error(kInvalidArgument) for a wrong number of values, or a value that is not finite or
  ///         too large
  void append(std::int64_t time_ns, std::span<const double> values);

  /// Computes the interpolated value at `time` [s].
  /// The simulation evaluates a held input only at the start of a step. A sample at the end of the
  /// step belongs to the next step, whether it is already known or not. The time at which a sample
  /// arrives therefore does not change results.
  /// @param values receives the result, width() values
  void evaluate(double time, std::span<double> values) const;

  /// The rate of change [1/s] of the interpolated value of the first column after `time` [s]. It is
  /// 0 for a held input, before the first sample and from the last one on.
  double rate(double time) const;

  /// The value of a held input at `time` [s], as evaluate() computes it; empty if there are no
  /// samples.
  std::span<const double> held(double time) const;

  /// The time by which the newest sample must lie after an instant so that later samples cannot
  /// change the value at that instant [ns]. It is 0, or for kHermite the longest interval between
  /// samples.
  std::int64_t look_ahead_ns() const;

  /// Removes samples that are not needed for any evaluation at or after `time_ns` [ns].
  void forget_before(std::int64_t time_ns) noexcept;

  std::span<const std::int64_t> times_ns() const { return times_ns_; }
  std::span<const double> values() const { return values_; }

  bool operator==(const InputSeries&) const = default;

 private:
  /// Index of the first sample later than `time` [s]. The sample before it is the value of a held
  /// input.
  std::size_t first_later(double time) const;
  /// The sample before the index `next`, or the first sample if `next` is 0.
  std::span<const double> held_before(std::size_t next) const;
  double sample(std::size_t index, std::size_t column) const;
  double between(std::size_t before, std::size_t column, double time) const;
  double slope(std::size_t index, std::size_t column) const;

  int width_ = 0;
  Interpolation interpolation_ = Interpolation::kHold;
  std::vector<std::int64_t> times_ns_;
  std::vector<double> values_;  ///< the values of all samples, [sample][column]
};

}  // namespace raftup::solver
