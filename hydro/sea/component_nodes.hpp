#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A few nodes that replace many components of a sea. For waves of one direction the motion near a
/// place is a smooth function f of the frequency [rad/s] or wavenumber [rad/m] v of a component, so
/// that Lagrange's polynomials of n Chebyshev nodes v_p between the smallest and the largest v give
/// f(v_c) = sum_p L_p(v_c) f(v_p), and for any amplitudes A_c [m]
///   sum_c A_c f(v_c) = sum_p B_p f(v_p),  B_p = sum_c L_p(v_c) A_c.
/// Each direction has the smallest number of nodes that reproduces f to the tolerance. The same
/// bits on every machine.
class ComponentNodes {
 public:
  /// Values of f at the places where the nodes must reproduce it.
  using Samples = std::vector<Complex>;
  /// Components that go in one direction.
  struct Group {
    std::vector<std::size_t> components;  ///< indices into the sea's
    std::size_t first_block = 0;          ///< of the nodes
    std::size_t block_count = 0;
    std::vector<LaneArray> weights;  ///< L_p(v_c): components x blocks
  };

  /// The required accuracy of f, |f| <= 1.
  struct Demand {
    double tolerance = 1e-14;
    std::size_t least_count = 2 * kLaneCount;  ///< of a direction: fewer are not tried
  };

  /// Returns nothing if the nodes would not halve the number of terms: for many directions, or if f
  /// is not smooth.
  /// @param directions of the components [rad]
  /// @param variables  v of the components
  /// @param samples    f of the components
  /// @param samples_at f of a v in a direction
  static std::optional<ComponentNodes> of(
      const std::vector<double>& directions, const std::vector<double>& variables,
      const std::vector<Samples>& samples,
      const std::function<Samples(double variable, double direction)>& samples_at,
      const Demand& demand);

  struct Node {
    double variable = 0.0;   ///< v_p
    double direction = 0.0;  ///< rad
  };
  /// Those of each direction fill whole blocks of lanes.
  const std::vector<Node>& nodes() const { return nodes_; }
  std::size_t block_count() const { return nodes_.size() / kLaneCount; }

  /// B of kSets sets of A at once.
  /// @param components A, in blocks of the sea's components
  /// @param nodes      B, block_count() each
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
