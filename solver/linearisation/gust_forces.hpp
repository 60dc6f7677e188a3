#pragma once

#include <vector>

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// What the gusts of a model's wind do to its bodies, small beside its mean. With dF/dU of every
/// wind load in the mean position, a central difference of the force that a step has, and S of the
/// wind at its height,
///   G(omega) = sum over loads of dF/dU sqrt(S(omega/2 pi)/2 pi):
/// all loads feel one history (hydro::WindHistory), so that they add up in phase, and motions x =
/// H G have the one-sided densities |x|^2.
/// @source Davenport, The application of statistical concepts to the wind loading of structures
///         (1961)
class GustForces {
 public:
  /// @param mean          the bodies
  /// @param rest_headings of each body: of its dof axes
  GustForces(const Model& model, const Kinematics& mean, const std::vector<Heading>& rest_headings);

  /// G, one column per frequency: 6N [N, N m, each per root of rad/s], dof axes; 0 beyond the
  /// frequencies of a history, and where nothing blows in gusts.
  /// @param omega rad/s
  MatrixXd at(const VectorXd& omega) const;

 private:
  /// Of a wind load.
  struct Slope {
    double height;   ///< m, of its wind
    VectorXd force;  ///< dF/dU [N s/m, N s]
  };

  Eigen::Index dof_count_;
  hydro::WindClimate climate_;
  std::vector<Slope> slopes_;
};

}  // namespace raftup::solver
