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

/// How two materials act on each other where their shapes touch.
struct PairLaw {
  double friction = 0.0;  ///< mu of the primary direction
  double secondary_friction = 0.0;
  /// unit vector of the primary direction, in the axes of direction_body
  std::optional<Vector3> direction;
  std::optional<std::size_t> direction_body;  ///< index of the body; without it the world
  FrictionModel friction_model = FrictionModel::kCone;
  bool exact = true;                      ///< true for an exact friction cone
  double normal_force = 0.0;              ///< N, of kConstant
  std::optional<double> reference_depth;  ///< m, of kConstant
  FrictionSolve friction_solve = FrictionSolve::kDirect;
  double restitution = 0.0;                     ///< coefficient of restitution e, 0 to 1
  double stiffness = 0.0;                       ///< Y [N/m]
  std::optional<AreaStiffness> area_stiffness;  ///< stiffness by area, which replaces `stiffness`
  std::optional<double> damping_time;
  double adhesion_force = 0.0, adhesion_overlap = 0.0;
  double surface_viscosity = 0.0;
  bool reduce_points = true;
  std::shared_ptr<const FenderLaw> fender;          ///< null if the materials form no fender
  std::shared_ptr<const FrictionLaw> friction_law;  ///< a user's own law of friction; null without
};

/// Area of the convex polygon around points, projected along the mean of their normals [m2]. It is
/// at least that of a strip of the given width along the longest distance between them, and width^2
/// for a single point.
/// @param points at least one
/// @param width  m, > 0
double contact_area(std::span<const ContactPoint> points, double width);

/// Stiffness of all points of a pair of shapes together [N/m], a layer L thick on the area A [m2]:
///   k = modulus A/L,  L = sqrt(A) within the shortest and the longest length [m].
/// @source an elastic foundation: Johnson, Contact Mechanics (1985), section 4.3
double pair_stiffness(const AreaStiffness& law, std::span<const ContactPoint> points);

/// The law of two materials of a checked model: the law given for the pair, or else a combination
/// of both materials: mu = sqrt(r1 r2), e = sqrt((1 - nu1)(1 - nu2)), stiffness [N/m] 1/Y = 1/Y1 +
/// 1/Y2, the longer damping time [s], the sums of adhesion force [N] and surface viscosity, and the
/// smaller adhesion overlap [m].
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
  /// True if a material has a restitution above 0 with another one or with itself [1].
  bool bounces(std::size_t material) const;

 private:
  std::size_t material_count_ = 0;
  std::vector<PairLaw> laws_;
};

}  // namespace raftup::solver
