#pragma once

#include <optional>

namespace raftup::solver {

struct HydrodynamicGroup;
struct Model;

/// Largest allowed spacing dr of the nodes of a family, as a share of a wavelength. Blending wave
/// forces between two nodes loses up to the share (k dr)^2/8 of the forces, with k the wavenumber
/// [rad/m]: 14 % at this spacing, 3 % at kNotableSpacing.
inline constexpr double kWidestSpacing = 1.0 / 6.0;
/// Spacing of the nodes of a family above which there is a finding, as a share of a wavelength.
/// Above kWidestSpacing the family is refused.
inline constexpr double kNotableSpacing = 1.0 / 12.0;

/// The spacing of the nodes of a family and the wavelength of the sea with which it is compared.
struct NodeSpacing {
  double spacing;  ///< largest distance between neighboring nodes along x or y [m]
  /// Wavelength [m]; shorter waves contribute at most 1 % of the variance of each wave force.
  double wavelength;
};

/// Computes the spacing and the wavelength. Returns nothing for a group with one database or a
/// family over axes, and for a model without a sea.
std::optional<NodeSpacing> node_spacing(const Model& model, const HydrodynamicGroup& group);

}  // namespace raftup::solver
