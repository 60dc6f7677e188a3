#pragma once

#include <array>
#include <string>
#include <string_view>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// Stiffness of a contact [N/m] that grows with the area on which two shapes touch [m2], as of an
/// elastic layer on that area: pair_stiffness().
struct AreaStiffness {
  double modulus = 0.0;  ///< modulus of elasticity Y of the layer [N/m2], > 0
  /// Least thickness of the layer [m], > 0. The thickness is the square root of the contact area,
  /// but not below the shortest and not above the longest length.
  double shortest_length = 0.0005;
  /// Greatest thickness of the layer [m], at least the shortest length.
  double longest_length = 0.05;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("modulus", self.modulus, {"N/m2", Bound::kPositive});
    field("shortest_length", self.shortest_length, {"m", Bound::kPositive});
    field("longest_length", self.longest_length, {"m", Bound::kPositive});
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// The largest friction force [N] at a point of contact. F_u and F_v are the components in the
/// primary direction and perpendicular to it, F_n is the normal force.
enum class FrictionModel {
  kCone,  ///< (F_u/mu_u)^2 + (F_v/mu_v)^2 <= F_n^2 [N2]; a sliding force is opposite to the slip
  kScaledBox,  ///< |F_u| <= mu_u F_n and |F_v| <= mu_v F_n
  /// The bounds of kScaledBox with the normal force [N] of the pair of shapes in the last step, or
  /// for a new pair with the weight of its bodies. This force is shared equally by all points of
  /// the pair.
  kBox,
  kConstant,  ///< the bounds of kScaledBox with ContactMaterial::normal_force as F_n
};

constexpr std::array<std::string_view, 4> names_of(FrictionModel /*of*/) {
  return {"cone", "scaled_box", "box", "constant"};
}

/// How impulse steppers compute friction forces [N] together with normal forces and joint forces
/// (solve_in_stages()). A sweep is one Gauss-Seidel iteration over the contacts.
enum class FrictionSolve {
  kDirect,     ///< friction, normal forces and joint forces [N] in one direct solution
  kIterative,  ///< normal forces and friction [N] by sweeps; the joints are eliminated exactly
  kSplit,      ///< friction by sweeps, between two direct solutions of joint and normal forces [N]
  /// a direct solution with unbounded friction, then sweeps, then a direct solution within the
  /// bounds that the sweeps have found
  kDirectAndIterative,
};

constexpr std::array<std::string_view, 4> names_of(FrictionSolve /*of*/) {
  return {"direct", "iterative", "split", "direct_and_iterative"};
}

}  // namespace raftup::solver
