#pragma once

#include <optional>

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// Largest spacing of nodes dr as a share of a wavelength. A blend of wave forces between two nodes
/// loses up to (k dr)^2/8 of them, k the wavenumber [rad/m]: 14 % at this share, 3 % at
/// kNotableSpacing.
inline constexpr double kWidestSpacing = 1.0 / 6.0;
/// A family whose nodes are further apart than this share of a wavelength is a finding; further
/// than kWidestSpacing it is refused.
inline constexpr double kNotableSpacing = 1.0 / 12.0;

/// Compares the nodes of a family with the waves of the sea.
struct NodeSpacing {
  double spacing;     ///< m, the largest between neighbours along x or y
  double wavelength;  ///< m; shorter waves carry at most 1 % of the variance of each wave force
};

/// Returns nothing for a group with one database, and for a model without a sea.
std::optional<NodeSpacing> node_spacing(const Model& model, const HydrodynamicGroup& group);

}  // namespace raftup::solver
