/// @file The terms of the linear equations of a model about a mean position,
///   [-omega^2 (M + A) + i omega (B + D) + C + Z(omega)] x = X,
/// with the impedance Z of lines, see LinearLines,
/// where x are the displacements of the centers of mass from the mean position [m] and small
/// rotations [rad], six per body of the model. They are in "dof axes", the axes of the heading that
/// each body has at rest.
/// @source Newman (1977); Borgman, Random hydrodynamic forces on objects (1967), for the
///         linearization of drag
#pragma once

#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The position [m, rad] about which equations are linear.
enum class OperatingPoint {
  /// The position at rest in which loads, mean drag, mean drift and reactions balance.
  kEquilibrium,
  /// The pose from which displacement is measured [m, rad], at rest, whatever the forces there.
  kRest,
  /// The present poses and velocities of the bodies; unbalanced forces count as constant.
  kPresent,
};

/// The source of A(omega) and B(omega) of the hydrodynamic groups.
enum class RadiationSource {
  kMemoryData,  ///< the data from which a convolution is made: hydro::RadiationCoefficients
  kFile,        ///< the database as filed, linear in frequency [rad/s] and constant beyond its ends
  kMemory,      ///< hydro::RadiationMemory, the fit or kernel that a simulation uses
};

/// A dof of a body that is held at a distance or angle from the equilibrium [m, rad, world axes].
struct DofOffset {
  std::string body;
  Eigen::Index dof = 0;  ///< dof of the body, 0 to 5
  double offset = 0.0;
};

struct LinearizationOptions {
  OperatingPoint point = OperatingPoint::kEquilibrium;
  RadiationSource radiation = RadiationSource::kMemory;
  /// Dofs that are held away from the equilibrium; the other dofs balance again. Only for
  /// OperatingPoint::kEquilibrium.
  std::vector<DofOffset> offsets = {};
};

/// The mean force of a joint [N, N m].
struct MeanReaction {
  std::string joint;
  /// Force on body 1 at the attachment point of the joint, including drives [N, N m, world axes].
  Vector6 force;
};

/// The mean tension of a line [N].
struct MeanTension {
  std::string load;
  double tension;  ///< tension [N]
};

/// The position and the forces about which the equations are linear.
struct MeanPosition {
  Kinematics bodies;
  VectorXd multipliers;  ///< forces in the rows of all joints, including compliant rows [N, N m]
  std::vector<MeanReaction> reactions;  ///< only for an equilibrium
  std::vector<MeanTension> tensions;
  /// Mean second-order force of the sea on each body [N, N m], dof axes, at the center of mass of
  /// the body.
  BodyVectors mean_drift_force;
  /// Sum of the forces of loads and joints on each body [N, N m], world axes, at the center of mass
  /// of the body; 0 in dofs that balance.
  BodyVectors unbalanced_force;
  Findings findings;  ///< first the effects that the equations exclude, then doubtful results
};

/// The matrices of the linear equations that do not depend on the frequency, in dof axes. N bodies
/// have 6 N dofs.
struct LinearMatrices {
  MatrixXd
      mass;  ///< M, mass of the rigid bodies including their coefficients, without added mass [kg, kg m, kg m2]
  /// C = -d(force)/dx in still water and under mean drift [N/m, N, N m], including the rotation of
  /// reactions with the bodies.
  MatrixXd restoring;
  /// D = -d(force)/d(dx/dt) [N s/m, N s, N m s], without radiation and quadratic damping.
  MatrixXd linear_damping;
  MatrixXd free_basis;  ///< orthonormal columns: motions that bodies and joints leave free
  /// A at infinite frequency [kg, kg m, kg m2], including interactions, loads and gains.
  MatrixXd infinite_added_mass;

  /// Quadratic damping is the force -Q |nu| nu, component by component, in the axes of the mean
  /// headings, where
  ///   nu = mean_water_velocity + water_velocity_by_velocity dx/dt
  ///        + water_velocity_by_displacement x.
  MatrixXd quadratic_damping;  ///< Q of the quadratic damping force -Q |nu| nu
  /// Velocities of the bodies through the water in the mean [m/s, rad/s].
  VectorXd mean_water_velocity;
  /// Transforms from dof axes to the axes of the mean headings.
  MatrixXd water_velocity_by_velocity;
  /// Derivative of nu by the displacements [1/s]; 0 in still water at rest.
  MatrixXd water_velocity_by_displacement;
  /// The matrix T [1/s] in dof axes. Radiation is caused by dx/dt + T x instead of dx/dt, since a
  /// displacement turns the frames of the hydrodynamic groups relative to the current. T is 0 in
  /// still water at rest, and for groups in a uniform flow, whose A and B include it.
  MatrixXd radiation_turning;
};

/// Selection of waves by frequencies [rad/s] and directions towards which they travel [rad, world].
struct WaveSelection {
  VectorXd omega, direction;
  /// If true, wave k has omega[k] and direction[k]; else all combinations of both.
  bool paired = false;

  Eigen::Index direction_count() const { return paired ? 1 : direction.size(); }
};

/// Excitation forces per meter of wave amplitude [N/m, N]; the phase of waves refers to the origin
/// of the world.
struct WaveForces {
  std::vector<MatrixXcd> force;  ///< for each omega: 6N x directions, dof axes
  /// For each omega and direction, true if the databases have data for the wave.
  Eigen::Matrix<bool, -1, -1, Eigen::RowMajor> carried;
  /// For each omega and direction, the wavenumber in the current [rad/m]; 0 for a wave that the
  /// current stops.
  RowMajorMatrix wavenumber;
};

/// A body that waves excite, with the wave directions of its data.
struct ExcitedBody {
  std::size_t body;                ///< index of the body in the model
  std::vector<double> directions;  ///< directions of the data [rad, world], ascending
  bool covers_circle;
};

/// An undamped mode, which satisfies omega^2 (M + A(omega)) x = C x. M includes the inertia of lines
/// in slow motions.
struct NaturalMode {
  double omega = 0.0;          ///< natural frequency [rad/s]
  VectorXd shape;              ///< shape x, dof axes; its largest entry is 1
  double modal_mass = 0.0;     ///< modal mass x^T (M + A(omega)) x [kg]
  double modal_damping = 0.0;  ///< modal damping x^T (B(omega) + D) x [N s/m]
};

/// An output near the mean position: value + by_displacement x + by_velocity dx/dt +
/// by_acceleration d2x/dt2.
struct OutputDerivative {
  std::string name, unit;
  VectorXd value;
  MatrixXd by_displacement, by_velocity, by_acceleration;  ///< derivatives, size of the output x 6N
};

}  // namespace raftup::solver
