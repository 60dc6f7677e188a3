#pragma once

#include <array>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/second_order/paired_components.hpp"

namespace raftup::hydro {

/// The waves of a group of components of one direction as amplitudes at the frequencies of data,
///   b_p = sum_c h_p(omega_c) z_c,
/// with hat functions h_p, at the start, the middle and the end of a path. Components outside the
/// frequencies do not count.
class FrequencyNodes {
 public:
  /// Three vectors (Re b_1, Im b_1, Re b_2, ...) [m], for the three instants, in whole SIMD blocks.
  using Vectors = std::array<std::vector<LaneArray>, 3>;

  /// @param omega      frequencies of the data [rad/s], ascending
  /// @param components with one direction in each group; must outlive this object
  FrequencyNodes(const VectorXd& omega, const Sea& sea, const PairedComponents& components);

  /// Computes b of one group from the phase factors of all components.
  void fill(const PairedComponents::Group& group, const std::vector<InstantPhasors>& phasors);

  const Vectors& amplitudes() const { return amplitudes_; }
  /// The derivatives of b along the waves [1], computed for the middle and the end only.
  const Vectors& along() const { return along_; }

 private:
  /// Position of one component between the frequencies of the data [rad/s].
  struct Share {
    std::size_t place = 0;  ///< index of the real part of b at the lower frequency
    /// Contributions of the component to b at the lower and at the upper frequency: a h_p [m].
    double lower = 0.0, upper = 0.0;
  };

  static Share share_of(const VectorXd& omega, const Sea& sea, std::size_t component);

  const PairedComponents& components_;
  std::vector<Share> shares_;  ///< positions of the components, one per lane of every SIMD block
  Vectors amplitudes_, along_;
};

/// Sets all numbers of three vectors to 0.
void set_zero(FrequencyNodes::Vectors& vectors);

}  // namespace raftup::hydro
