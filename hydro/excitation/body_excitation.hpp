#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "hydro/base/whole_number.hpp"
#include "hydro/excitation/component_sum.hpp"
#include "hydro/excitation/excitation.hpp"
#include "hydro/excitation/remembered_cells.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/excitation/wave_moments.hpp"
#include "hydro/excitation/windowed_coefficients.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Requires that every component of a sea lies within the data, for a body at its heading of rest
/// [rad].
/// @throws Error(kInvalidArgument) naming the component, or if the database has no excitation
void check_within_data(const Database& database, Eigen::Index body, const Sea& sea,
                       double rest_heading);

/// Wave excitation of one body: its transfer functions at the sea's components for any heading.
/// Headings are counted from that of rest in cells of kHeadingStep. At the edges of a cell the
/// coefficients are those of the smooth interpolation over the filed directions, in between they
/// follow the parabola with its mean curvature: continuous, and with a slope that jumps only by the
/// third power of the step, so that a stepper of order 4 keeps its order (straight lines in cells
/// of .25 deg leave 3e-7 of the motion of a ship that yaws by 6 deg). The cells last used are
/// remembered: a pure cache.
class BodyExcitation {
 public:
  static constexpr double kHeadingStep = 0.00436332312998582394;  ///< rad, .25 deg

  /// @throws Error(kInvalidArgument) as check_within_data()
  BodyExcitation(const Database& database, Eigen::Index body, const Sea& sea, double rest_heading)
      : BodyExcitation(database, body, sea, rest_heading, terms_of(sea)) {}
  /// @param terms the waves for which coefficients are needed, in directions of the sea
  BodyExcitation(const Database& database, Eigen::Index body, const Sea& sea, double rest_heading,
                 const std::vector<WaveTerm>& terms);

  /// Checks that, at a heading of the body [rad], its excitation data cover the directions of the
  /// waves.
  /// @throws Error(kOutOfRange) if the heading [rad] leaves the data by more than the margin
  void check(double heading) const;

  /// The number of steps of kHeadingStep [rad] between a heading and that of rest, within half a
  /// turn.
  double steps_from_rest(double heading) const;

  /// Writes the wave excitation of the body on a path from halfway - change to halfway + change.
  /// @param body index in the motion
  /// @param sum  gives PathForces of (number of a cell, parameters), as sum_components() does with
  ///         the coefficients() there
  template <typename Sum>
  void linearize(std::size_t body, const UniformMotion& motion, const HorizontalPose& halfway,
                 const HorizontalPose& change, const Sea& sea, const Sum& sum,
                 StepExcitation& instants);

  /// a_c X_body(omega_c, direction_c - heading) of the cell from `number` to `number` + 1 steps, in
  /// the heading frame [N, N m], u counting steps from its lower edge; X outside the data is that
  /// at their edge. Valid until the next call.
  const ForceCoefficients& coefficients(long number);

  /// The same coefficients for the nodes of a window, up to rounding.
  const ForceCoefficients& coefficients(const WaveWindows& windows,
                                        const WaveWindows::Window& window, long number);

 private:
  ForceCoefficients interpolated(long number) const;
  std::vector<WaveWindows::Series> at_edge(long number) const;

  std::string name_;
  double rest_heading_;
  HeadingInterpolation headings_;
  std::vector<double> directions_;         ///< rad, relative to the heading of rest, each once
  std::vector<std::size_t> direction_of_;  ///< of each term, index in directions_
  std::vector<MatrixXd> amplitudes_;       ///< per term: 12 (6 re, 6 im) x filed directions, a X
  RememberedCells<ForceCoefficients> cells_;
  WindowedCoefficients windowed_;
};

/// Half durations from the middle of a motion to its start, middle and end, as factors.
inline constexpr std::array<double, 3> kHalves{-1.0, 0.0, 1.0};

inline HorizontalPose moved(const HorizontalPose& pose, const HorizontalPose& change,
                            double factor) {
  return {pose.x + factor * change.x, pose.y + factor * change.y,
          pose.heading + factor * change.heading};
}

/// Resizes the instants for a number of bodies.
void resize(StepExcitation& instants, std::size_t bodies);

template <typename Sum>
void BodyExcitation::linearize(std::size_t body, const UniformMotion& motion,
                               const HorizontalPose& halfway, const HorizontalPose& change,
                               const Sea& sea, const Sum& sum, StepExcitation& instants) {
  std::array<double, 3> steps{};
  for (std::size_t n = 0; n < instants.size(); ++n) {
    HorizontalPose& pose = instants[n].poses[body];
    pose = moved(halfway, change, kHalves[n]);
    steps[n] = steps_from_rest(pose.heading);
  }
  PathForces forces;
  for (std::size_t n = 0; n < instants.size(); ++n) {
    const double cell = std::floor(steps[n]);
    if (n == 0 || cell != std::floor(steps[n - 1])) {
      forces = sum(to_integer<long>(cell, "steps of the heading from rest"),
                   PathParameters{steps[0] - cell, steps[1] - cell, steps[2] - cell});
    }
    const double ramp = sea.ramp(motion.middle + kHalves[n] * motion.half_duration);
    const auto row = kDofs * static_cast<Eigen::Index>(body);
    instants[n].force.segment<kDofs>(row) = ramp * forces[n].force;
    instants[n].gradient.middleRows<kDofs>(row) << ramp * forces[n].per_x, ramp * forces[n].per_y,
        ramp / kHeadingStep * forces[n].per_u;
  }
}

}  // namespace raftup::hydro
