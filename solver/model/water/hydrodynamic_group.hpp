#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/configurations/database_family.hpp"
#include "hydro/database/database.hpp"
#include "hydro/excitation/excitation.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/second_order_options.hpp"
#include "solver/description/fields.hpp"
#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/water/added_mass_options.hpp"
#include "solver/model/water/configurations.hpp"
#include "solver/model/water/constant_coefficients.hpp"
#include "solver/model/water/forward_speed.hpp"
#include "solver/model/water/froude_krylov.hpp"
#include "solver/model/water/roll_damping.hpp"

namespace raftup::solver {

/// A body of the model that belongs to a hydrodynamic group, and the body of the database with its
/// coefficients.
struct GroupBody {
  std::string body;
  Eigen::Index database_body = 0;
  /// additional linear damping at the center of mass, heading frame [N s/m, N s, N m s]
  Matrix6 linear_damping = Matrix6::Zero();
  /// Additional quadratic damping D at the center of mass, heading frame, with the force -D (|v|
  /// v), |v| v element by element [N s2/m2 and so on].
  Matrix6 quadratic_damping = Matrix6::Zero();
  std::optional<RollDamping> roll_damping = std::nullopt;
  std::string mesh_name = {};  ///< name of the hull mesh in a message
  /// Mesh of the hull in the frame of the database, at rest. Null if hydrostatics and Froude-Krylov
  /// forces are linear.
  std::shared_ptr<const hydro::HullMesh> mesh = nullptr;
  /// True if the database has several bodies and none of these has the name of the body. The body
  /// was then assigned by order.
  bool placed_by_order = false;
  /// The point about which the coefficients are given [m, model frame]; default: the center of
  /// mass.
  std::optional<Vector3> reference_point = std::nullopt;
  /// hydrostatic force on the body; default: that of the group
  std::optional<HydrostaticsMode> hydrostatics = std::nullopt;
  /// mode of the Froude-Krylov force; default: that of the group
  std::optional<FroudeKrylovMode> froude_krylov = std::nullopt;
  /// wave stretching for the Froude-Krylov force; default: that of the group
  std::optional<hydro::WaveStretching> stretching = std::nullopt;
  /// Position of the model frame at rest in a group without a database [m, world]; default: its
  /// position at t = 0.
  std::optional<Vector3> rest_position = std::nullopt;
  /// Heading at rest in a group without a database [rad]; the body is upright. Default: the heading
  /// of the group.
  std::optional<double> rest_heading = std::nullopt;
  /// Name of the body whose modes this member holds, RigidBody::carrier_of; empty for other members.
  std::string carrier_of = {};

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field.beside(self.database_body);  // the message has its name
    field("linear_damping", self.linear_damping, "N s/m");
    field("quadratic_damping", self.quadratic_damping, "N s2/m2");
    field("roll_damping", self.roll_damping, FieldRule().added_late());
    const FieldRule late = FieldRule().added_late();
    field("mesh", self.mesh_name, late);
    field("reference_point", self.reference_point, FieldRule("m").added_late());
    field("hydrostatics.mode", self.hydrostatics, late);
    field("froude_krylov.mode", self.froude_krylov, late);
    field("froude_krylov.stretching", self.stretching, late);
    field("rest_position", self.rest_position, FieldRule("m").added_late());
    field("rest_heading_deg", self.rest_heading, FieldRule("deg").added_late());
  }
};

/// Bodies whose hydrodynamic coefficients come from one database, with all interactions between
/// these bodies. The coefficient matrices are dense, 6N x 6N for N bodies.
struct HydrodynamicGroup {
  std::string name;
  /// The database. For a group with a family it is that of node 0. For a group with `coefficients`
  /// it is a database without data (stand_without_database()).
  std::shared_ptr<const hydro::Database> database;
  /// Databases for several configurations of the bodies [m, rad]; null if there is one database.
  std::shared_ptr<const hydro::DatabaseFamily> family;
  std::optional<Configurations> configurations;  ///< options for the use of the family
  std::vector<GroupBody> bodies;     ///< one for every body of the database, in any order
  Vector2 origin = Vector2::Zero();  ///< origin of the database frame in the world [m]
  double heading = 0.0;              ///< yaw of the database frame in the world [rad]
  HydroFrame frame = HydroFrame::kHeading;
  AddedMassCoriolis coriolis = AddedMassCoriolis::kOff;
  AddedMassMode mode = AddedMassMode::kCoupled;
  double lumped_factor = kDefaultLumpedFactor;  ///< factor alpha of AddedMassMode::kLumped
  /// frequency at which added mass is taken from the database [rad/s]; default: infinite
  std::optional<double> added_mass_frequency;
  hydro::RadiationOptions radiation;
  bool excitation_enabled = true;
  hydro::Excitation::Options excitation;
  /// Cutoff frequency [rad/s] of the low-pass filter for the slow poses at which wave excitation is
  /// evaluated. At 0 the excitation is evaluated at the present poses.
  double excitation_cutoff = 0.0;
  ForwardSpeed forward_speed;
  hydro::SecondOrderOptions second_order;
  HydrostaticsMode hydrostatics = HydrostaticsMode::kLinear;
  FroudeKrylovOptions froude_krylov;
  bool allow_asymmetric = false;
  /// hydrodynamic coefficients in place of a database
  std::optional<ConstantCoefficients> coefficients;
  /// hydrodynamic coefficients in addition to a database
  std::optional<ConstantCoefficients> additional;
  /// Masses, stiffnesses and damping of the modes of flexible bodies [kg, N/m, N s/m]; none without
  /// carriers. See add_mode_carriers().
  std::optional<ConstantCoefficients> of_modes;

  /// True if the hydrodynamic coefficients come from a database, false if they are given in
  /// `coefficients`.
  bool has_database() const { return !coefficients.has_value(); }
  /// The coefficients of the group that do not depend on frequency; null if there are none.
  const ConstantCoefficients* constants() const {
    return coefficients ? &*coefficients : additional ? &*additional : nullptr;
  }
  /// True if a force of constants() or of_modes acts [N, N m].
  bool has_constant_force() const { return constants() != nullptr || of_modes.has_value(); }
  HydrostaticsMode hydrostatics_of(const GroupBody& body) const {
    return body.hydrostatics.value_or(hydrostatics);
  }
  FroudeKrylovOptions froude_krylov_of(const GroupBody& body) const {
    return {body.froude_krylov.value_or(froude_krylov.mode),
            body.stretching.value_or(froude_krylov.stretching)};
  }
  bool any_hydrostatics(HydrostaticsMode wanted) const;
  bool any_nonlinear_froude_krylov() const;

  /// True if the wave excitation of the group is evaluated at the slow poses [m, rad] in
  /// State::slow_poses.
  bool has_slow_poses() const {
    return excitation_enabled && excitation.at_body_position && excitation_cutoff > 0.0;
  }

  /// Cutoff frequency of the low-pass filter of forward speeds [rad/s].
  double speed_cutoff() const {
    const double of_excitation =
        has_slow_poses() ? excitation_cutoff : ForwardSpeed::kDefaultCutoff;
    return forward_speed.low_frequency_cutoff.value_or(of_excitation);
  }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("bodies", self.bodies);
    field("origin", self.origin, "m");
    field("heading_deg", self.heading, "deg");
    field("added_mass.frame", self.frame);
    field("added_mass.coriolis", self.coriolis);
    field("added_mass.mode", self.mode);
    field("added_mass.lumped_factor", self.lumped_factor, Bound::kNotNegative);
    field("added_mass.frequency", self.added_mass_frequency, "rad/s");
    field("radiation.memory", self.radiation.form);
    field("radiation.data", self.radiation.data);
    field("radiation.kernel_duration", self.radiation.kernel_duration, {"s", Bound::kPositive});
    field("radiation.tolerance", self.radiation.tolerance, Bound::kPositive);
    field("body_interaction", self.radiation.body_interaction);
    field("excitation.enabled", self.excitation_enabled);
    field("excitation.at_body_position", self.excitation.at_body_position);
    const FieldRule late = FieldRule().added_late();
    field("excitation.low_frequency_cutoff", self.excitation_cutoff,
          FieldRule("rad/s", Bound::kNotNegative).added_late());
    field("second_order.method", self.second_order.method, late);
    field("second_order.newman_form", self.second_order.newman_form, late);
    field("second_order.sum_frequency", self.second_order.sum_frequency, late);
    field("second_order.difference_cutoff", self.second_order.difference_cutoff,
          FieldRule("rad/s", Bound::kPositive).added_late());
    field("second_order.wave_drift_damping", self.second_order.wave_drift_damping, late);
    field("second_order.directions", self.second_order.directions, late);
    field.beside(self.hydrostatics != HydrostaticsMode::kNone);  // the message has a mode
    field("froude_krylov.mode", self.froude_krylov.mode, late);
    field("froude_krylov.stretching", self.froude_krylov.stretching, late);
    field("allow_asymmetric", self.allow_asymmetric);
    field("configurations", self.configurations, late);
    field("radiation.frequency", self.radiation.frequency,
          FieldRule("rad/s", Bound::kPositive).added_late());
    field("coefficients", self.coefficients, late);
    field("additional", self.additional, late);
    field("forward_speed.mode", self.forward_speed.mode, late);
    field("forward_speed.reference", self.forward_speed.reference, late);
    field("forward_speed.low_frequency_cutoff", self.forward_speed.low_frequency_cutoff,
          FieldRule("rad/s", Bound::kPositive).added_late());
  }
};

/// Completes a group that has `coefficients` in place of a database. It gets a database of N bodies
/// without data, and the options that go with it: no radiation memory, no wave excitation, no
/// hydrostatics.
void stand_without_database(HydrodynamicGroup& group);

/// A copy of a group in which the database of one node of its family is the only database. A group
/// without a family is returned unchanged.
HydrodynamicGroup at_node(const HydrodynamicGroup& group, std::size_t node);

/// Number of databases of a group: the number of nodes of its family, or 1.
std::size_t node_count(const HydrodynamicGroup& group);

/// Indices into group.bodies, sorted by database_body. All matrices of the group have this order of
/// bodies.
std::vector<std::size_t> members_in_database_order(const HydrodynamicGroup& group);

/// The pose at rest, as the database defines it, of the model frame of a body [m, world]. The body
/// is upright at the heading of the group, and its center of mass is at the center of gravity in
/// the database, whose frame is placed by the group's origin and heading.
/// @param member         index into group.bodies
/// @param center_of_mass in the model frame [m]
Pose rest_pose(const HydrodynamicGroup& group, std::size_t member, const Vector3& center_of_mass);

/// The text of an error: the water depth [m] of a database does not fit that of a sea.
struct DepthMismatch {
  std::string rule;   ///< the rule for the water depth [m] of the database
  std::string found;  ///< the water depth [m] of the database, and the error that it causes
};

/// Compares the water depth [m] of a database with that of a sea. The depths do not fit if, for the
/// wavelengths of the sea, the wave frequencies in the two depths differ by more than 1 %, where
/// components with up to 1 % of the variance may differ by more. In water deeper than about a third
/// of the wavelength, the depth has no influence.
/// @returns the mismatch, or none if the depths fit
std::optional<DepthMismatch> find_depth_mismatch(const hydro::Sea& sea,
                                                 const hydro::Database& database);

}  // namespace raftup::solver
