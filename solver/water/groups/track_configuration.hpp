#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/configurations/database_family.hpp"
#include "solver/model/water/configurations.hpp"
#include "solver/water/groups/relative_position.hpp"

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// The place of the bodies of a family of databases on its track, and the weights of the nodes
/// there. The coordinates are (u, d, 0): the way u along the track [m] and the distance d from it
/// [m], see hydro::Track. The weights depend on u alone, unless the coupling of the bodies fades
/// with d. Both are functions of the poses.
class TrackConfiguration {
 public:
  TrackConfiguration(const Model& model, const HydrodynamicGroup& group);

  std::size_t node_count() const { return family_->nodes.size(); }
  /// The coordinates (u, d, 0) [m].
  hydro::Configuration at(const Kinematics& bodies) const;
  /// Rates of change of the coordinates [m/s].
  Vector3 rate(const Kinematics& bodies) const;
  /// Computes the weights of the nodes. Nodes with the same data count as the first of them. If the
  /// model selects OutsideConfigurations::kUncoupled, the weights change with d beyond the margin
  /// gradually to the same nodes without coupling of the bodies.
  /// @throws Error(kOutOfRange) if d exceeds the margin otherwise, or if a heading differs from that
  ///         of the track by more than the margin of the heading
  hydro::NodeWeights weights(const Kinematics& bodies) const;
  /// Adds the forces and moments on the bodies [N, N m, world axes] that correspond to a generalized
  /// force f along the coordinates [N]. Their sum and their moment about any vertical axis are 0
  /// while the bodies are upright.
  void add_force(const Kinematics& bodies, const Vector3& f, BodyVectors& result) const;

 private:
  /// Relative positions and what follows from them.
  struct Found {
    double along;                ///< u [m]
    hydro::Track::Place place;   ///< of u on the track
    Eigen::Matrix2Xd deviation;  ///< q - P(u) of each body [m]
    double distance;             ///< d [m]
    double largest_turn;         ///< largest difference of a heading from that of the track [rad]
  };

  const hydro::Track& track() const { return *family_->grid.track(); }
  Found find(const Kinematics& bodies) const;
  /// The gradient of d with respect to x and y of each body [1].
  Eigen::Matrix2Xd distance_gradient(const Found& found) const;

  std::shared_ptr<const hydro::DatabaseFamily> family_;
  std::string group_;
  Configurations options_;
  std::vector<RelativePosition> others_;  ///< of all bodies of the databases except the first
};

}  // namespace raftup::solver
