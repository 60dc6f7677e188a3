#pragma once

#include <array>
#include <string>
#include <string_view>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// Stiffness by the area where two shapes touch: pair_stiffness().
struct AreaStiffness {
  double modulus = 0.0;             ///< Y [N/m2], > 0
  double shortest_length = 0.0005;  ///< m, > 0: of what is pressed, as thick as the area is wide
  double longest_length = 0.05;     ///< m, >= the shortest

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("modulus", self.modulus, {"N/m2", Bound::kPositive});
    field("shortest_length", self.shortest_length, {"m", Bound::kPositive});
    field("longest_length", self.longest_length, {"m", Bound::kPositive});
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// What friction may be at most, u and v being the primary direction and the one across it.
enum class FrictionModel {
  kCone,       ///< (F_u/mu_u)^2 + (F_v/mu_v)^2 <= F_n^2, against the slip
  kScaledBox,  ///< |F_u| <= mu_u F_n, |F_v| <= mu_v F_n
  kBox,        ///< the same with F_n of the last step, of a new pair the weight of its bodies, in
               ///< equal shares of the points
  kConstant,   ///< the same with a given F_n
};

constexpr std::array<std::string_view, 4> names_of(FrictionModel /*of*/) {
  return {"cone", "scaled_box", "box", "constant"};
}

/// How friction is solved beside normal forces and joints by impulse steppers (solve_in_stages()).
enum class FrictionSolve {
  kDirect,              ///< all rows together
  kIterative,           ///< normals and friction by sweeps, joints eliminated exactly
  kSplit,               ///< friction by sweeps between two direct solutions of joints and normals
  kDirectAndIterative,  ///< directly without bounds, by sweeps, directly in the bounds found
};

constexpr std::array<std::string_view, 4> names_of(FrictionSolve /*of*/) {
  return {"direct", "iterative", "split", "direct_and_iterative"};
}

}  // namespace raftup::solver
