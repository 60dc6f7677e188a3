#pragma once

#include <vector>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Forces of the gusts of a model's wind on its bodies, for gusts that are small beside the mean
/// wind. For every wind load in the mean position, dF/dU [N s/m, N s] is the derivative of its
/// force by the wind speed, from a central difference of the force in a simulation. With the
/// spectral density S [m2/s] of the wind at the height of the load,
///   G(omega) = sum over loads of dF/dU sqrt(S(omega/2 pi)/2 pi).
/// All loads are in the same history of gusts (hydro::WindHistory), so that their forces add in
/// phase, and motions x = H G have the one-sided spectral densities |x|^2.
/// @source Davenport, The application of statistical concepts to the wind loading of structures
///         (1961)
class GustForces {
 public:
  /// @param mean          poses of the bodies in the mean position
  /// @param rest_headings heading of the dof axes of each body [rad]
  GustForces(const Model& model, const Kinematics& mean, const std::vector<Heading>& rest_headings);

  /// The force G, one column per frequency: 6N [N, N m, each per root of rad/s], dof axes. It is 0
  /// outside the frequencies of a wind history, and without gusts.
  /// @param omega [rad/s]
  MatrixXd at(const VectorXd& omega) const;

 private:
  /// The derivative of the force of a wind load by the wind speed [N s/m].
  struct Slope {
    double height;   ///< height of the wind of the load [m]
    VectorXd force;  ///< derivative of the force by the wind speed, dF/dU [N s/m, N s], 6 per body
  };

  Eigen::Index dof_count_;
  hydro::WindClimate climate_;
  std::vector<Slope> slopes_;
};

}  // namespace raftup::solver
