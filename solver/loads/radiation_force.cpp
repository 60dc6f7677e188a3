#include "solver/loads/radiation_force.hpp"

#include <utility>

namespace raftup::solver {

RadiationForce::RadiationForce(const GroupMotion& motion,
                               std::shared_ptr<const hydro::RadiationMemory> memory,
                               std::size_t place)
    : motion_(motion), memory_(std::move(memory)), place_(place) {
  const Eigen::Index size = first_dof(motion_.size());
  tails_ = {VectorXd::Zero(size), VectorXd::Zero(size), VectorXd::Zero(size)};
  nu_ = mu_ = end_velocities_ = VectorXd::Zero(size);
  for (const hydro::Stage stage :
       {hydro::Stage::kStart, hydro::Stage::kMiddle, hydro::Stage::kEnd}) {
    const RowMajorMatrix& factor = memory_->instantaneous(stage);
    if (!factor.isZero(0.0)) instantaneous_[static_cast<std::size_t>(stage)] = ColumnMatrix(factor);
  }
}

void RadiationForce::initialise(const Kinematics& bodies, State& state) const {
  VectorXd nu = VectorXd::Zero(memory_->dof_count());
  motion_.hydro_velocities(bodies, nu);
  state.radiation[place_] = memory_->initial_state(nu);
}

void RadiationForce::prepare(const StepTimes& /*times*/, const State& state,
                             const Kinematics& /*bodies*/) {
  memory_->prepare(state.radiation[place_], tails_);
}

void RadiationForce::add(const StageConditions& conditions, const Kinematics& bodies,
                         Forces& forces) {
  const hydro::Stage stage = conditions.at.stage;
  mu_ = stage == hydro::Stage::kStart    ? tails_.start
        : stage == hydro::Stage::kMiddle ? tails_.middle
                                         : tails_.end;
  const ColumnMatrix& instantaneous = instantaneous_[static_cast<std::size_t>(stage)];
  if (instantaneous.cols() > 0) {
    motion_.hydro_velocities(bodies, nu_);
    instantaneous.add_product(nu_.data(), mu_.data());
  }
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const std::size_t body = motion_.body(i);
    const Vector6 force =
        motion_.from_hydro_frame(bodies, i, Vector6(-mu_.segment<6>(first_dof(i))));
    forces.radiation[body] += force;
    forces.total[body] += force;
  }
}

void RadiationForce::finish(const StageConditions& /*conditions*/, const Kinematics& bodies) {
  motion_.hydro_velocities(bodies, end_velocities_);
}

void RadiationForce::commit(State& state) noexcept {
  memory_->advance(state.radiation[place_], end_velocities_);
}

}  // namespace raftup::solver
