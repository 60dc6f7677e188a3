#pragma once

#include <optional>

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// Between nodes dr apart a blend of wave forces loses up to (k dr)^2/8 of them: 14 % and 3 % of
/// these shares of a wave.
inline constexpr double kWidestSpacing = 1.0 / 6.0;
/// A family whose nodes are further apart than this share of a wavelength is a finding; further than
/// kWidestSpacing it is refused.
inline constexpr double kNotableSpacing = 1.0 / 12.0;

/// The nodes of a family against the waves of the sea.
struct NodeSpacing {
  double spacing;     ///< m, the largest between neighbours along x or y
  double wavelength;  ///< m, shorter waves carry 1 % of the variance of no wave force
};

/// Nothing of a group with one database and of a model without a sea.
std::optional<NodeSpacing> node_spacing(const Model& model, const HydrodynamicGroup& group);

}  // namespace raftup::solver
