/// @file The terms of the linear equations of a model about a mean position:
///   [-omega^2 (M + A) + i omega (B + D) + C] x = X,
/// where x are the displacements of the centres of mass from the mean position [m] and small
/// rotations [rad], six per body of the model, in the axes of the heading that each body has at
/// rest ("dof axes").
/// @source Newman (1977); Borgman, Random hydrodynamic forces on objects (1967), for the
///         linearisation of drag
#pragma once

#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The position [m, rad] about which equations are linear.
enum class OperatingPoint {
  kEquilibrium,  ///< where loads, mean drag and drift and reactions balance, at rest
  /// the pose from which displacement is measured [m, rad], at rest, whatever the forces there
  kRest,
  kPresent,  ///< as the bodies stand and move; what is not balanced counts as constant
};

/// The source of A(omega) and B(omega) of hydrodynamic groups.
enum class RadiationSource {
  kMemoryData,  ///< the data of which a convolution is made: hydro::RadiationCoefficients
  kFile,        ///< the database as it is, linear in frequency [rad/s] and constant beyond its ends
  kMemory,      ///< hydro::RadiationMemory, the fit or kernel with which a simulation runs
};

/// A dof of a body that is held away from the equilibrium [m, rad, world axes].
struct DofOffset {
  std::string body;
  Eigen::Index dof = 0;  ///< 0 to 5
  double offset = 0.0;
};

struct LinearizationOptions {
  OperatingPoint point = OperatingPoint::kEquilibrium;
  RadiationSource radiation = RadiationSource::kMemory;
  /// The others balance anew; of OperatingPoint::kEquilibrium alone.
  std::vector<DofOffset> offsets = {};
};

/// Mean force of a joint [N, N m].
struct MeanReaction {
  std::string joint;
  Vector6 force;  ///< N, N m, world axes: on body 1 at the joint's point there, drives included
};

/// Mean tension of a line [N].
struct MeanTension {
  std::string load;
  double tension;  ///< N
};

/// The position and the forces about which the equations are linear.
struct MeanPosition {
  Kinematics bodies;
  VectorXd multipliers;  ///< N, N m: of the rows of all joints, those that act as springs included
  std::vector<MeanReaction> reactions;  ///< of an equilibrium alone
  std::vector<MeanTension> tensions;
  /// Mean second-order force of the sea on each body there [N, N m], dof axes, at its centre of
  /// mass.
  BodyVectors mean_drift_force;
  /// What loads and joints together do to each body there [N, N m], world axes, at its centre of
  /// mass: 0 in the dofs in which it balances.
  BodyVectors unbalanced_force;
  Findings findings;  ///< first what the equations leave out, then what is doubtful
};

/// The matrices that do not depend on the frequency, in dof axes. N bodies have 6 N dofs.
struct LinearMatrices {
  MatrixXd mass;  ///< M: rigid bodies with their coefficients, without the water
  /// C = -d(force)/dx in still water and under mean drift [N/m, N, N m], including the turning of
  /// reactions
  MatrixXd restoring;
  /// D = -d(force)/d(dx/dt) [N s/m, N s, N m s], without radiation and quadratic damping
  MatrixXd linear_damping;
  MatrixXd free_basis;  ///< orthonormal columns: the motions left free by bodies and joints
  MatrixXd
      /// A at infinite frequency [kg, kg m, kg m2], including interactions, loads and gains
      infinite_added_mass;

  /// Drag is -Q |nu| nu, component by component, in the axes of the mean headings, where
  ///   nu = mean_water_velocity + water_velocity_by_velocity dx/dt
  ///        + water_velocity_by_displacement x.
  MatrixXd quadratic_damping;               ///< Q
  VectorXd mean_water_velocity;             ///< m/s, rad/s
  MatrixXd water_velocity_by_velocity;      ///< from dof axes to those of the mean headings
  MatrixXd water_velocity_by_displacement;  ///< 1/s; 0 in still water at rest
  /// T [1/s], dof axes: radiation is that of dx/dt + T x, since the frames of the groups turn
  /// relative to the current; 0 in still water at rest.
  MatrixXd radiation_turning;
};

/// Waves of frequencies [rad/s] and directions [rad, world, where they go].
struct WaveSelection {
  VectorXd omega, direction;
  bool paired = false;  ///< wave k has omega[k] and direction[k]; else all of both

  Eigen::Index direction_count() const { return paired ? 1 : direction.size(); }
};

/// Excitation per metre of wave amplitude [N/m, N]; the phase of waves refers to the origin of the
/// world.
struct WaveForces {
  std::vector<MatrixXcd> force;  ///< per omega: 6N x directions, dof axes
  /// omega x directions: true if there are data
  Eigen::Matrix<bool, -1, -1, Eigen::RowMajor> carried;
  RowMajorMatrix wavenumber;  ///< omega x directions [rad/m], on the current; 0: it stops the wave
};

/// A body that waves excite, with the directions of its data.
struct ExcitedBody {
  std::size_t body;                ///< index in the model
  std::vector<double> directions;  ///< rad, world, ascending
  bool covers_circle;
};

/// An undamped mode, omega^2 (M + A(omega)) x = C x.
struct NaturalMode {
  double omega = 0.0;          ///< rad/s
  VectorXd shape;              ///< x, dof axes; its largest entry is 1
  double modal_mass = 0.0;     ///< x^T (M + A(omega)) x
  double modal_damping = 0.0;  ///< x^T (B(omega) + D) x
};

/// An output near the mean: value + by_displacement x + by_velocity dx/dt + by_acceleration
/// d2x/dt2.
struct OutputDerivative {
  std::string name, unit;
  VectorXd value;
  MatrixXd by_displacement, by_velocity, by_acceleration;  ///< size x 6N
};

}  // namespace raftup::solver
