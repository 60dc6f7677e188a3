#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/excitation/transfer_function.hpp"
#include "hydro/second_order/drift_damping.hpp"
#include "hydro/second_order/second_order_sum.hpp"

namespace raftup::hydro {

/// Second-order wave force on one body [N, N m, heading frame], as one or several sums over the
/// waves that the method of the options requires.
class BodySecondOrder {
 public:
  /// @param components must outlive this object
  /// @throws Error(kInvalidArgument) if the database lacks data that the method needs, or if waves
  ///          come from directions outside the data
  BodySecondOrder(const Database& database, Eigen::Index body, const Sea& sea,
                  const PairedComponents& components, double rest_heading,
                  const SecondOrderOptions& options);

  /// Checks that the second-order data cover the directions of the waves as seen from the body at a
  /// heading [rad].
  /// @throws Error(kOutOfRange) if a direction lies outside the data by more than
  ///          HeadingInterpolation::kMargin
  void check(double heading) const;

  /// Computes the forces and their gradients at the start, the middle and the end of a path, in the
  /// heading frame, without the ramp of the sea. per_u is the derivative with respect to the
  /// heading [1/rad].
  /// @param headings headings of the body at the start, the middle and the end of the path [rad]
  PathForces forces(const PairedWaves& waves, const std::array<double, 3>& headings);

  /// Returns true if all sums can use the windows of WaveWindows.
  bool uses_windows() const;

  /// Returns the wave drift damping of the body [N]; it is empty unless the options request it.
  const std::optional<DriftDamping>& drift_damping() const { return drift_damping_; }

 private:
  void add_sums(const Database& database, Eigen::Index body, const Sea& sea,
                const PairedComponents& components, const SecondOrderOptions& options);

  std::string name_;
  double rest_heading_;
  /// Wave directions of the sea relative to the heading of rest [rad].
  std::vector<double> directions_;
  /// Interpolation over the directions of each table of data in use.
  std::vector<HeadingInterpolation> data_;
  std::vector<std::unique_ptr<SecondOrderSum>> sums_;
  std::optional<DriftDamping> drift_damping_;
};

}  // namespace raftup::hydro
