#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/contacts/contact_options.hpp"
#include "solver/model/contacts/contact_point.hpp"
#include "solver/model/contacts/friction_law.hpp"

namespace raftup::solver {

class FenderLaw;
struct Model;

/// The law by which two materials act on each other where their shapes touch.
struct PairLaw {
  double friction = 0.0;  ///< coefficient of friction mu in the primary direction
  /// Coefficient of friction mu perpendicular to the primary direction.
  double secondary_friction = 0.0;
  /// Unit vector of the primary direction of friction, in the axes of direction_body.
  std::optional<Vector3> direction;
  /// Index of the body; without it the axes are those of the world.
  std::optional<std::size_t> direction_body;
  FrictionModel friction_model = FrictionModel::kCone;
  /// True for an exact friction cone; with false its direction is that of the slip at the start of
  /// a step.
  bool exact = true;
  double normal_force = 0.0;  ///< given normal force of FrictionModel::kConstant [N]
  /// Depth at which kConstant has its full normal force [m]; without it at any depth.
  std::optional<double> reference_depth;
  FrictionSolve friction_solve = FrictionSolve::kDirect;
  double restitution = 0.0;  ///< coefficient of restitution e, 0 to 1
  double stiffness = 0.0;    ///< stiffness Y of a point [N/m]
  /// Stiffness by contact area, which replaces `stiffness`.
  std::optional<AreaStiffness> area_stiffness;
  /// Damping time of the spring [s]; without it two steps.
  std::optional<double> damping_time;
  /// Force with which the shapes stick together [N], and the overlap within which it acts [m].
  double adhesion_force = 0.0, adhesion_overlap = 0.0;
  /// Compliance of friction, slip speed per friction force [m/(N s)].
  double surface_viscosity = 0.0;
  /// True if the points of one face are reduced to a few.
  bool reduce_points = true;
  /// Law of a fender; null if the materials form no fender.
  std::shared_ptr<const FenderLaw> fender;
  std::shared_ptr<const FrictionLaw> friction_law;  ///< user's friction law; null without one
};

/// Area of the convex polygon around points, projected along the mean of their normals [m2]. The
/// area is at least that of a strip of the given width along the longest distance between points,
/// and width^2 for a single point.
/// @param points at least one
/// @param width  of the strip [m], > 0
double contact_area(std::span<const ContactPoint> points, double width);

/// Stiffness of all points of a pair of shapes together [N/m], as of an elastic layer of thickness
/// L on the contact area A [m2]:
///   k = modulus A/L,  L = sqrt(A), limited to the shortest and the longest length [m].
/// @source an elastic foundation: Johnson, Contact Mechanics (1985), section 4.3
double pair_stiffness(const AreaStiffness& law, std::span<const ContactPoint> points);

/// The law of two materials of a checked model. It is the law that the model gives for the pair, or
/// else a combination of both materials: mu = sqrt(r1 r2), e = sqrt((1 - nu1)(1 - nu2)), stiffness
/// [N/m] 1/Y = 1/Y1 + 1/Y2, the longer damping time [s], the sums of adhesion force [N] and surface
/// viscosity, and the smaller adhesion overlap [m].
/// @source two springs in series for Y; the geometric means are a convention of multibody programs,
///         as in Bullet's and AGX's mixed materials
PairLaw pair_law(const Model& model, const std::string& material1, const std::string& material2);

/// The laws of all pairs of materials of a model, by the indices of the materials.
class PairLaws {
 public:
  PairLaws() = default;
  explicit PairLaws(const Model& model);

  const PairLaw& between(std::size_t one, std::size_t two) const {
    return laws_[one * material_count_ + two];
  }
  /// True if a material has a restitution above 0 with any material, including itself [1].
  bool bounces(std::size_t material) const;

 private:
  std::size_t material_count_ = 0;
  std::vector<PairLaw> laws_;
};

}  // namespace raftup::solver
