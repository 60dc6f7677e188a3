/// @file The list of all coefficients of a database, with names, units, dimensions and members. All
///         code that checks, transforms, selects, writes, reads, sends or hashes a database visits
///         this list. A new coefficient therefore needs a member of Database, a line here, and
///         readers that fill it.
#pragma once

#include <array>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

inline constexpr std::array<const char*, kDofs> kDofNames = {"surge", "sway",  "heave",
                                                             "roll",  "pitch", "yaw"};

/// Name, unit and description of a coefficient. They are the same in files, in messages and in
/// every client.
struct Coefficient {
  const char* name;
  /// Unit; where they differ, the units of translations, of mixed terms and of rotations.
  const char* units;
  const char* meaning;
};

/// The grid of values, for example frequencies [rad/s], over which a series of matrices is given.
struct Axis {
  const char* name;
  const VectorXd& values;
};

/// A visitor that ignores every coefficient. A derived visitor defines the functions for the kinds
/// of coefficients that it uses, with the types that are named here in place of the template
/// parameters. If the database is mutable, the functions receive mutable references to its members.
/// N is the number of bodies, Nf the number of frequencies and Nh the number of wave directions.
struct CoefficientVisitor {
  /// Visits a grid, a VectorXd, which is empty if the database lacks it.
  template <typename Vector>
  void axis(const Coefficient& /*about*/, const Vector& /*values*/) {}
  /// Visits a single number, a double.
  template <typename Number>
  void number(const Coefficient& /*about*/, const Number& /*value*/) {}
  /// Visits one value per body, bodies[i].*member; `bodies` is a std::vector<DatabaseBody>.
  template <typename Bodies, typename Value>
  void of_bodies(const Coefficient& /*about*/, const Bodies& /*bodies*/,
                 Value DatabaseBody::* /*member*/) {}
  /// Visits a std::vector<MatrixXd> with one 6N x 6N matrix for each value of the grid `over`; it
  /// is empty if the database lacks the coefficient.
  template <typename Matrices>
  void matrices(const Coefficient& /*about*/, const Axis& /*over*/, const Matrices& /*values*/) {}
  /// Visits a std::optional<MatrixXd>, one 6N x 6N matrix.
  template <typename Matrix>
  void matrix(const Coefficient& /*about*/, const Matrix& /*value*/) {}
  /// Visits a vector of MatrixXd or MatrixXcd with one 6N x Nf matrix for each of the Nh wave
  /// directions; it is empty if the database lacks the coefficient.
  template <typename Forces>
  void forces(const Coefficient& /*about*/, const Forces& /*values*/) {}
  /// Visits a SpeedExcitation, which is empty if the database lacks it.
  template <typename AtSpeed>
  void at_speed(const Coefficient& /*about*/, const AtSpeed& /*at_speed*/) {}
  /// Visits a QuadraticTransferFunction; it has no entries if the database lacks the coefficient.
  template <typename Qtf>
  void qtf(const Coefficient& /*about*/, const Qtf& /*qtf*/) {}
  /// Visits a WaveField; it has no points if the database lacks it.
  template <typename Field>
  void field(const Coefficient& /*about*/, const Field& /*field*/) {}
  /// Visits a std::vector<SectionRows>; it is empty if the database lacks them.
  template <typename Sections>
  void sections(const Coefficient& /*about*/, const Sections& /*sections*/) {}
  /// Visits the GeneralisedModes, which are empty if all bodies are rigid.
  template <typename Modes>
  void modes(const Coefficient& /*about*/, const Modes& /*modes*/) {}
};

/// Calls `visitor` for the forces [N, N m] and wave elevations [m] of a database, for the forces on
/// parts of its hulls and for the modes of its bodies, the last of its coefficients.
template <typename AnyDatabase, typename Visitor>
void visit_forces_and_waves(AnyDatabase& database, Visitor&& visitor) {
  visitor.forces({"excitation_force", "N/m, N", "wave force per metre of amplitude"},
                 database.excitation.values);
  visitor.forces({"froude_krylov_force", "N/m, N", "Froude-Krylov force per metre of amplitude"},
                 database.froude_krylov.values);
  visitor.forces({"diffraction_force", "N/m, N", "diffraction force per metre of amplitude"},
                 database.diffraction.values);
  visitor.at_speed({"excitation_force_at_speed", "N/m, N", "wave force per metre at speed"},
                   database.excitation_at_speed);
  visitor.forces({"mean_drift_force", "N/m2, N/m", "mean drift force over the amplitude squared"},
                 database.mean_drift_force);
  visitor.qtf({"qtf_sum", "N/m2, N/m", "sum-frequency force over the two amplitudes"},
              database.qtf_sum);
  visitor.qtf({"qtf_difference", "N/m2, N/m", "difference-frequency force over the two amplitudes"},
              database.qtf_difference);
  visitor.field({"field", "m/m, m/(m/s), m/(rad/s)", "wave elevation besides the incident wave"},
                database.field);
  visitor.sections({"section", "N, N m, per unit of motion", "forces on parts of hulls"},
                   database.sections);
  visitor.modes({"modes", "kg, N/m", "modes of flexible bodies"}, database.modes);
}

/// Calls `visitor` for every coefficient of a database. The order is that of Raftup's own layout,
/// in which each grid precedes the coefficients that depend on it.
template <typename AnyDatabase, typename Visitor>
void visit_coefficients(AnyDatabase& database, Visitor&& visitor) {
  const Axis omega{"omega", database.omega};
  const Axis retardation_time{"retardation_time", database.retardation_kernel.grid};
  const char* inertia = "kg, kg m, kg m2";

  visitor.axis({"omega", "rad/s", "wave frequency"}, database.omega);
  visitor.axis({"wave_direction", "rad", "where waves go"}, database.wave_directions);
  visitor.axis({"retardation_time", "s", "delay"}, database.retardation_kernel.grid);

  visitor.number({"gravity", "m/s2", "gravity"}, database.gravity);
  visitor.number({"water_density", "kg/m3", "water density"}, database.water_density);
  visitor.number({"water_depth", "m", "water depth"}, database.water_depth);

  visitor.of_bodies(
      {"center_of_gravity", "m", "centre of gravity, at rest; every coefficient is about it"},
      database.bodies, &DatabaseBody::center_of_gravity);
  visitor.of_bodies({"center_of_buoyancy", "m", "centre of buoyancy, at rest"}, database.bodies,
                    &DatabaseBody::center_of_buoyancy);
  visitor.of_bodies({"displaced_volume", "m3", "displaced volume"}, database.bodies,
                    &DatabaseBody::displaced_volume);
  visitor.of_bodies({"hydrostatic_stiffness", "N/m, N/rad, N m/rad", "hydrostatic stiffness C"},
                    database.bodies, &DatabaseBody::hydrostatic_stiffness);
  visitor.of_bodies(
      {"generalised_modes", "1", "generalised modes of the source, which are not kept"},
      database.bodies, &DatabaseBody::generalised_modes);

  visitor.matrices({"added_mass", inertia, "added mass A(omega)"}, omega, database.added_mass);
  visitor.matrices({"radiation_damping", "N s/m, N s, N m s", "radiation damping B(omega)"}, omega,
                   database.radiation_damping);
  visitor.matrix({"added_mass_infinite", inertia, "added mass at infinite frequency"},
                 database.added_mass_infinite);
  visitor.matrices({"retardation_kernel", "N/m, N, N m", "retardation kernel K(tau)"},
                   retardation_time, database.retardation_kernel.values);

  visit_forces_and_waves(database, visitor);
}

}  // namespace raftup::hydro
