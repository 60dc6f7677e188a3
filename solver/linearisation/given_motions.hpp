#pragma once

#include <memory>
#include <vector>

#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/linearisation/linear_model.hpp"
#include "solver/model/bodies/rao_table.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The motions that displacement RAOs give to kinematic bodies, in the frequency domain. All bodies
/// move by x = x_given + (free motions), where x_given is the smallest motion [m, rad] that has the
/// given displacements in the dofs of these bodies and satisfies every joint:
///   G x_given = c,  x_given = G^+ c,
/// with G the rows of joints and held dofs, c the given displacement in the rows of a driven body
/// and 0 in all other rows. Vessels that move along a path are left out.
class GivenMotions {
 public:
  /// @param mean mean poses of the bodies
  /// @param held constraints there, world axes
  GivenMotions(const Model& model, const Kinematics& mean, const StillWaterSystem::HeldRows& held,
               const std::vector<Heading>& rest_headings);

  /// True if no body is driven by RAOs.
  bool empty() const { return vessels_.empty(); }

  /// Computes x_given per meter of wave amplitude, with phase 0 of the wave at the world origin.
  /// @param wavenumber of each wave [rad/m], as WaveForces::wavenumber
  /// @returns for each omega 6N x directions, dof axes; no elements if empty()
  std::vector<MatrixXcd> at(const WaveSelection& waves, const RowMajorMatrix& wavenumber) const;

 private:
  /// A vessel that RAOs move about its mean pose.
  struct Vessel {
    RaoTable table;
    double heading;   ///< rad, world: heading of the axes of the RAOs
    Vector2 gauge;    ///< m, world: point to which the phases refer
    MatrixXd motion;  ///< all dofs x 6: motion of all bodies by a motion of the RAOs, dof axes
  };

  std::vector<Vessel> vessels_;
};

}  // namespace raftup::solver
