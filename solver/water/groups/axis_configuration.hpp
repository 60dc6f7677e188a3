#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/configurations/database_family.hpp"
#include "solver/water/groups/axis_reading.hpp"

namespace raftup::solver {

/// The values of the axes of a family of databases of a hydrodynamic group, and the weights of the
/// nodes at these values. An axis without a filter that measures poses is a function of the poses.
/// The values of all other axes are given: GivenAxes writes them to BodyKinematics::axes of the
/// first body of the group.
class AxisConfiguration {
 public:
  AxisConfiguration(const Model& model, const HydrodynamicGroup& group);

  std::size_t node_count() const { return family_->nodes.size(); }
  /// True if the values of any axis are given.
  bool has_given_axes() const;
  /// True if the value of an axis is given.
  bool is_given(std::size_t axis) const { return given_[axis]; }
  const std::vector<AxisReading>& readings() const { return readings_; }
  const std::vector<ConfigurationAxis>& axes() const { return options_; }
  /// The body that carries the given values, as an index in the model.
  std::size_t carrier() const { return carrier_; }

  /// Returns the values of the axes [m, rad, m/s or the unit of an input].
  hydro::Configuration at(const Kinematics& bodies) const;
  /// Returns the rates of change of all axes.
  Vector3 rate(const Kinematics& bodies) const;
  /// Returns the rates of change of the given axes; 0 for axes of poses.
  Vector3 given_rate(const Kinematics& bodies) const;

  /// Computes the weights of the nodes. Nodes with the same data count as the first of them; if
  /// there is only one such node, its weight is exactly 1.
  /// @throws Error(kOutOfRange) beyond the margin of an axis; Error(kInternal) if a given value is
  ///         missing
  hydro::NodeWeights weights(const Kinematics& bodies) const;

  /// Adds the forces and moments on the bodies [N, N m, world axes] of a generalized force f along
  /// the axes of poses. The components of f along given axes have no effect: who moves q exerts
  /// them.
  void add_force(const Kinematics& bodies, const Vector3& f, BodyVectors& result) const;

 private:
  void require_inside(const hydro::Configuration& q) const;

  std::shared_ptr<const hydro::DatabaseFamily> family_;
  std::string group_;
  std::vector<ConfigurationAxis> options_;
  std::vector<AxisReading> readings_;
  std::vector<bool> given_;
  std::size_t carrier_;
};

}  // namespace raftup::solver
