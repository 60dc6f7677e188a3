#pragma once

#include <array>
#include <memory>
#include <string>

#include "hydro/configurations/database_family.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/water/configurations.hpp"

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// Where the second body of a family of databases is, seen from the first: q = (x, y, heading) of
/// its centre of mass in the heading frame of the first, and what the nodes count there.
class PairConfiguration {
 public:
  PairConfiguration(const Model& model, const HydrodynamicGroup& group);

  std::size_t node_count() const { return family_->nodes.size(); }
  /// Place in a list of all nodes, then all nodes without what couples the bodies.
  std::size_t place_of(const hydro::NodeWeight& corner) const {
    return corner.is_coupled ? corner.node : node_count() + corner.node;
  }

  hydro::Configuration at(const Kinematics& bodies) const;
  /// dq/dt [m/s, m/s, rad/s].
  Vector3 rate(const Kinematics& bodies) const;
  /// Those of the grid; behind the margin, where that is asked for, they go over to the same nodes
  /// without what couples the bodies.
  /// @throws Error(kOutOfRange) beyond the margin otherwise, and beyond that of the heading
  hydro::NodeWeights weights(const Kinematics& bodies) const;

  /// Adds (dq/dx)^T f: what a force f along q does to the bodies. Its sum is 0, its moment about
  /// the vertical through any point, too, while the bodies are upright.
  /// @param f [N, N, N m]
  void add_force(const Kinematics& bodies, const Vector3& f, BodyVectors& result) const;

 private:
  [[noreturn]] void refuse(const hydro::Configuration& q, const Vector3& outside) const;

  std::shared_ptr<const hydro::DatabaseFamily> family_;
  Configurations options_;
  std::array<std::size_t, 2> bodies_{};  ///< in the order of the databases
  std::array<std::string, 2> names_;
};

}  // namespace raftup::solver
