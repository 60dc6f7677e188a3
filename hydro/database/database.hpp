#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Frequencies [rad/s] whose relative difference is smaller are the same, since a period is written
/// with seven digits.
inline constexpr double kSameFrequency = 1e-6;

/// One body of a database at rest, in the database's frame (z up from the still water plane).
struct DatabaseBody {
  std::string name;
  Vector3 center_of_gravity = Vector3::Zero();      ///< m; every coefficient is about this point
  Vector3 center_of_buoyancy = Vector3::Zero();     ///< m
  double displaced_volume = 0.0;                    ///< m3
  Matrix6 hydrostatic_stiffness = Matrix6::Zero();  ///< N/m, N, N m
  Eigen::Index generalised_modes = 0;               ///< in the file, beyond the six; not kept here
};

/// Matrices over a grid: values[k] belongs to grid[k]; each 6N x 6N, row = influenced dof,
/// column = radiating dof.
struct MatrixSeries {
  VectorXd grid;
  std::vector<MatrixXd> values;

  bool empty() const { return values.empty(); }
};

/// Complex transfer functions: values[h] is 6N x Nf for headings[h], force per metre of amplitude.
/// F = Re{a X exp(i(omega t + phi))}, the wave's phase taken at the origin of the database's frame.
struct TransferFunction {
  std::vector<MatrixXcd> values;

  bool empty() const { return values.empty(); }
};

/// Second-order force over the product of two amplitudes [N/m2, N/m], summed over all ordered pairs
/// F = Re sum_m sum_n a_m a_n Q_mn exp(i((omega_m +- omega_n) t + phi_m +- phi_n)): m != n twice.
struct QuadraticTransferFunction {
  /// Q on one dof by waves of two directions: values(i, j) belongs to omega[i] and omega[j].
  struct Entry {
    Eigen::Index influenced_dof;  ///< 0 to 6N - 1
    double direction_1;           ///< rad
    double direction_2;           ///< rad
    MatrixXcd values;
  };

  VectorXd omega;  ///< rad/s, > 0, ascending: grid of both waves
  std::vector<Entry> entries;
};

/// A file that a database was made from.
struct DatabaseSource {
  std::string name;    ///< without folders
  std::string format;  ///< as Database::source_format
  std::string sha256;  ///< digest of its bytes, lower-case hex
};

/// A hydrodynamic database in SI units about each body's centre of gravity, exactly as filed:
/// nothing is repaired or computed. A Database made by make_database() or a reader is valid: all
/// shapes agree, every number is finite, grids are strictly ascending. Data that the file lacks are
/// empty; `added_mass_infinite` may be absent (see infinite_added_mass()).
struct Database {
  std::string source_format;      ///< "bemio", "capytaine", "wamit", "hdb5", "diodore", "raftup"
  std::string solver;             ///< "WAMIT", "Capytaine"; empty where the file does not say
  double gravity = 9.81;          ///< m/s2
  double water_density = 1000.0;  ///< kg/m3
  double water_depth = std::numeric_limits<double>::infinity();  ///< m
  std::vector<DatabaseBody> bodies;
  VectorXd omega;                           ///< rad/s, > 0, ascending: grid of A, B and X
  VectorXd wave_directions;                 ///< rad, ascending: where waves go; grid of X
  std::vector<MatrixXd> added_mass;         ///< A(omega) [kg, kg m, kg m2]; empty or one per omega
  std::vector<MatrixXd> radiation_damping;  ///< B(omega) [N s/m ...]; empty or one per omega
  std::optional<MatrixXd> added_mass_infinite;  ///< A_inf
  MatrixSeries retardation_kernel;              ///< K(tau) over s; empty where the file has none
  TransferFunction excitation;                  ///< X = froude_krylov + diffraction
  TransferFunction froude_krylov;               ///< empty where the file has none
  TransferFunction diffraction;                 ///< empty where the file has none
  /// Mean drift force over the amplitude squared [N/m2, N/m]: one 6N x Nf per wave direction; empty
  /// where the file has none.
  std::vector<MatrixXd> mean_drift_force;
  QuadraticTransferFunction qtf_sum;         ///< without entries where the file has none
  QuadraticTransferFunction qtf_difference;  ///< the same
  std::vector<DatabaseSource> sources;       ///< the files an import read; empty = this file itself
  std::vector<std::string> history;          ///< changes made to the data since then, oldest first
  std::string sha256;  ///< digest of the file's bytes, lower-case hex; names the database
  Findings findings;   ///< results of the checks at reading

  Eigen::Index body_count() const { return static_cast<Eigen::Index>(bodies.size()); }
  Eigen::Index dof_count() const { return kDofs * body_count(); }
};

/// Checks that every shape agrees, every number is finite, grids ascend strictly, frequencies,
/// density, gravity and depth are positive, the density is that of a liquid in kg/m3, volumes are
/// not negative and wave directions span less than a full circle.
/// @throws Error(kInvalidArgument) naming the first member that breaks a rule, the rule and the
/// value
void validate(const Database& database);

}  // namespace raftup::hydro
