#pragma once

#include "hydro/base/finding.hpp"
#include "solver/simulation/limits/contact_depths.hpp"
#include "solver/simulation/limits/curve_ends.hpp"
#include "solver/simulation/limits/linear_range.hpp"

namespace raftup::solver {

/// What a simulation is watched for while it runs: the range of linear water, the ends of curves,
/// how deep shapes are in each other. Of each the State has where it was first passed and where
/// furthest, so that a restored simulation has said what it would have said; it changes nothing
/// else.
class RunLimits {
 public:
  /// @param model of the simulation, which must outlive it
  /// @param start of its islands
  RunLimits(const Model& model, const ContactsAtStart& start);

  /// Takes over the centres of mass that the bodies of the model have now.
  void bodies_changed();

  /// Notes in `state`, at t = 0, the limits that are passed there.
  void watch_start(State& state);
  /// Notes in `state` the limits that it passes where it stands.
  void watch(State& state);

  /// A sentence for each limit that a state has passed, in the order in which it did: first when
  /// and by how much, then the worst and when. The value of a finding is the worst.
  Findings findings(const State& state) const;

  /// @throws Error(kFailedPrecondition) where a state has passed limits that are not there
  void require_possible(const State& state) const;

 private:
  DescribedLimit describe(const PassedLimit& passed) const;
  std::uint64_t count() const { return first_depth_ + depths_.count(); }

  const Model& model_;
  LinearRange linear_range_;
  CurveEnds curves_;
  ContactDepths depths_;
  std::uint64_t first_curve_, first_depth_;  ///< the limits of linear water come first
};

}  // namespace raftup::solver
