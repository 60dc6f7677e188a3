#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The elevation [m] of a stream around the stages of a step, sampled at the instants that a
/// two-sided impulse response of constant spacing needs:
///   eta(t + T - j h), j = 0, ..., 2 T / h,
/// for the step h of the model and t at the start, in the middle or at the end of a step. All
/// instants are multiples of h / 2 in whole or half nanoseconds, so that most samples of a step are
/// those of the step before, moved by one place. A sample is interpolated again only where the
/// samples of the input have changed since. The result is therefore that of interpolating all of
/// them: a function of the inputs and the time only.
///
/// The force is a direct sum over the window, not a partitioned Fourier transform as that of the
/// radiation memory, because a client may correct its forecast within the window at any step.
class ElevationWindow {
 public:
  /// Computes forces [N, N m] from elevations [m], the newest first.
  using Filter = std::function<void(std::span<const double> elevations, VectorXd& force)>;

  /// @param step_ns h [ns], > 0
  /// @param count   number of samples 2 T / h + 1, odd
  ElevationWindow(std::int64_t step_ns, std::size_t count);

  /// Interpolates again what has changed with the samples of the input. Must be called in each step
  /// before the first force.
  /// @param step_end time of the end of the step [s]
  void follow(const InputSeries& series, double step_end);

  /// Returns the force [N, N m] of a filter at a stage. It is computed once for each stage.
  const VectorXd& force(const InputSeries& series, const StageTime& at, const Filter& filter);

 private:
  /// The samples at the ends of steps, or those in the middle of steps.
  struct Grid {
    bool in_middle = false;
    bool filled = false;
    std::int64_t newest = 0;  ///< number k of the newest sample, at the time k h or k h + h / 2 [s]
    std::size_t first = 0;    ///< place of the newest sample in `buffer`; older ones follow
    std::vector<double> buffer;
  };
  /// The force at a stage that has been computed [N, N m].
  struct StageForce {
    std::int64_t half_steps = -1;  ///< time of the stage by h / 2 [1]; -1 if there is none
    VectorXd force;
  };

  double time_of(const Grid& grid, std::int64_t number) const;
  bool refresh(const InputSeries& series, double changed_after, Grid& grid) const;
  void move_to(const InputSeries& series, std::int64_t newest, Grid& grid) const;
  std::size_t samples_until(const InputSeries& series, double step_end) const;
  void remember(const InputSeries& series, std::size_t dropped, std::size_t equal,
                std::size_t count);

  std::int64_t step_ns_;
  std::size_t count_;
  std::array<Grid, 2> grids_;           ///< at the ends of steps, in the middle of steps
  std::array<StageForce, 3> forces_;    ///< at the half steps whose number is 0, 1, 2 modulo 3
  std::vector<std::int64_t> times_ns_;  ///< samples of the input up to the window, as followed last
  std::vector<double> values_;
  Interpolation interpolation_ = Interpolation::kHold;  ///< of the input when it was followed last
};

}  // namespace raftup::solver
