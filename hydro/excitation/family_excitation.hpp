#pragma once

#include <memory>
#include <vector>

#include "hydro/excitation/body_excitation.hpp"
#include "hydro/excitation/wave_moments.hpp"

namespace raftup::hydro {

/// Wave excitation [N, N m, heading frames] with any of several databases of the same bodies,
/// frequencies and wave directions. The result for each equals that of Excitation up to rounding;
/// sums over the components of the sea are formed once for all of them (WaveMoments). Call order in
/// a step: begin(), then any number of nodes. Not thread-safe.
class FamilyExcitation {
 public:
  /// True if sums can be shared: the sea has constant amplitudes [m], and many more components than
  /// the databases have frequencies in all of its directions.
  static bool is_of_use(const Sea& sea, const Database& database);

  /// @param nodes databases with excitation; their tables are made when they are first needed
  /// @param rest  poses of rest of the bodies in the world [m, rad], one per body
  FamilyExcitation(std::vector<std::shared_ptr<const Database>> nodes, const Sea& sea,
                   std::vector<HorizontalPose> rest);

  /// Sets the motion of the bodies in a step.
  void begin(const UniformMotion& motion);

  /// Force [N, N m] and gradient at the start, the middle and the end of the step with one node.
  /// Valid until the next begin().
  const StepExcitation& node(std::size_t index);

  /// Checks that the headings of the bodies lie within the wave directions of the data.
  /// @throws Error(kOutOfRange) as Excitation::check()
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  struct Node {
    std::vector<BodyExcitation> bodies;  ///< empty until the node is needed
    StepExcitation instants;
    bool is_done = false;  ///< true if computed in this step
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
