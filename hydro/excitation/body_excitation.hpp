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

/// Checks that every component of a sea lies within the excitation data of a database, for a body
/// at its heading of rest [rad].
/// @throws Error(kInvalidArgument) with the component that does not, or if the database has no
///          excitation
void check_within_data(const Database& database, Eigen::Index body, const Sea& sea,
                       double rest_heading);

/// Wave excitation of one body in a sea at any heading, computed from its transfer functions at the
/// components of the sea. Headings are counted from the heading of rest in cells of kHeadingStep.
/// At the edges of a cell the coefficients are those of the smooth interpolation over the wave
/// directions of the database. Inside the cell they follow a parabola through both edges with the
/// mean of the curvatures there. The force is therefore a continuous function of the heading whose
/// slope has jumps of only the third power of the step, so that an integration of order 4 keeps its
/// order. (Linear interpolation in cells of .25 deg has an error of 3e-7 of the motion for a ship
/// that yaws by 6 deg.) The cells used last are cached; the cache has no influence on results.
class BodyExcitation {
 public:
  /// Width of a cell of headings [rad], .25 deg.
  static constexpr double kHeadingStep = 0.00436332312998582394;

  /// Computes the transfer functions at given waves.
  /// @param transfer_function that of the body in the database
  /// @param terms             the waves for which coefficients are needed, in directions of the sea;
  ///         terms_of(sea) for its components
  /// @throws Error(kInvalidArgument) as check_within_data()
  BodyExcitation(const Database& database, Eigen::Index body,
                 const BodyTransferFunction& transfer_function, const Sea& sea, double rest_heading,
                 const std::vector<WaveTerm>& terms);

  /// Checks that the excitation data cover the directions of the waves as seen from the body at a
  /// heading [rad].
  /// @throws Error(kOutOfRange) if a direction lies outside the data by more than
  ///          HeadingInterpolation::kMargin
  void check(double heading) const;

  /// Returns the angle from the heading of rest to a heading [rad], in steps of kHeadingStep. The
  /// angle is within half a turn.
  double steps_from_rest(double heading) const;

  /// Computes the wave excitation [N, N m, heading frame] at the start, the middle and the end of a
  /// uniform motion of the body, and its gradient at the middle and the end.
  /// @param body    index of the body in `motion`
  /// @param halfway pose in the middle of the motion; the motion is from halfway - change to
  ///         halfway + change
  /// @param change  change of the pose from the middle to the end of the motion
  /// @param sum     function of the number of a heading cell and PathParameters that returns
  ///         PathForces, as sum_components() does with the coefficients() of that cell
  template <typename Sum>
  void linearize(std::size_t body, const UniformMotion& motion, const HorizontalPose& halfway,
                 const HorizontalPose& change, const Sea& sea, const Sum& sum,
                 StepExcitation& instants);

  /// Returns the coefficients a_c X(omega_c, direction_c - heading) of all waves c in one cell of
  /// headings, as parabolas in u, in the heading frame [N, N m]. The cell extends from `number` to
  /// `number` + 1 steps from the heading of rest, and u is the distance from its lower edge in
  /// steps. For directions outside the data, X is that at the edge of the data. The reference is
  /// valid until the next call.
  const ForceCoefficients& coefficients(long number);

  /// Returns the coefficients [N, N m] of a cell of headings for the nodes of a window instead of
  /// the components. Sums with them equal sums over the components up to rounding.
  const ForceCoefficients& coefficients(const WaveWindows& windows,
                                        const WaveWindows::Window& window, long number);

 private:
  ForceCoefficients interpolated(long number) const;
  std::vector<WaveWindows::Series> at_edge(long number) const;

  std::string name_;
  double rest_heading_;
  HeadingInterpolation headings_;
  /// Directions of the sea relative to the heading of rest [rad], each once.
  std::vector<double> directions_;
  /// For each term, the index of its direction in directions_.
  std::vector<std::size_t> direction_of_;
  /// A X of each term: 12 rows (6 real, 6 imaginary parts) x wave directions of the database.
  std::vector<MatrixXd> amplitudes_;
  RememberedCells<ForceCoefficients> cells_;
  WindowedCoefficients windowed_;
};

/// Start, middle and end of a motion, in half durations from its middle.
inline constexpr std::array<double, 3> kHalves{-1.0, 0.0, 1.0};

/// Returns the pose after `factor` times the change [m, rad, world].
inline HorizontalPose moved(const HorizontalPose& pose, const HorizontalPose& change,
                            double factor) {
  return {pose.x + factor * change.x, pose.y + factor * change.y,
          pose.heading + factor * change.heading};
}

/// Resizes the results of all three instants for a number of bodies.
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
