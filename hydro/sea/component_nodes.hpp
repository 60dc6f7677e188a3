#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A few nodes that replace many components of a sea. For waves of one direction, the motion near a
/// place is a smooth function f of the frequency [rad/s] or wave number [rad/m] v of a component.
/// Lagrange polynomials L_p on n Chebyshev nodes v_p between the smallest and the largest v
/// interpolate this function, f(v_c) = sum_p L_p(v_c) f(v_p), so that for any amplitudes A_c [m]
///   sum_c A_c f(v_c) = sum_p B_p f(v_p),  B_p = sum_c L_p(v_c) A_c.
/// Each direction has the smallest number of nodes that reproduces f to the tolerance. The results
/// are bit for bit the same on every machine.
class ComponentNodes {
 public:
  /// Values of f, for one v, at the places where the interpolation must be accurate.
  using Samples = std::vector<Complex>;
  /// The components of the sea that travel in one direction, and their nodes.
  struct Group {
    std::vector<std::size_t> components;  ///< indices of the components in the sea
    /// Index of the first SIMD block of the nodes of this direction.
    std::size_t first_block = 0;
    /// Number of SIMD blocks of these nodes.
    std::size_t block_count = 0;
    /// Values L_p(v_c) of the Lagrange polynomials: components x SIMD blocks of nodes.
    std::vector<LaneArray> weights;
  };

  /// The required accuracy of f, where |f| <= 1.
  struct Demand {
    /// Largest error of the interpolated f.
    double tolerance = 1e-14;
    /// Least number of nodes per direction; fewer are not tried.
    std::size_t least_count = 2 * kLaneCount;
  };

  /// Computes the nodes for the components of a sea. Returns nothing if they would not halve the
  /// number of terms, because there are too many directions or f is not smooth.
  /// @param directions direction of each component [rad]
  /// @param variables  v of each component
  /// @param samples    values of f of each component
  /// @param samples_at function that returns the values of f for a given v and direction
  static std::optional<ComponentNodes> of(
      const std::vector<double>& directions, const std::vector<double>& variables,
      const std::vector<Samples>& samples,
      const std::function<Samples(double variable, double direction)>& samples_at,
      const Demand& demand);

  /// One node that takes the place of components.
  struct Node {
    double variable = 0.0;   ///< value v_p of the node
    double direction = 0.0;  ///< direction of the node [rad]
  };
  /// The nodes of all directions. The nodes of each direction fill whole SIMD blocks.
  const std::vector<Node>& nodes() const { return nodes_; }
  /// Number of SIMD blocks of nodes.
  std::size_t block_count() const { return nodes_.size() / kLaneCount; }

  /// Computes the amplitudes B of the nodes from the amplitudes A of the components, for kSets sets
  /// of A at once.
  /// @param components A of each set, in SIMD blocks of the sea's components
  /// @param nodes      B of each set, block_count() blocks each
  template <std::size_t kSets>
  void gather(const std::array<const ComplexLanes*, kSets>& components,
              const std::array<ComplexLanes*, kSets>& nodes) const;

 private:
  std::vector<Group> groups_;
  std::vector<Node> nodes_;
};

extern template void ComponentNodes::gather<1>(const std::array<const ComplexLanes*, 1>&,
                                               const std::array<ComplexLanes*, 1>&) const;
extern template void ComponentNodes::gather<2>(const std::array<const ComplexLanes*, 2>&,
                                               const std::array<ComplexLanes*, 2>&) const;
extern template void ComponentNodes::gather<3>(const std::array<const ComplexLanes*, 3>&,
                                               const std::array<ComplexLanes*, 3>&) const;
extern template void ComponentNodes::gather<4>(const std::array<const ComplexLanes*, 4>&,
                                               const std::array<ComplexLanes*, 4>&) const;

}  // namespace raftup::hydro
