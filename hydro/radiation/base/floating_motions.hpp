/// @file Motions of freely floating bodies in the regular waves of a database [m/m, rad/m], by two
///       sets of radiation data.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"

namespace raftup::hydro {

/// Added mass A [kg, kg m, kg m2] and radiation damping B [N s/m, N s, N m s] at the frequencies of
/// a database, one 6N x 6N matrix each per frequency.
struct RadiationSeries {
  std::vector<MatrixXd> added_mass, radiation_damping;
};

/// Computes added mass and radiation damping from the coefficients at the frequencies omega
/// [rad/s].
RadiationSeries radiation_series(const RadiationCoefficients& coefficients, const VectorXd& omega);

/// Computes the added mass and radiation damping that a memory is equivalent to at the frequencies
/// omega [rad/s].
RadiationSeries radiation_series(const RadiationMemory& memory, const VectorXd& omega);

/// @throws Error(kInvalidArgument) if a series does not have one matrix per frequency of a database
void require_series(const Database& database, const RadiationSeries& series);

/// The bodies of a database, floating freely. The impedance of a dof is the ratio of force to motion,
///   Z = -omega^2 (m + A) + i omega B + C,
/// where C is the hydrostatic stiffness. The inertias m are estimates from the displaced volume V:
/// mass rho V and moment of inertia rho V^(5/3). They determine where resonances lie.
/// @source equations of motion in regular waves: Newman (1977)
class FloatingBodies {
 public:
  /// @param database must outlive the object
  explicit FloatingBodies(const Database& database);

  /// The dofs that radiate, ascending.
  const std::vector<Eigen::Index>& dofs() const { return dofs_; }

  /// Returns the impedance of the dofs that radiate at a frequency of the database [N/m, N, N m].
  MatrixXcd impedance(const RadiationSeries& radiation, Eigen::Index frequency) const;

  /// Returns X at a frequency of the database [N/m, N m/m], 6N x directions.
  MatrixXcd excitation(Eigen::Index frequency) const;

  /// Returns the motions x = Z^-1 F at a frequency of the database, one column per force [m, rad].
  /// Dofs that radiate nothing have motion 0.
  /// @param force F, 6N x any number of columns [N, N m]
  MatrixXcd motions(const RadiationSeries& radiation, const MatrixXcd& force,
                    Eigen::Index frequency) const;

 private:
  const Database& database_;
  std::vector<Eigen::Index> dofs_;
  MatrixXd stiffness_, inertia_;
};

/// Forces [N, N m] on the bodies of a database under which motions are compared.
enum class MotionsUnder {
  kWaves,      ///< X of each wave direction, per meter of amplitude
  kUnitForces  ///< in one dof after the other, a force that gives it 1 m/s2 or 1 rad/s2
};

/// Motions of all freely floating bodies of a database by the data of reference and by others.
struct ComparedMotions {
  VectorXd omega;  ///< frequencies of the database [rad/s]
  MotionsUnder under = MotionsUnder::kWaves;
  /// Wave directions of the columns [rad]; none under unit forces, whose columns are the dofs.
  VectorXd directions;
  std::vector<Eigen::Index> dofs;  ///< dofs that radiate
  /// Motions at each frequency, 6N x columns.
  std::vector<MatrixXcd> reference, other;
};

/// Computes the motions that two sets of radiation data give.
/// @param under the database must have excitation, or else added mass A for unit forces
/// @throws Error(kInvalidArgument) if a series does not have one matrix per frequency
ComparedMotions compared_motions(const Database& database, const RadiationSeries& reference,
                                 const RadiationSeries& other, MotionsUnder under);

}  // namespace raftup::hydro
