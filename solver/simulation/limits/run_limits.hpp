#pragma once

#include "hydro/base/finding.hpp"
#include "solver/simulation/limits/contact_depths.hpp"
#include "solver/simulation/limits/curve_ends.hpp"
#include "solver/simulation/limits/line_limits.hpp"
#include "solver/simulation/limits/linear_range.hpp"
#include "solver/simulation/limits/modal_range.hpp"

namespace raftup::solver {

/// Limits of validity that are checked while a simulation runs: the range of linear theory [rad,
/// m], the ends of force curves [m, 1], the penetration of shapes [m], what steps make of lines, and
/// the range of small modes [m]. The State records for each limit when it was first exceeded and by how much at most, so that a restored simulation
/// reports the same findings. Nothing else in the State is changed.
class RunLimits {
 public:
  /// @param model model of the simulation, which must outlive this object
  /// @param start the contacts at t = 0
  RunLimits(const Model& model, const ContactsAtStart& start);

  /// Must be called after a change of mass properties. It reads the centers of mass of the bodies
  /// again [m, model frame].
  void bodies_changed();

  /// Records in `state` the limits that are exceeded at t = 0.
  void watch_start(State& state);
  /// Records in `state` the limits that this state exceeds.
  void watch(State& state);

  /// Returns one finding for each limit that a state has exceeded, in the order of time. The
  /// sentence of the finding contains the time [s] and the value of the first excess, and then
  /// those of the largest one. The value of the finding is that of the largest excess.
  Findings findings(const State& state) const;

  /// Checks that the limits recorded in a state, for instance of a checkpoint, are limits of this
  /// model.
  /// @throws Error(kFailedPrecondition) if a state records limits that this model does not have
  void require_possible(const State& state) const;

 private:
  DescribedLimit describe(const PassedLimit& passed) const;
  std::uint64_t count() const { return first_mode_ + modes_.count(); }

  const Model& model_;
  LinearRange linear_range_;
  CurveEnds curves_;
  ContactDepths depths_;
  LineLimits lines_;
  ModalRange modes_;
  /// numbers of the first limit of a force curve, of penetration, of a line, and of modes
  std::uint64_t first_curve_, first_depth_, first_line_, first_mode_;
};

}  // namespace raftup::solver
