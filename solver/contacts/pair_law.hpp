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

/// How two materials answer each other.
struct PairLaw {
  double friction = 0.0;  ///< mu of the primary direction
  double secondary_friction = 0.0;
  std::optional<Vector3> direction;           ///< primary, in the axes of direction_body
  std::optional<std::size_t> direction_body;  ///< none: the world
  FrictionModel friction_model = FrictionModel::kCone;
  bool exact = true;                      ///< the cone
  double normal_force = 0.0;              ///< N, of kConstant
  std::optional<double> reference_depth;  ///< m, of kConstant
  FrictionSolve friction_solve = FrictionSolve::kDirect;
  double restitution = 0.0;                     ///< e
  double stiffness = 0.0;                       ///< Y [N/m]
  std::optional<AreaStiffness> area_stiffness;  ///< in its place
  std::optional<double> damping_time;
  double adhesion_force = 0.0, adhesion_overlap = 0.0;
  double surface_viscosity = 0.0;
  bool reduce_points = true;
  std::shared_ptr<const FenderLaw> fender;          ///< null: none
  std::shared_ptr<const FrictionLaw> friction_law;  ///< a user's own; null: none
};

/// Area of the convex polygon around points, seen along the mean of their normals [m2]; at least
/// that of a strip of a width along their longest distance, width^2 of a single point.
/// @param points at least one
/// @param width  m, > 0
double contact_area(std::span<const ContactPoint> points, double width);

/// Stiffness of all points of a pair of shapes together [N/m], a layer L thick on the area A [m2]:
///   k = modulus A/L,  L = sqrt(A) within the shortest and the longest length [m].
/// @source an elastic foundation: Johnson, Contact Mechanics (1985), section 4.3
double pair_stiffness(const AreaStiffness& law, std::span<const ContactPoint> points);

/// What two materials of a checked model make of each other: the law given for the pair, else of
/// its materials mu = sqrt(r1 r2), e = sqrt((1 - nu1)(1 - nu2)), 1/Y = 1/Y1 + 1/Y2, the longer
/// damping time, the sums of adhesion force and surface viscosity, the smaller adhesion overlap.
/// @source two springs in series for Y; the geometric means are a convention of multibody programs,
///         as in Bullet's and AGX's mixed materials
PairLaw pair_law(const Model& model, const std::string& material1, const std::string& material2);

/// What all materials of a model make of each other, by their places in it.
class PairLaws {
 public:
  PairLaws() = default;
  explicit PairLaws(const Model& model);

  const PairLaw& between(std::size_t one, std::size_t two) const {
    return laws_[one * material_count_ + two];
  }
  /// Whether a material gives speed back to another, or to itself.
  bool bounces(std::size_t material) const;

 private:
  std::size_t material_count_ = 0;
  std::vector<PairLaw> laws_;
};

}  // namespace raftup::solver
