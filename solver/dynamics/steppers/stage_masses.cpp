#include "solver/dynamics/steppers/stage_masses.hpp"

namespace raftup::solver {

void StageMasses::move_to(const StageTime& at, const State& state, const Kinematics& bodies) {
  if (!any()) return;
  system_.loads.added_masses({at, state}, bodies, now_);
  system_.masses.held().set_load_masses(now_);
}

void StageMasses::put_back() {
  if (now_.empty()) return;
  system_.masses.held().set_load_masses(start_);
  now_.clear();
}

void StageMasses::add_change(double factor, const BodyVectors& x, BodyVectors& result) const {
  for (std::size_t i = 0; i < now_.size(); ++i) {
    const std::size_t body = now_[i].body;
    const Vector6 change = (now_[i].matrix - start_[i].matrix) * x[body];
    result[body] += factor * change.cwiseProduct(system_.masses.moving_dofs()[body]);
  }
}

}  // namespace raftup::solver
