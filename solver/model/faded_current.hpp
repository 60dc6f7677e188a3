#pragma once

#include "solver/model/model.hpp"

namespace raftup::solver {

/// The current of a model at one depth, as a function of time in the course of the stages of a run.
/// The acceleration of the water while the current grows has no force.
class FadedCurrent {
 public:
  /// @param depth below the still water [m], >= 0
  FadedCurrent(const Model& model, double depth)
      : velocity_(model.current.velocity(depth)), fading_(current_fading(model)) {}

  /// Velocity of the water at a time [s], in m/s, world frame.
  Vector2 at(double time) const { return fading_.at(time) * velocity_; }

  static hydro::Fading current_fading(const Model& model) {
    return fading_of(model.course.stages, model.step_ns, &Stage::current);
  }

 private:
  Vector2 velocity_;
  hydro::Fading fading_;
};

/// The current at each body of a model, see current_at_bodies(), as a function of time.
class BodyCurrents {
 public:
  explicit BodyCurrents(const Model& model)
      : currents_(current_at_bodies(model)), fading_(FadedCurrent::current_fading(model)) {}

  bool empty() const { return currents_.empty(); }  ///< true in still water
  /// Twist of the water at a body at a time [s]: [velocity in m/s; 0], world axes.
  Vector6 at(std::size_t body, double time) const { return fading_.at(time) * currents_[body]; }
  /// The twists at all bodies at a time [s]; empty in still water. The reference is valid until the
  /// next call.
  const BodyVectors& all_at(double time) {
    if (fading_.is_always_on()) return currents_;
    const double factor = fading_.at(time);
    present_ = currents_;
    for (Vector6& current : present_) current *= factor;
    return present_;
  }

 private:
  BodyVectors currents_, present_;
  hydro::Fading fading_;
};

}  // namespace raftup::solver
