#pragma once

#include <vector>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Forces of the gusts of a model's wind on its bodies, small beside the mean wind. With dF/dU [N
/// s/m, N s] of every wind load in the mean position, by a central difference of the force that a
/// step has, and the spectral density S [m2/s] of the wind at its height,
///   G(omega) = sum over loads of dF/dU sqrt(S(omega/2 pi)/2 pi).
/// All loads see the same history of gusts (hydro::WindHistory), so that their forces add in phase,
/// and motions x = H G have the one-sided densities |x|^2.
/// @source Davenport, The application of statistical concepts to the wind loading of structures
///         (1961)
class GustForces {
 public:
  /// @param mean          poses of the bodies in the mean position
  /// @param rest_headings of each body [rad]: of its dof axes
  GustForces(const Model& model, const Kinematics& mean, const std::vector<Heading>& rest_headings);

  /// G, one column per frequency: 6N [N, N m, each per root of rad/s], dof axes. It is 0 outside
  /// the frequencies of a history, and without gusts.
  /// @param omega [rad/s]
  MatrixXd at(const VectorXd& omega) const;

 private:
  /// The derivative of a wind load.
  struct Slope {
    double height;   ///< m, of its wind
    VectorXd force;  ///< dF/dU [N s/m, N s]
  };

  Eigen::Index dof_count_;
  hydro::WindClimate climate_;
  std::vector<Slope> slopes_;
};

}  // namespace raftup::solver
