#pragma once

#include <array>
#include <string>
#include <string_view>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"

namespace raftup::solver {

struct Model;

/// Stiffness [N/m] by the area on which two shapes touch [m2]: pair_stiffness().
struct AreaStiffness {
  double modulus = 0.0;  ///< Y [N/m2], > 0
  /// m, > 0: least thickness of the compressed layer, which is as thick as the area is wide
  double shortest_length = 0.0005;
  double longest_length = 0.05;  ///< m, >= the shortest

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("modulus", self.modulus, {"N/m2", Bound::kPositive});
    field("shortest_length", self.shortest_length, {"m", Bound::kPositive});
    field("longest_length", self.longest_length, {"m", Bound::kPositive});
  }
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// The bound of friction [N]; u and v are the primary direction and the one perpendicular to it.
enum class FrictionModel {
  kCone,       ///< (F_u/mu_u)^2 + (F_v/mu_v)^2 <= F_n^2, against the slip
  kScaledBox,  ///< |F_u| <= mu_u F_n, |F_v| <= mu_v F_n
  kBox,  ///< the same with F_n of the last step, or for a new pair the weight of its bodies, in
  kConstant,  ///< the same with a given F_n
};

constexpr std::array<std::string_view, 4> names_of(FrictionModel /*of*/) {
  return {"cone", "scaled_box", "box", "constant"};
}

/// How friction [N] is solved together with normal forces and joints by impulse steppers
/// (solve_in_stages()).
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
