#include "solver/dynamics/steppers/middle_of_step.hpp"

#include <algorithm>
#include <utility>

#include "hydro/base/disjoint_sets.hpp"

namespace raftup::solver {

namespace {

/// The iteration ends once velocities change by less than this share: a few units of rounding.
constexpr double kSettled = 1e-13;
/// Largest number of iterations; each reduces the error by a factor of h omega.
constexpr int kPlacings = 20;
/// Like kSettled, but for rotations, whose error the inertia of a thin rod multiplies.
constexpr double kTurned = 1e-12;
/// Largest number of parts into which a rotation is divided until the iteration converges.
constexpr int kMostTurns = 16;

/// True if two vectors are equal up to rounding. Lengths and angles are treated alike.
bool same(const Vector6& one, const Vector6& two, double share = kSettled) {
  return !((one - two).norm() > share * two.norm());
}

/// The rotation about a vector of length 2 tan(angle/2).
Quaternion cayley(const Vector3& vector) {
  return Quaternion(1.0, 0.5 * vector.x(), 0.5 * vector.y(), 0.5 * vector.z()).normalized();
}

/// A label for each body, equal for bodies that joints or masses link.
std::vector<std::size_t> components(const Masses& masses, const Model& model) {
  DisjointSets sets(model.bodies.size());
  for (const MassGroup& group : masses.groups()) {
    for (const std::size_t body : group.bodies) sets.link(body, group.bodies.front());
  }
  const auto moves = [&](std::size_t body) {
    return model.bodies[body].motion == Motion::kDynamic;
  };
  for (const Joint& joint : model.joints) {
    if (joint.body2.empty()) continue;
    const std::size_t one = find_body(model, joint.body1), two = find_body(model, joint.body2);
    if (moves(one) && moves(two)) sets.link(one, two);
  }
  return sets.labels();
}

}  // namespace

MiddleOfStep::MiddleOfStep(MultibodySystem& system, const Model& model, const ImpulseLaw& law)
    : system_(system),
      step_(1e-9 * static_cast<double>(model.step_ns)),
      law_(law),
      component_(components(system.masses, model)),
      forces_(model.bodies.size()),
      rates_(model.bodies.size(), Vector6::Zero()),
      scratch_{{}, {}, rates_, rates_, rates_} {
  find_row_bodies(model);
  bounces_.assign(component_.size(), false);
  before_.assign(component_.size(), 0.0);
  after_ = before_;
  for (std::size_t body = 0; body < component_.size(); ++body) {
    if (system.contacts.bounces(body)) bounces_[component_[body]] = true;
  }
  for (Eigen::Index row = 0; row < system.constraints.row_count(); ++row) {
    if (system.constraints.law(row).compliance > 0.0) compliant_rows_.push_back(row);
  }
  for (const auto& interaction : model.strong_interactions) {
    for (const std::string& body : interaction->bodies()) {
      strong_bodies_.push_back(find_body(model, body));
    }
  }
}

void MiddleOfStep::find_row_bodies(const Model& model) {
  const ConstraintSet& constraints = system_.constraints;
  row_bodies_.resize(static_cast<std::size_t>(constraints.row_count()));
  for (std::size_t joint = 0; joint < model.joints.size(); ++joint) {
    const Joint& of = model.joints[joint];
    std::array<std::size_t, 2> bodies{find_body(model, of.body1), ConstraintBlock::kWorld};
    if (!of.body2.empty()) bodies[1] = find_body(model, of.body2);
    if (model.bodies[bodies[0]].motion != Motion::kDynamic) std::swap(bodies[0], bodies[1]);
    const bool last = joint + 1 == model.joints.size();
    const Eigen::Index end = last ? constraints.row_count() : constraints.first_row(joint + 1);
    for (Eigen::Index row = constraints.first_row(joint); row < end; ++row) {
      row_bodies_[static_cast<std::size_t>(row)] = bodies;
    }
  }
}

void MiddleOfStep::note(std::size_t body, Regime regime) {
  if (body == ConstraintBlock::kWorld) return;
  Regime& of = regimes_[component_[body]];
  of = std::max(of, regime);
}

void MiddleOfStep::note_row(Eigen::Index row, Regime regime) {
  if (!system_.constraints.enabled(row)) return;
  for (const std::size_t body : row_bodies_[static_cast<std::size_t>(row)]) note(body, regime);
}

void MiddleOfStep::find_bodies(const std::vector<Eigen::Index>& stops) {
  regimes_.assign(component_.size(), Regime::kSmooth);
  for (const Eigen::Index row : stops) note_row(row, Regime::kTouching);
  for (const Eigen::Index row : compliant_rows_) note_row(row, Regime::kFromStart);
  for (const std::size_t body : strong_bodies_) note(body, Regime::kFromStart);
  const std::vector<Vector6>& moving = system_.masses.moving_dofs();
  for (const Contact& contact : system_.contacts.contacts()) {
    for (const std::size_t body : contact.block.bodies) {
      if (body == ConstraintBlock::kWorld || moving[body].isZero(0.0)) continue;
      note(body, Regime::kTouching);
    }
  }
}

void MiddleOfStep::place(const Kinematics& start) {
  bodies_ = loaded_ = start;
  place_halfway(start);
  if (std::find(bounces_.begin(), bounces_.end(), true) == bounces_.end()) return;
  for (std::size_t body = 0; body < bodies_.size(); ++body) {
    const double after = regime(body) == Regime::kSmooth ? 0.5 : share(body);
    before_[body] = turns(body) ? (1.0 - after) * step_ : 0.0;
    after_[body] = turns(body) ? after * step_ : 0.0;
  }
  turn(before_, bodies_);
  for (std::size_t body = 0; body < bodies_.size(); ++body) {
    bodies_[body].position += before_[body] * bodies_[body].velocity.head<3>();
  }
  system_.masses.compute_velocities(bodies_);
}

/// Computes q_m and v- of the bodies without turns(), by iteration.
void MiddleOfStep::place_halfway(const Kinematics& start) {
  for (int i = 0; i < kPlacings; ++i) {
    for (std::size_t body = 0; body < bodies_.size(); ++body) {
      scratch_.velocities[body] = bodies_[body].velocity;
      if (regime(body) == Regime::kFromStart || turns(body)) continue;
      const Vector6 way = 0.5 * step_ * scratch_.velocities[body];
      bodies_[body].place(start[body].position + way.head<3>(),
                          (exponential(way.tail<3>()) * start[body].attitude).normalized());
    }
    system_.masses.compute_velocities(bodies_);
    bool done = true;
    for (std::size_t body = 0; body < bodies_.size(); ++body) {
      done = done && same(scratch_.velocities[body], bodies_[body].velocity);
    }
    if (done) return;
  }
}

void MiddleOfStep::turn(const std::vector<double>& times, Kinematics& bodies) {
  if (*std::max_element(times.begin(), times.end()) == 0.0) return;
  bool found = false;
  for (int parts = 1; !found && parts <= kMostTurns; parts *= 2) {
    scratch_.turned = bodies;
    found = true;
    for (int i = 0; i < parts; ++i)
      found = turn_at_once(times, 1.0 / parts, scratch_.turned) && found;
  }
  bodies = scratch_.turned;
}

/// @returns true if the iteration has converged
bool MiddleOfStep::turn_at_once(const std::vector<double>& times, double share,
                                Kinematics& bodies) {
  scratch_.before_turn = bodies;
  for (int i = 0; i < kPlacings; ++i) {
    for (std::size_t body = 0; body < bodies.size(); ++body) {
      BodyKinematics& to = bodies[body];
      scratch_.velocities[body] = to.velocity;
      if (times[body] == 0.0) continue;
      const BodyKinematics& from = scratch_.before_turn[body];
      const Vector3 twice_mean = from.rotation.transpose() * from.velocity.tail<3>() +
                                 to.rotation.transpose() * to.velocity.tail<3>();
      to.place(from.position,
               (from.attitude * cayley(0.5 * share * times[body] * twice_mean)).normalized());
    }
    system_.masses.compute_velocities(bodies);
    bool done = true;
    for (std::size_t body = 0; body < bodies.size(); ++body) {
      done = done && same(scratch_.velocities[body], bodies[body].velocity, kTurned);
    }
    if (done) return true;
  }
  return false;
}

/// Predicts the velocities of smooth bodies at the middle, from rates of momentum over half of a
/// step.
/// @returns true if the velocities have not changed
bool MiddleOfStep::expect(const BodyVectors& rates) {
  for (std::size_t i = 0; i < scratch_.pulls.size(); ++i) scratch_.pulls[i] += rates[i];
  system_.masses.solve(bodies_, scratch_.pulls, scratch_.twists);
  for (std::size_t i = 0; i < scratch_.pulls.size(); ++i) scratch_.pulls[i] -= rates[i];
  bool same_as_before = true;
  for (std::size_t i = 0; i < expected_.size(); ++i) {
    if (regime(i) != Regime::kSmooth) continue;
    const Vector6 before = expected_[i].velocity;
    expected_[i].velocity = bodies_[i].velocity + 0.5 * step_ * scratch_.twists[i];
    same_as_before = same_as_before && same(before, expected_[i].velocity);
  }
  return same_as_before;
}

void MiddleOfStep::find_rates(const StepStart& start, const State& state) {
  const StageTime at{hydro::Stage::kMiddle, start.times.middle, start.times.start};
  expected_ = bodies_;
  std::fill(scratch_.pulls.begin(), scratch_.pulls.end(), Vector6::Zero());
  system_.constraints.add_forces(start.last_multipliers, scratch_.pulls);
  expect(start.free_momentum_rates);
  for (std::size_t i = 0; i < loaded_.size(); ++i) {
    if (regime(i) == Regime::kSmooth) loaded_[i] = expected_[i];
  }
  system_.loads.compute(at, state, loaded_, forces_);
  if (system_.masses.is_lumped()) {
    system_.masses.add_lumped_remainders(loaded_, start.accelerations, forces_.total);
  }
  for (int i = 0; i < kPlacings; ++i) {  // of what the turning of added mass adds
    system_.masses.compute_momentum_rates(expected_, forces_.total, at.time, rates_);
    if (expect(rates_)) return;
  }
}

}  // namespace raftup::solver
