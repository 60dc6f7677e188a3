#pragma once

#include <optional>

#include "solver/loads/straight_line.hpp"

namespace raftup::solver {

/// A line between two points that a drum hauls in and pays out. For the distance d of the points
/// and the unstretched length L its tension is
///   T = max(0, k (d - L) + c (d' - L')),  0 while d <= L.
/// A drum at a speed has L' = -speed between the shortest and the longest length; where
/// k (d - L) would pass its force limit it slips, so that k (d - L) is the limit, but not beyond
/// the longest length. A drum with a force keeps L so that k (d - L) is that force, between the
/// same lengths. The length outlasts the step, the command is held through it.
class WinchElement final : public ForceElement {
 public:
  /// @param name of the load, which inputs refer to
  WinchElement(const Winch& load, const std::string& name, const Model& model,
               const Kinematics& initial);

  LoadState initial_state() const override { return {initial_length_}; }
  void configure(const LoadState& state) noexcept override { length_ = state.length; }
  LoadState state_at(const StageConditions& conditions, const Kinematics& bodies) const override;

  void add(const StageConditions& conditions, const Kinematics& bodies,
           BodyVectors& wrenches) const override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  std::optional<LineReading> read_line(const StageConditions& conditions,
                                       const Kinematics& bodies) const override;

 private:
  struct Drum {
    double length, rate;  ///< L [m], L' [m/s]
    bool held;            ///< L does not follow the distance
  };

  double command(const StageConditions& conditions) const;
  Drum drum(const StageConditions& conditions, const StraightLine& line) const;
  Drum following(double tension, const StraightLine& line) const;
  double tension(const Drum& drum, const StraightLine& line) const;

  Attachment point1_, point2_;
  Winch description_;
  std::optional<std::size_t> input_;  ///< index in the model
  double initial_length_;
  double length_;  ///< L at the start of the step
};

}  // namespace raftup::solver
