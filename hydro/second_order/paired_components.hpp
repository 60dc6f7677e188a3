#pragma once

#include <array>
#include <limits>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/second_order_options.hpp"

namespace raftup::hydro {

/// Phase factors exp(i theta) of kLaneCount components at the start, the middle and the end of a
/// path, multiplied by the factors of their amplitudes [1].
struct InstantPhasors {
  std::array<LaneArray, 3> cosine, sine;
};

/// The components of a sea in groups. Second-order forces [N, N m] are produced by pairs of
/// components within a group. There is one group of all components, or one for each direction. Each
/// group fills whole SIMD blocks.
class PairedComponents {
 public:
  /// Value of component() for a lane without a component.
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Group {
    std::size_t begin = 0, end = 0;  ///< first SIMD block, and the block after the last one
    double direction = 0.0;          ///< wave direction of the first component [rad]
    bool one_direction = true;       ///< true if all components have this direction
    Vector2 way = Vector2::UnitX();  ///< unit vector in this direction
  };

  PairedComponents(const Sea& sea, DirectionPairs pairs);

  const std::vector<Group>& groups() const { return groups_; }
  const WavePhases& phases() const { return phases_; }
  /// Wave number of each component, per SIMD block [turns/m].
  const std::vector<LaneArray>& wavenumbers() const { return wavenumbers_; }
  std::size_t block_count() const { return phases_.size(); }
  /// Returns the index in the sea of the component in a lane of a block; kNone beyond the last one
  /// of a group.
  std::size_t component(std::size_t block, std::size_t lane) const {
    return component_[block * kLaneCount + lane];
  }

  /// Computes the phase factors of all components along a path.
  /// @param factors factors of the amplitudes [1], in the SIMD blocks of the sea; null means 1
  /// @param phasors receives the phase factors; it is resized
  void compute(const UniformPath& path, const AmplitudeFactors* factors,
               std::vector<InstantPhasors>& phasors);

 private:
  void add_group(const Sea& sea, const std::vector<std::size_t>& members);

  std::vector<Group> groups_;
  std::vector<std::size_t> component_;
  WavePhases phases_;
  std::vector<LaneArray> wavenumbers_;
  std::vector<PathPhasors> path_;  ///< scratch memory
};

}  // namespace raftup::hydro
