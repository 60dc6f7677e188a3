#include "solver/loads/hydrodynamics/uniform_flow_radiation.hpp"

#include <algorithm>
#include <utility>

#include "solver/model/model.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

constexpr Eigen::Index kPitch = 4;

/// The filter of one body, a part of FlowMemory::speeds.
std::vector<double> filter_of(const FlowMemory& memory, std::size_t member) {
  const auto first =
      memory.speeds.begin() + static_cast<std::ptrdiff_t>(member * LowPass::kValueCount);
  return {first, first + LowPass::kValueCount};
}

void set_filter(FlowMemory& memory, std::size_t member, const std::vector<double>& filter) {
  std::ranges::copy(
      filter, memory.speeds.begin() + static_cast<std::ptrdiff_t>(member * LowPass::kValueCount));
}

}  // namespace

VectorXd filtered_speeds(const FlowMemory& memory, const LowPass& filter, double since_start) {
  const std::size_t count = memory.speeds.size() / LowPass::kValueCount;
  VectorXd speeds(static_cast<Eigen::Index>(count));
  for (std::size_t i = 0; i < count; ++i) {
    speeds[static_cast<Eigen::Index>(i)] = filter.at(filter_of(memory, i), since_start)[0];
  }
  return speeds;
}

UniformFlowRadiation::UniformFlowRadiation(const Model& model, const HydrodynamicGroup& group,
                                           const GroupMotion& motion,
                                           std::shared_ptr<const hydro::RadiationMemory> memory,
                                           std::size_t place)
    : motion_(motion),
      memory_(std::move(memory)),
      place_(place),
      instantaneous_(*memory_),
      flow_(added_mass_in_use(model, group, memory_->infinite_added_mass())),
      upright_(Matrix6::Zero(), Vector3::Zero(), 0.0, Vector3::Zero()),
      filter_(group.speed_cutoff()) {
  const VectorXd zero = VectorXd::Zero(first_dof(motion_.size()));
  const VectorXd none = VectorXd::Zero(static_cast<Eigen::Index>(motion_.size()));
  tails_ = {zero, zero, zero};
  start_ = now_ = {none, zero, zero};
  end_velocities_ = impulse_ = force_ = scratch_ = zero;
}

void UniformFlowRadiation::read_velocities(const Kinematics& bodies, double time,
                                           const VectorXd& speeds, VectorXd& nu) const {
  VectorXd pitches(speeds.size());
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    const BodyKinematics& body = bodies[motion_.body(i)];
    pitches[static_cast<Eigen::Index>(i)] =
        upright_.displacement(body.position, body.attitude, body.heading.angle())[kPitch];
  }
  motion_.hydro_velocities(bodies, time, nu);
  hydro::UniformFlow::to_water_problem(speeds, pitches, nu);
}

void UniformFlowRadiation::initialize(const Kinematics& bodies, State& state) const {
  state.flow_memories.resize(state.radiation.size());
  FlowMemory& memory = state.flow_memories[place_];
  memory.speeds.resize(motion_.size() * LowPass::kValueCount);
  memory.impulse.assign(static_cast<std::size_t>(first_dof(motion_.size())), 0.0);
  const VectorXd speeds = motion_.speeds_ahead(bodies, 0.0);
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    set_filter(memory, i, LowPass::settled({speeds[static_cast<Eigen::Index>(i)], 0.0, 0.0}));
  }
  VectorXd nu = start_.nu;
  read_velocities(bodies, 0.0, speeds, nu);
  state.radiation[place_] = memory_->initial_state(nu);
}

void UniformFlowRadiation::prepare(const StepTimes& times, const State& state,
                                   const Kinematics& bodies) {
  memory_->prepare(state.radiation[place_], tails_);
  const StageTime at{hydro::Stage::kStart, times.start, times.start};
  read_motion({at, state}, bodies, start_);
}

void UniformFlowRadiation::read_motion(const StageConditions& conditions, const Kinematics& bodies,
                                       Motion& motion) {
  const StageTime& at = conditions.at;
  motion.speeds =
      filtered_speeds(conditions.state.flow_memories[place_], filter_, at.time - at.step_start);
  read_velocities(bodies, at.time, motion.speeds, motion.nu);
  motion.mu = tails_.at(at.stage);
  instantaneous_.add_product(at.stage, motion.nu, motion.mu);
}

void UniformFlowRadiation::read_impulse(const StageConditions& conditions, const Motion& now,
                                        VectorXd& impulse) {
  const std::vector<double>& before = conditions.state.flow_memories[place_].impulse;
  impulse = Eigen::Map<const VectorXd>(before.data(), static_cast<Eigen::Index>(before.size()));
  const double duration = conditions.at.time - conditions.at.step_start;
  if (conditions.at.stage == hydro::Stage::kStart) return;
  if (conditions.at.stage == hydro::Stage::kMiddle) {
    impulse += 0.5 * duration * (start_.mu + now.mu);
    return;
  }
  force_ = 0.5 * (start_.nu + now.nu);
  scratch_ = tails_.middle;
  instantaneous_.add_product(hydro::Stage::kMiddle, force_, scratch_);
  impulse += duration / 6.0 * (start_.mu + 4.0 * scratch_ + now.mu);
}

void UniformFlowRadiation::add(const StageConditions& conditions, const Kinematics& bodies,
                               Forces& forces) {
  read_motion(conditions, bodies, now_);
  read_impulse(conditions, now_, impulse_);
  force_.setZero();
  flow_.add_force(now_.speeds, now_.nu, impulse_, force_);
  motion_.add_radiation(bodies, now_.mu - force_, forces);
}

void UniformFlowRadiation::finish(const StageConditions& conditions, const Kinematics& bodies) {
  read_motion(conditions, bodies, now_);
  read_impulse(conditions, now_, impulse_);
  end_.impulse.assign(impulse_.data(), impulse_.data() + impulse_.size());
  end_.speeds = conditions.state.flow_memories[place_].speeds;
  const double duration = conditions.at.time - conditions.at.step_start;
  const VectorXd speeds = motion_.speeds_ahead(bodies, conditions.at.time);
  for (std::size_t i = 0; i < motion_.size(); ++i) {
    std::vector<double> filter = filter_of(end_, i);
    filter_.advance({speeds[static_cast<Eigen::Index>(i)], 0.0, 0.0}, duration, filter);
    set_filter(end_, i, filter);
  }
  read_velocities(bodies, conditions.at.time, filtered_speeds(end_, filter_, 0.0), end_velocities_);
}

void UniformFlowRadiation::commit(State& state) noexcept {
  memory_->advance(state.radiation[place_], end_velocities_);
  std::swap(state.flow_memories[place_], end_);
}

}  // namespace raftup::solver
