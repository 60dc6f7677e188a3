#pragma once

#include <array>
#include <memory>
#include <string>

#include "hydro/configurations/database_family.hpp"
#include "solver/model/water/configurations.hpp"
#include "solver/water/groups/relative_position.hpp"

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// The relative position of the two bodies of a family of databases, and the weights of the nodes
/// at this position. The relative position q = (x, y, heading) [m, m, rad] is that of the center of
/// mass of the second body in the heading frame of the first.
class PairConfiguration {
 public:
  PairConfiguration(const Model& model, const HydrodynamicGroup& group);

  std::size_t node_count() const { return family_->nodes.size(); }
  hydro::Configuration at(const Kinematics& bodies) const { return position_.at(bodies); }
  /// Rate of change dq/dt of the relative position [m/s, m/s, rad/s].
  Vector3 rate(const Kinematics& bodies) const { return position_.rate(bodies); }
  /// Computes the weights of the nodes at the relative position q [m, m, rad]. If the model selects
  /// OutsideConfigurations::kUncoupled, the weights change beyond the margin gradually to the same
  /// nodes without coupling of the bodies.
  /// @throws Error(kOutOfRange) beyond the margin otherwise, and beyond the margin of the heading
  hydro::NodeWeights weights(const Kinematics& bodies) const;

  /// Adds the forces of a generalized force f along q [N, N, N m], as RelativePosition::add_force().
  void add_force(const Kinematics& bodies, const Vector3& f, BodyVectors& result) const {
    position_.add_force(bodies, f, result);
  }

 private:
  [[noreturn]] void refuse(const hydro::Configuration& q, const Vector3& outside) const;

  std::shared_ptr<const hydro::DatabaseFamily> family_;
  Configurations options_;
  RelativePosition position_;  ///< of the second body of the databases from the first
  std::array<std::string, 2> names_;
};

}  // namespace raftup::solver
