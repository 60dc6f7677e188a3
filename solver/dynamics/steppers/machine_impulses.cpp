#include "solver/dynamics/steppers/machine_impulses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

/// Difference of expected and found mean speeds at which both agree, of the largest speed.
constexpr double kAgree = 1e-13;
/// Difference that round-off may leave where rows of many joints stand between.
constexpr double kGoodEnough = 1e-9;
constexpr int kMostRounds = 40;  ///< more are needed only where stops or contacts keep changing
constexpr int kRoundsOfResponse = 3;  ///< after which the response is found again
constexpr double kTrialForce = 1e-3;  ///< of a port's own scale, small enough to change no stop
constexpr double kStopped = 1e-6;     ///< mean speed of a port that stops, of that at the end
constexpr double kLeastSpeed = 1e-6;  ///< m/s or rad/s, below which everything is at rest

}  // namespace

void MachineImpulses::begin(const State& state, const Kinematics& middle,
                            const std::vector<double>& shares) {
  middle_ = middle;
  shares_ = shares;
  rows_ = machines_.rows(middle_);
  starts_.clear();
  forces_.resize(static_cast<Eigen::Index>(machines_.port_count()));
  Eigen::Index port = 0;
  for (std::size_t i = 0; i < machines_.networks().size(); ++i) {
    starts_.push_back(state.machines[machines_.place(i)]);
    for (const double force : starts_.back().forces) forces_[port++] = force;
  }
}

void MachineImpulses::add_impulses(const VectorXd& forces, BodyVectors& impulses) const {
  add_port_forces(rows_, step_ * forces, impulses);
}

MachineImpulses::Speeds MachineImpulses::measure(const Kinematics& end) const {
  Speeds speeds{VectorXd::Zero(forces_.size()), VectorXd::Zero(forces_.size())};
  for (std::size_t port = 0; port < rows_.size(); ++port) {
    const auto i = static_cast<Eigen::Index>(port);
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t body = rows_[port].bodies[side];
      if (body == ConstraintBlock::kWorld) continue;
      const double before = rows_[port].jacobian[side].dot(middle_[body].velocity);
      const double after = rows_[port].jacobian[side].dot(end[body].velocity);
      speeds.mean[i] += before + shares_[body] * (after - before);
      speeds.end[i] += after;
    }
  }
  return speeds;
}

std::vector<std::size_t> MachineImpulses::stopped_bodies(const Kinematics& end) const {
  std::vector<std::size_t> bodies;
  const Speeds at = measure(end);
  for (std::size_t port = 0; port < rows_.size(); ++port) {
    const auto i = static_cast<Eigen::Index>(port);
    const bool moves = std::abs(at.mean[i]) > kStopped * std::abs(at.end[i]);
    if (moves || std::abs(at.end[i]) <= kLeastSpeed * kStopped) continue;
    const auto& [first, second] = rows_[port].bodies;
    bodies.push_back(first == ConstraintBlock::kWorld ? second : first);
  }
  return bodies;
}

/// How the speeds of all ports change with the force of each.
void MachineImpulses::find_responses(const Answer& answer, const Speeds& at) {
  mean_by_force_.resize(forces_.size(), forces_.size());
  end_by_force_.resize(forces_.size(), forces_.size());
  Eigen::Index port = 0;
  for (const MachineNetwork& network : machines_.networks()) {
    for (std::size_t i = 0; i < network.port_count(); ++i, ++port) {
      const double force = kTrialForce * network.force_scale(i);
      VectorXd trial = forces_;
      trial[port] += force;
      const Speeds changed = measure(answer(trial));
      mean_by_force_.col(port) = (changed.mean - at.mean) / force;
      end_by_force_.col(port) = (changed.end - at.end) / force;
    }
  }
}

/// Steps every machine with what its own ports answer; other machines keep their forces.
void MachineImpulses::step_machines(const Speeds& at) {
  ends_.clear();
  expected_ = at.mean;
  Eigen::Index first = 0;
  for (std::size_t i = 0; i < machines_.networks().size(); ++i) {
    const MachineNetwork& network = machines_.networks()[i];
    const auto count = static_cast<Eigen::Index>(network.port_count());
    PortResponse response;
    response.mean_by_force = mean_by_force_.block(first, first, count, count);
    response.end_by_force = end_by_force_.block(first, first, count, count);
    const VectorXd now = forces_.segment(first, count);
    response.mean = at.mean.segment(first, count) - response.mean_by_force * now;
    response.end = at.end.segment(first, count) - response.end_by_force * now;
    MachineStep step = network.step(starts_[i], step_, response);
    expected_.segment(first, count) = step.mean;
    for (Eigen::Index port = 0; port < count; ++port) {
      forces_[first + port] = step.end.forces[static_cast<std::size_t>(port)];
    }
    ends_.push_back(std::move(step.end));
    first += count;
  }
}

void MachineImpulses::solve(const Answer& answer) {
  Speeds at = try_forces(answer);
  double difference = 0.0;
  for (int round = 0; round < kMostRounds; ++round) {
    if (round % kRoundsOfResponse == 0) find_responses(answer, at);
    step_machines(at);
    const double last = difference;
    at = try_forces(answer);
    const double size = std::max(kLeastSpeed, at.mean.lpNorm<Eigen::Infinity>());
    difference = (at.mean - expected_).lpNorm<Eigen::Infinity>() / size;
    if (difference <= kAgree) return;
    if (round > 0 && difference <= kGoodEnough && difference >= 0.5 * last) return;  // round-off
  }
  throw SolverFailure(fmt::format(
      "forces of machines must agree with the speeds of their bodies after {} rounds, differ by "
      "{:.3g} of the speeds: take a smaller step",
      kMostRounds, difference));
}

}  // namespace raftup::solver
