#pragma once

#include <array>
#include <limits>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/second_order_options.hpp"

namespace raftup::hydro {

/// exp(i theta) of kLaneCount components at the start, the middle and the end of a path, multiplied
/// by the factors of their amplitudes [1].
struct InstantPhasors {
  std::array<LaneArray, 3> cosine, sine;
};

/// The components of a sea in groups, within which they produce second-order forces: all of them,
/// or those of each direction. Each group fills whole blocks of lanes.
class PairedComponents {
 public:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  struct Group {
    std::size_t begin = 0, end = 0;  ///< blocks
    double direction = 0.0;          ///< rad, of its first component
    bool one_direction = true;       ///< that of all of them
    Vector2 way = Vector2::UnitX();  ///< unit vector of the direction
  };

  PairedComponents(const Sea& sea, DirectionPairs pairs);

  const std::vector<Group>& groups() const { return groups_; }
  const WavePhases& phases() const { return phases_; }
  /// Wavenumbers along the way of a group of one direction, per block [turns/m].
  const std::vector<LaneArray>& wavenumbers() const { return wavenumbers_; }
  std::size_t block_count() const { return phases_.size(); }
  /// The component of the sea in a lane of a block; kNone beyond the last one of a group.
  std::size_t component(std::size_t block, std::size_t lane) const {
    return component_[block * kLaneCount + lane];
  }

  /// @param factors of the amplitudes [1], in the blocks of the sea; null = 1
  void compute(const UniformPath& path, const AmplitudeFactors* factors,
               std::vector<InstantPhasors>& phasors);

 private:
  void add_group(const Sea& sea, const std::vector<std::size_t>& members);

  std::vector<Group> groups_;
  std::vector<std::size_t> component_;
  WavePhases phases_;
  std::vector<LaneArray> wavenumbers_;
  std::vector<PathPhasors> path_;  ///< scratch
};

}  // namespace raftup::hydro
