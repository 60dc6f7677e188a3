#pragma once

#include <utility>
#include <variant>

#include "solver/model/water/hydrodynamic_group.hpp"
#include "solver/water/groups/axis_configuration.hpp"
#include "solver/water/groups/pair_configuration.hpp"
#include "solver/water/groups/track_configuration.hpp"

namespace raftup::solver {

/// The configuration of the bodies of a family of databases: their relative position
/// (PairConfiguration), their place on a track (TrackConfiguration) or values of axes
/// (AxisConfiguration), with the weights of the nodes.
class FamilyConfiguration {
 public:
  FamilyConfiguration(const Model& model, const HydrodynamicGroup& group)
      : kind_(kind_of(model, group)) {}

  /// The configuration over axes; null over relative position and along a track.
  const AxisConfiguration* axes() const { return std::get_if<AxisConfiguration>(&kind_); }

  std::size_t node_count() const {
    return std::visit([](const auto& kind) { return kind.node_count(); }, kind_);
  }
  /// Index of a corner in a list of all nodes, followed by all nodes without coupling of the
  /// bodies.
  std::size_t place_of(const hydro::NodeWeight& corner) const {
    return corner.is_coupled ? corner.node : node_count() + corner.node;
  }
  /// The coordinates of the present configuration [m, rad, m/s or the unit of an input].
  hydro::Configuration at(const Kinematics& bodies) const {
    return std::visit([&](const auto& kind) { return kind.at(bodies); }, kind_);
  }
  /// Rates of change of the coordinates [m/s, rad/s].
  Vector3 rate(const Kinematics& bodies) const {
    return std::visit([&](const auto& kind) { return kind.rate(bodies); }, kind_);
  }
  /// Rates of change of the coordinates that do not follow from poses; 0 for the others.
  Vector3 given_rate(const Kinematics& bodies) const {
    return axes() == nullptr ? Vector3(Vector3::Zero()) : axes()->given_rate(bodies);
  }
  /// Weights of the nodes, as those of the kind.
  hydro::NodeWeights weights(const Kinematics& bodies) const {
    return std::visit([&](const auto& kind) { return kind.weights(bodies); }, kind_);
  }
  /// Adds the forces on the bodies of a generalized force along the coordinates [N, N m, world].
  void add_force(const Kinematics& bodies, const Vector3& f, BodyVectors& result) const {
    std::visit([&](const auto& kind) { kind.add_force(bodies, f, result); }, kind_);
  }

 private:
  using Kind = std::variant<PairConfiguration, AxisConfiguration, TrackConfiguration>;

  static Kind kind_of(const Model& model, const HydrodynamicGroup& group) {
    if (!group.family->axes.empty()) return AxisConfiguration(model, group);
    if (group.family->grid.track() != nullptr) return TrackConfiguration(model, group);
    return PairConfiguration(model, group);
  }

  Kind kind_;
};

}  // namespace raftup::solver
