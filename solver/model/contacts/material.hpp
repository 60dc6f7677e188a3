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

/// What a shape is made of. Two materials without a ContactMaterial of their own make a pair by
///   mu = sqrt(r1 r2), e = sqrt((1 - nu1) (1 - nu2)), Y = Y1 Y2/(Y1 + Y2),
/// the longer damping time, the sum of adhesion forces and viscosities, the smaller overlap, and
/// fewer points where both say so.
struct Material {
  std::string name;
  double roughness = 0.5;              ///< r
  double bulk_viscosity = 1.0;         ///< nu, 0..1: with 1 there is no restitution
  double stiffness = 4e8;              ///< Y [N/m] of a point of contact
  std::optional<double> damping_time;  ///< tau [s]; without it two steps
  double adhesion_force = 0.0;         ///< N, largest force by which a contact holds
  double adhesion_overlap = 0.0;       ///< m, overlap into which a contact is drawn
  double surface_viscosity = 0.0;      ///< gamma [m/(N s)]: slip speed per friction force
  double density = 1000.0;             ///< kg/m3, of shapes that give none
  bool reduce_points = true;           ///< at most four points for each pair of shapes

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

/// The reaction of a fender as a material: at the greatest depth d of a pair of shapes
///   F = factor speed_factor(v_0) R(d) (1 - hysteresis w),
///   w = min(1, (d_m - d)/(recovery d_m)),  d_m the greatest d since they touched,
/// R the curve, v_0 the speed at which they touched; and a damper beside it.
/// @source PIANC WG 33 (2002)
struct FenderMaterial {
  std::vector<double> compression;  ///< d [m], of the curve
  std::vector<double> reaction;     ///< R [N]
  double hysteresis = 0.0;          ///< eta, 0..1, less than 1
  double recovery = 0.1;            ///< kappa, > 0
  double factor = 1.0;              ///< temperature, tolerance
  std::vector<double> speed;        ///< m/s, of the factors, ascending; empty: 1
  std::vector<double> speed_factor;
  double damping = 0.0;  ///< c [N s/m]

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

/// The law between two materials, which replaces the combination of the two.
struct ContactMaterial {
  std::string material1, material2;          ///< may be the same
  double friction = 0.5;                     ///< mu along the primary direction
  std::optional<double> secondary_friction;  ///< mu across it; none = the same
  /// Primary direction of friction [axes of `direction_body`, or of the world without one],
  /// projected on the plane of contact. By default it is the world's x, or its y if the normal is
  /// near x.
  std::optional<Vector3> direction;
  std::string direction_body;
  double restitution = 0.0;  ///< e, 0..1
  double stiffness = 2e8;    ///< Y [N/m] of a point
  std::optional<double> damping_time;
  double adhesion_force = 0.0, adhesion_overlap = 0.0;
  double surface_viscosity = 0.0;
  bool reduce_points = true;
  /// A fender, which replaces stiffness [N/m] and damping time [s]: one point for each pair of
  /// shapes.
  std::optional<FenderMaterial> fender;
  FrictionModel friction_model = FrictionModel::kCone;
  /// Whether the friction cone is exact; default true. With false its direction is taken from the
  /// slip at the start of a step, |F_u| <= mu |cos| F_n, |F_v| <= mu |sin| F_n.
  std::optional<bool> exact;
  std::optional<double> normal_force;  ///< F_n of kConstant [N], of each point
  /// m: F_n is multiplied by depth over this length; without it it is not
  std::optional<double> reference_depth;
  FrictionSolve friction_solve = FrictionSolve::kDirect;
  /// stiffness by area, which replaces `stiffness` [N/m]
  std::optional<AreaStiffness> area_stiffness;
  /// A user's own law, which replaces coefficients, friction model and direction; null without one.
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
