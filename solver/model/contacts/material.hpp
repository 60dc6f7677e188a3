#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/contacts/contact_options.hpp"
#include "solver/model/contacts/friction_law.hpp"

namespace raftup::solver {

struct Model;

/// The material of a shape. For two materials without a ContactMaterial, the properties of their
/// contacts are combined from both materials 1 and 2: friction mu, restitution e, and stiffness Y
/// [N/m] by
///   mu = sqrt(r1 r2), e = sqrt((1 - nu1) (1 - nu2)), Y = Y1 Y2/(Y1 + Y2),
/// the longer damping time, the sums of the adhesion forces and of the surface viscosities, and the
/// smaller adhesion overlap. Points are reduced if both materials have reduce_points.
struct Material {
  std::string name;
  double roughness = 0.5;              ///< roughness r [1], from which friction is computed
  double bulk_viscosity = 1.0;         ///< nu, 0..1; at 1 there is no restitution
  double stiffness = 4e8;              ///< stiffness Y of a point of contact [N/m]
  std::optional<double> damping_time;  ///< damping time tau of a contact [s]; none: two steps
  double adhesion_force = 0.0;  ///< N, largest force with which a contact holds two shapes together
  /// m, overlap up to which the adhesion force pulls two shapes together
  double adhesion_overlap = 0.0;
  double surface_viscosity = 0.0;  ///< gamma: slip speed per friction force [m/(N s)]
  double density = 1000.0;         ///< kg/m3, of shapes without a density of their own
  bool reduce_points = true;       ///< true: each pair of shapes has at most four points of contact

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("roughness", self.roughness, Bound::kNotNegative);
    field("bulk_viscosity", self.bulk_viscosity, Bound::kFraction);
    field("stiffness", self.stiffness, {"N/m", Bound::kPositive});
    field("damping_time", self.damping_time, {"s", Bound::kNotNegative});
    field("adhesion_force", self.adhesion_force, {"N", Bound::kNotNegative});
    field("adhesion_overlap", self.adhesion_overlap, {"m", Bound::kNotNegative});
    field("surface_viscosity", self.surface_viscosity, {"m/(N s)", Bound::kNotNegative});
    field("density", self.density, {"kg/m3", Bound::kPositive});
    field("reduce_points", self.reduce_points);
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// The reaction of a fender as a material. At an overlap d [m] of two shapes, the force is
///   F = factor speed_factor(v_0) R(d) (1 - hysteresis w),
///   w = min(1, (d_m - d)/(recovery d_m)),
/// with the greatest overlap d_m since the shapes touched, the reaction curve R [N] and the speed
/// v_0 at which the shapes met [m/s]. A linear damper acts in parallel.
/// @source PIANC WG 33 (2002)
struct FenderMaterial {
  std::vector<double> compression;  ///< overlaps d of the reaction curve [m]
  std::vector<double> reaction;     ///< reactions R at these overlaps [N]
  /// share of the reaction that is lost when the fender recovers, 0 to below 1
  double hysteresis = 0.0;
  double recovery = 0.1;  ///< share of d_m over which the reaction decreases in recovery [1], > 0
  double factor = 1.0;    ///< factor of the reaction [1], for instance for temperature or tolerance
  /// Speeds v_0 of the factors in speed_factor [m/s], ascending. Empty: the factor is 1 at every
  /// speed.
  std::vector<double> speed;
  std::vector<double> speed_factor;
  double damping = 0.0;  ///< damping of the parallel damper [N s/m]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("compression", self.compression, {"m", Bound::kNotNegative});
    field("reaction", self.reaction, {"N", Bound::kNotNegative});
    field("hysteresis", self.hysteresis, Bound::kFraction);
    field("recovery", self.recovery, Bound::kPositive);
    field("factor", self.factor, Bound::kPositive);
    field("speed", self.speed, {"m/s", Bound::kNotNegative});
    field("speed_factor", self.speed_factor, Bound::kPositive);
    field("damping", self.damping, {"N s/m", Bound::kNotNegative});
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// The contact properties of two materials, which replace the combination of the properties of the
/// two materials.
struct ContactMaterial {
  std::string material1, material2;  ///< names of the two materials, which may be the same
  double friction = 0.5;             ///< friction coefficient mu [1] in the primary direction
  /// coefficient perpendicular to the primary direction; none: as `friction`
  std::optional<double> secondary_friction;
  /// Primary direction of friction, in the axes of `direction_body` or, if that is empty, of the
  /// world. It is projected on the plane of contact. By default it is the x axis of the world, or
  /// its y axis if the normal is nearly along x.
  std::optional<Vector3> direction;
  std::string direction_body;
  double restitution = 0.0;  ///< coefficient of restitution e, 0..1
  double stiffness = 2e8;    ///< stiffness Y of a point of contact [N/m]
  std::optional<double> damping_time;
  double adhesion_force = 0.0, adhesion_overlap = 0.0;
  double surface_viscosity = 0.0;
  bool reduce_points = true;
  /// A fender, whose law replaces stiffness [N/m] and damping time [s]. Each pair of shapes then
  /// has one point of contact.
  std::optional<FenderMaterial> fender;
  FrictionModel friction_model = FrictionModel::kCone;
  /// True, the default: the friction cone is exact. False: the direction of friction is taken from
  /// the slip at the start of a step, at the angle a to the primary direction, so that |F_u| <= mu
  /// |cos a| F_n and |F_v| <= mu |sin a| F_n [N].
  std::optional<bool> exact;
  /// normal force F_n at each point for FrictionModel::kConstant [N]
  std::optional<double> normal_force;
  /// With a value, F_n of FrictionModel::kConstant is multiplied by the overlap divided by this
  /// length [m].
  std::optional<double> reference_depth;
  FrictionSolve friction_solve = FrictionSolve::kDirect;
  /// Stiffness that grows with the contact area. It replaces `stiffness` [N/m].
  std::optional<AreaStiffness> area_stiffness;
  /// A user's own law of friction, or null. It replaces the friction coefficients, the friction
  /// model and the primary direction.
  std::shared_ptr<const FrictionLaw> friction_law = nullptr;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("material1", self.material1);
    field("material2", self.material2);
    field("friction", self.friction, Bound::kNotNegative);
    field("secondary_friction", self.secondary_friction, Bound::kNotNegative);
    field("direction", self.direction);
    field("direction_body", self.direction_body, Reference::kAnyBody);
    field("restitution", self.restitution, Bound::kFraction);
    field("stiffness", self.stiffness, {"N/m", Bound::kPositive});
    field("damping_time", self.damping_time, {"s", Bound::kNotNegative});
    field("adhesion_force", self.adhesion_force, {"N", Bound::kNotNegative});
    field("adhesion_overlap", self.adhesion_overlap, {"m", Bound::kNotNegative});
    field("surface_viscosity", self.surface_viscosity, {"m/(N s)", Bound::kNotNegative});
    field("reduce_points", self.reduce_points);
    field("fender", self.fender);
    field("friction_model", self.friction_model, FieldRule().added_late());
    field("exact", self.exact, FieldRule().added_late());
    field("normal_force", self.normal_force, FieldRule("N", Bound::kPositive).added_late());
    field("reference_depth", self.reference_depth, FieldRule("m", Bound::kPositive).added_late());
    field("friction_solve", self.friction_solve, FieldRule().added_late());
    field("area_stiffness", self.area_stiffness, FieldRule().added_late());
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

}  // namespace raftup::solver
