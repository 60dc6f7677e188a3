#pragma once

#include <memory>
#include <vector>

#include "hydro/excitation/body_excitation.hpp"
#include "hydro/excitation/wave_moments.hpp"

namespace raftup::hydro {

/// Wave excitation by any of several databases of the same bodies, frequencies and wave directions:
/// what Excitation gives of each, but for rounding, the sums over the components of the sea formed
/// once for all of them (WaveMoments). Call order per step: begin(), then any number of nodes. Not
/// thread-safe.
class FamilyExcitation {
 public:
  /// Whether there is something to share: a sea of constant amplitudes, of many more components
  /// than the databases have frequencies in all of its directions.
  static bool is_of_use(const Sea& sea, const Database& database);

  /// @param nodes databases with excitation, made when they are first asked for
  /// @param rest  poses of rest of the bodies in the world, one per body
  FamilyExcitation(std::vector<std::shared_ptr<const Database>> nodes, const Sea& sea,
                   std::vector<HorizontalPose> rest);

  /// Takes the motion of the bodies in a step.
  void begin(const UniformMotion& motion);

  /// Force and gradient at the start, the middle and the end of the step by one node. Valid until
  /// the next begin().
  const StepExcitation& node(std::size_t index);

  /// @throws Error(kOutOfRange) as Excitation::check()
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  struct Node {
    std::vector<BodyExcitation> bodies;  ///< empty until it counts
    StepExcitation instants;
    bool is_done = false;  ///< in this step
  };

  Node& make(std::size_t index);

  std::vector<std::shared_ptr<const Database>> databases_;
  Sea sea_;
  std::vector<HorizontalPose> rest_;
  WaveMoments sums_;
  std::vector<WaveTerm> terms_;
  std::vector<std::vector<MomentBlock>> moments_;  ///< of each body
  UniformMotion motion_;
  std::vector<Node> nodes_;
};

}  // namespace raftup::hydro
