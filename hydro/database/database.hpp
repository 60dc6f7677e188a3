#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/database/generalised_modes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Greatest relative difference of two frequencies [rad/s] that are treated as equal. Files write
/// periods with seven digits.
inline constexpr double kSameFrequency = 1e-6;

/// One body of a database at rest, in the frame of the database (z up from the still water plane).
struct DatabaseBody {
  std::string name;
  /// Center of gravity [m]; all coefficients of the body refer to this point.
  Vector3 center_of_gravity = Vector3::Zero();
  Vector3 center_of_buoyancy = Vector3::Zero();     ///< center of buoyancy [m]
  double displaced_volume = 0.0;                    ///< displaced volume [m3]
  Matrix6 hydrostatic_stiffness = Matrix6::Zero();  ///< hydrostatic stiffness C [N/m, N, N m]
  /// Number of modes in the file that are not read, since the file lacks their masses.
  Eigen::Index generalised_modes = 0;
};

/// Matrices over a grid: values[k] belongs to grid[k]. Each matrix is 6N x 6N; its row is the
/// influenced dof, its column the radiating dof.
struct MatrixSeries {
  VectorXd grid;
  std::vector<MatrixXd> values;

  bool empty() const { return values.empty(); }
};

/// Complex transfer functions from waves to forces. values[h] is a 6N x Nf matrix for the wave
/// direction h of the database: force per meter of wave amplitude [N/m, N]. A wave of amplitude a
/// and phase phi exerts the force F = Re{a X exp(i(omega t + phi))}, where phi is the phase at the
/// origin of the database's frame.
struct TransferFunction {
  std::vector<MatrixXcd> values;

  bool empty() const { return values.empty(); }
};

/// Wave excitation of bodies that move together along the x axis of the database. A wave of
/// frequency omega in the world, amplitude a and phase phi at the origin of the moving frame exerts
/// the force F = Re{a X exp(i(omega_e t + phi))} at its frequency of encounter omega_e. Between
/// speeds, X is linear.
struct SpeedExcitation {
  VectorXd speeds;                       ///< speeds [m/s], ascending from 0
  std::vector<TransferFunction> forces;  ///< X at each speed

  bool empty() const { return forces.empty(); }
};

/// Quadratic transfer function Q: second-order force over the product of two wave amplitudes [N/m2,
/// N/m]. The force is the sum over all ordered pairs of waves,
///   F = Re sum_m sum_n a_m a_n Q_mn exp(i((omega_m +- omega_n) t + phi_m +- phi_n)),
/// so that a pair with m != n is counted twice.
struct QuadraticTransferFunction {
  /// Q on one dof in waves of two directions: values(i, j) belongs to the frequencies omega[i] and
  /// omega[j] [rad/s].
  struct Entry {
    Eigen::Index influenced_dof;  ///< dof that the force [N, N m] acts on, 0 to 6N - 1
    double direction_1;           ///< direction of the first wave [rad]
    double direction_2;           ///< direction of the second wave [rad]
    MatrixXcd values;
  };

  VectorXd omega;  ///< frequencies of the first and of the second wave [rad/s], > 0, ascending
  std::vector<Entry> entries;
};

/// Wave elevation at points of the still water plane besides the incident wave, z = 0. Each point
/// belongs to a body and moves with its heading frame. The phases are those of TransferFunction.
struct WaveField {
  /// A point at which the elevation was computed.
  struct Point {
    /// Position with the body at rest, in the frame of the database [m].
    Vector3 position = Vector3::Zero();
    Eigen::Index body = 0;  ///< index of the body that the point belongs to
  };

  std::vector<Point> points;
  /// Elevation of the wave that the fixed bodies scatter, per meter of amplitude of the incident
  /// wave [m/m]: one Nh x Nf matrix per point; its row is the wave direction, its column the
  /// frequency.
  std::vector<MatrixXcd> diffraction;
  /// Elevation E of the waves that the moving bodies radiate in calm water, per unit velocity of
  /// each dof [m/(m/s), m/(rad/s)]: one 6N x Nf matrix per point. A velocity v exp(i omega t) of a
  /// dof gives the elevation Re{E v exp(i omega t)}.
  std::vector<MatrixXcd> radiation;

  bool empty() const { return points.empty(); }
};

/// Coefficients of the part of a hull ahead of the plane x = `x`, which is fixed to the body: the
/// forces of the water on that part alone, in the six dofs of the body and about its center of
/// gravity. They are further influenced rows; the radiating dofs are those of all bodies. A plane
/// before the bow has zeros, and one behind the stern has the rows of the body.
struct SectionRows {
  Eigen::Index body = 0;  ///< index of the body that the section belongs to
  double x = 0.0;         ///< place of the plane in the frame of the database [m], body at rest
  /// Buoyancy of the part ahead at rest, closed by the pressure on the plane [N, N m].
  Vector6 still_water_force = Vector6::Zero();
  /// Hydrostatic stiffness of the part ahead [N/m, N, N m]; columns are the dofs of the body.
  Matrix6 hydrostatic_stiffness = Matrix6::Zero();
  /// Added mass rows, 6 x 6N, one matrix per frequency [kg, kg m, kg m2].
  std::vector<MatrixXd> added_mass;
  /// Radiation damping rows, 6 x 6N, one matrix per frequency [N s/m, N s, N m s].
  std::vector<MatrixXd> radiation_damping;
  /// Excitation rows per meter of wave amplitude [N/m, N]: a 6 x Nf matrix per wave direction, with
  /// the phase of TransferFunction.
  std::vector<MatrixXcd> excitation;
  /// Stiffness of buoyancy of the part ahead, 6 x M for the M modes of the database [N/m, N]; empty
  /// without modes of beams.
  MatrixXd mode_stiffness;
};

/// A file from which a database was created.
struct DatabaseSource {
  std::string name;    ///< name of the file without folders
  std::string format;  ///< format of the file, one of the values of Database::source_format
  std::string sha256;  ///< SHA-256 digest of the bytes of the file, lower-case hexadecimal
};

/// A hydrodynamic database in SI units, exactly as in the file: nothing is repaired or computed.
/// All coefficients refer to the center of gravity of each body. A Database that was created by
/// make_database() or by a reader is valid: all shapes agree, every number is finite, grids are
/// strictly ascending. Data that the file lacks are empty; `added_mass_infinite` may be absent (see
/// infinite_added_mass()).
struct Database {
  /// Format of the file: "bemio", "capytaine", "wamit", "hdb5", "diodore", "aqwa",
  /// "nemoh", "hams", "hydrostar", "orcaflex" or "raftup".
  std::string source_format;
  /// Program that computed the data, such as "WAMIT" or "Capytaine"; empty if the file does not
  /// name it.
  std::string solver;
  double gravity = 9.81;          ///< gravitational acceleration [m/s2]
  double water_density = 1000.0;  ///< density of the water [kg/m3]
  double water_depth = std::numeric_limits<double>::infinity();  ///< depth of the water [m]
  std::vector<DatabaseBody> bodies;
  VectorXd omega;  ///< frequencies of A, B and X [rad/s], > 0, ascending
  /// Wave directions of X [rad], ascending: the directions that waves travel to.
  VectorXd wave_directions;
  /// Added mass A(omega) [kg, kg m, kg m2], one matrix per frequency; empty if the file lacks it.
  std::vector<MatrixXd> added_mass;
  /// Radiation damping B(omega) [N s/m, N s, N m s], one matrix per frequency; empty if the file
  /// lacks it.
  std::vector<MatrixXd> radiation_damping;
  /// Added mass at infinite frequency [kg, kg m, kg m2].
  std::optional<MatrixXd> added_mass_infinite;
  /// Retardation kernel K(tau) [N/m, N, N m] over delays tau [s]; empty if the file lacks it.
  MatrixSeries retardation_kernel;
  /// Wave excitation force X per meter of wave amplitude [N/m, N], the sum of Froude-Krylov and
  /// diffraction force.
  TransferFunction excitation;
  TransferFunction froude_krylov;  ///< Froude-Krylov force [N/m, N]; empty if the file lacks it
  TransferFunction diffraction;    ///< diffraction force [N/m, N]; empty if the file lacks it
  SpeedExcitation excitation_at_speed;  ///< excitation force at forward speeds; may be empty
  /// Mean drift force over the wave amplitude squared [N/m2, N/m]: one 6N x Nf matrix per wave
  /// direction; empty if the file lacks it.
  std::vector<MatrixXd> mean_drift_force;
  /// Sum-frequency force [N/m2, N/m]; without entries if the file lacks it.
  QuadraticTransferFunction qtf_sum;
  /// Difference-frequency force [N/m2, N/m]; without entries if the file lacks it.
  QuadraticTransferFunction qtf_difference;
  WaveField field;  ///< diffracted and radiated waves at points; empty if the file lacks them
  std::vector<SectionRows> sections;  ///< forces on parts of hulls; empty if the file lacks them
  GeneralisedModes modes;  ///< modes of flexible bodies [kg, N/m]; empty if all bodies are rigid
  /// Files that were imported to create this database; empty if the database is itself such a file.
  std::vector<DatabaseSource> sources;
  std::vector<std::string> history;  ///< changes made to the data since then, oldest first
  /// SHA-256 digest of the file's bytes, lower-case hexadecimal; it identifies the database.
  std::string sha256;
  Findings findings;  ///< findings of the checks that were run when the file was read

  Eigen::Index body_count() const { return static_cast<Eigen::Index>(bodies.size()); }
  Eigen::Index dof_count() const { return kDofs * body_count(); }
};

/// Checks the values of a database: every shape agrees; every number is finite; grids ascend
/// strictly; frequencies, density, gravity and depth are positive; the density is that of a liquid
/// in kg/m3; volumes are not negative; and wave directions span less than a full circle.
/// @throws Error(kInvalidArgument) with the first member that violates a rule, the rule and the
///          value
void validate(const Database& database);

}  // namespace raftup::hydro
