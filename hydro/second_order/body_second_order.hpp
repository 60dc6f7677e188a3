#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/excitation/transfer_function.hpp"
#include "hydro/second_order/drift_damping.hpp"
#include "hydro/second_order/second_order_sum.hpp"

namespace raftup::hydro {

/// Second-order wave force on one body [N, N m, heading frame]: the sums that a method needs.
class BodySecondOrder {
 public:
  /// @param components must outlive this object
  /// @throws Error(kInvalidArgument) as SecondOrderExcitation
  BodySecondOrder(const Database& database, Eigen::Index body, const Sea& sea,
                  const PairedComponents& components, double rest_heading,
                  const SecondOrderOptions& options);

  /// Checks that, at a heading of the body [rad], its second-order data cover all directions in
  /// which the waves of the sea meet it.
  /// @throws Error(kOutOfRange) if a direction lies outside the data by more than
  /// HeadingInterpolation::kMargin
  void check(double heading) const;

  /// Forces along a path, in the heading frame, without the ramp; per_u counts radians.
  /// @param headings  the headings of the body at the start, the middle and the end of the path
  /// [rad]
  PathForces forces(const PairedWaves& waves, const std::array<double, 3>& headings);

  /// True if all of its sums can use windows.
  bool uses_windows() const;

  /// Returns the wave drift damping of the body, which is empty unless the options ask for it.
  const std::optional<DriftDamping>& drift_damping() const { return drift_damping_; }

 private:
  void add_sums(const Database& database, Eigen::Index body, const Sea& sea,
                const PairedComponents& components, const SecondOrderOptions& options);

  std::string name_;
  double rest_heading_;
  std::vector<double> directions_;          ///< of the sea, relative to the heading of rest [rad]
  std::vector<HeadingInterpolation> data_;  ///< of every table in use
  std::vector<std::unique_ptr<SecondOrderSum>> sums_;
  std::optional<DriftDamping> drift_damping_;
};

}  // namespace raftup::hydro
