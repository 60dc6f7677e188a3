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
#include "solver/model/water/froude_krylov.hpp"
#include "solver/model/water/roll_damping.hpp"

namespace raftup::solver {

/// One body of a group: a body of the model, and the body of the database that belongs to it.
struct GroupBody {
  std::string body;
  Eigen::Index database_body = 0;
  Matrix6 linear_damping = Matrix6::Zero();     ///< heading frame, at the centre of mass
  Matrix6 quadratic_damping = Matrix6::Zero();  ///< -D |v| v per component, heading frame
  std::optional<RollDamping> roll_damping = std::nullopt;
  std::string mesh_name = {};  ///< its name in a message
  /// Hull in the frame of the database at rest; null if hydrostatics are linear.
  std::shared_ptr<const hydro::HullMesh> mesh = nullptr;
  /// true if its name is none of the database, which has several bodies
  bool placed_by_order = false;
  /// The point O that the coefficients are about [m, model frame]; default the centre of mass.
  std::optional<Vector3> reference_point = std::nullopt;
  std::optional<HydrostaticsMode> hydrostatics = std::nullopt;     ///< default: that of the group
  std::optional<FroudeKrylovMode> froude_krylov = std::nullopt;    ///< default: that of the group
  std::optional<hydro::WaveStretching> stretching = std::nullopt;  ///< default: that of the group
  /// Where the model frame rests without a database [m, world]; default: where it starts.
  std::optional<Vector3> rest_position = std::nullopt;
  std::optional<double> rest_heading = std::nullopt;  ///< rad, upright; default: of the group

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

/// All bodies of one database, dense 6N x 6N. The bodies may stand in any order.
struct HydrodynamicGroup {
  std::string name;
  /// Of a family, node 0; of a group with `coefficients` one without data (stand_without_database).
  std::shared_ptr<const hydro::Database> database;
  /// Databases over relative position [m, rad]; null if there is one database.
  std::shared_ptr<const hydro::DatabaseFamily> family;
  std::optional<Configurations> configurations;  ///< how the family is used
  std::vector<GroupBody> bodies;     ///< in any order, one for every body of the database
  Vector2 origin = Vector2::Zero();  ///< m, the database frame in the world
  double heading = 0.0;              ///< rad
  HydroFrame frame = HydroFrame::kHeading;
  AddedMassCoriolis coriolis = AddedMassCoriolis::kOff;
  AddedMassMode mode = AddedMassMode::kCoupled;
  double lumped_factor = kDefaultLumpedFactor;  ///< alpha of AddedMassMode::kLumped
  std::optional<double> added_mass_frequency;   ///< rad/s; default: infinite
  hydro::RadiationOptions radiation;
  bool excitation_enabled = true;
  hydro::Excitation::Options excitation;
  /// Cutoff [rad/s] of the slow poses at which the bodies meet waves; 0 = their present poses.
  double excitation_cutoff = 0.0;
  hydro::SecondOrderOptions second_order;
  HydrostaticsMode hydrostatics = HydrostaticsMode::kLinear;
  FroudeKrylovOptions froude_krylov;
  bool allow_asymmetric = false;
  std::optional<ConstantCoefficients> coefficients;  ///< instead of a database
  std::optional<ConstantCoefficients> additional;    ///< beside a database

  /// False if the water of its bodies is what `coefficients` say.
  bool has_database() const { return !coefficients.has_value(); }
  /// The constant coefficients of its bodies; null if it has none.
  const ConstantCoefficients* constants() const {
    return coefficients ? &*coefficients : additional ? &*additional : nullptr;
  }
  HydrostaticsMode hydrostatics_of(const GroupBody& body) const {
    return body.hydrostatics.value_or(hydrostatics);
  }
  FroudeKrylovOptions froude_krylov_of(const GroupBody& body) const {
    return {body.froude_krylov.value_or(froude_krylov.mode),
            body.stretching.value_or(froude_krylov.stretching)};
  }
  bool any_hydrostatics(HydrostaticsMode wanted) const;
  bool any_nonlinear_froude_krylov() const;

  /// True if State::slow_poses has the slow poses of its bodies.
  bool has_slow_poses() const {
    return excitation_enabled && excitation.at_body_position && excitation_cutoff > 0.0;
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
  }
};

/// Gives a group with `coefficients` the database of N bodies without data that stands in the place
/// of one, and the options that go with it: no memory of radiation, no waves, no hydrostatics.
void stand_without_database(HydrodynamicGroup& group);

/// A group with a family as if one of its nodes were the only database; another group is returned
/// unchanged.
HydrodynamicGroup at_node(const HydrodynamicGroup& group, std::size_t node);

/// Number of databases of a group: 1, or that of its family.
std::size_t node_count(const HydrodynamicGroup& group);

/// Indices into group.bodies, sorted by database_body: the order of every matrix of the group.
std::vector<std::size_t> members_in_database_order(const HydrodynamicGroup& group);

/// Model frame of a body that rests as its database says: upright at the group's heading, centre of
/// mass at the database's centre of gravity, the database's frame placed by origin and heading.
/// @param member         index into group.bodies
/// @param center_of_mass in the model frame [m]
Pose rest_pose(const HydrodynamicGroup& group, std::size_t member, const Vector3& center_of_mass);

/// The reason why the wave forces of a database do not fit a sea, by their water depths [m].
struct DepthMismatch {
  std::string rule;   ///< what its water_depth should be
  std::string found;  ///< what it is
};

/// Returns a mismatch if the depths differ and waves as long as those of the sea have frequencies
/// in the two depths that differ by more than 1 %, except for waves with 1 % of its variance. In
/// water deeper than about a third of their length the depth has no influence.
std::optional<DepthMismatch> find_depth_mismatch(const hydro::Sea& sea,
                                                 const hydro::Database& database);

}  // namespace raftup::solver
