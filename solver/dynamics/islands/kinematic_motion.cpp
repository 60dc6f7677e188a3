#include "solver/dynamics/islands/kinematic_motion.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

double seconds(std::int64_t time_ns) { return 1e-9 * static_cast<double>(time_ns); }

}  // namespace

Vector6 velocity_towards(const Pose& target, const BodyKinematics& body,
                         const Vector3& center_of_mass, double duration) {
  const Quaternion attitude = target.attitude.normalized();
  Vector6 way;
  way << target.position + attitude * center_of_mass - body.position,
      rotation_vector(attitude * body.attitude.conjugate());
  return way / duration;
}

KinematicMotions::KinematicMotions(const Model& model) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto* motion = std::get_if<KinematicMotion>(&model.inputs[i].kind);
    if (motion == nullptr || !has_body(model, motion->body)) continue;
    const std::size_t body = find_body(model, motion->body);
    followers_.push_back({i, body, motion->target, model.bodies[body].center_of_mass});
  }
}

bool KinematicMotions::apply(const std::vector<InputSeries>& inputs, double step_start,
                             Kinematics& bodies) const {
  bool changed = false;
  for (const Follower& follower : followers_) {
    const InputSeries& series = inputs[follower.input];
    const auto times = series.times_ns();
    const auto later = std::partition_point(times.begin(), times.end(), [&](std::int64_t time_ns) {
      return seconds(time_ns) <= step_start;
    });
    BodyKinematics& body = bodies[follower.body];
    const Vector6 before = body.velocity;
    if (follower.target == KinematicTarget::kVelocity) {
      if (later != times.begin()) series.evaluate(step_start, {body.velocity.data(), 6});
    } else if (later != times.end()) {
      const double* sample = series.values().data() + 7 * (later - times.begin());
      const Pose target{{sample[0], sample[1], sample[2]},
                        {sample[3], sample[4], sample[5], sample[6]}};
      body.velocity =
          velocity_towards(target, body, follower.center_of_mass, seconds(*later) - step_start);
    }
    changed = changed || body.velocity != before;
  }
  return changed;
}

}  // namespace raftup::solver
