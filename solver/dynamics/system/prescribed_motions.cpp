#include "solver/dynamics/system/prescribed_motions.hpp"

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

PrescribedMotions::PrescribedMotions(const Model& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    if (auto motion = motion_of(body, model.sea)) {
      followers_.push_back({i, body.center_of_mass, std::move(motion)});
    }
  }
}

bool PrescribedMotions::impose(double time, Kinematics& bodies) const {
  bool changed = false;
  for (const Follower& follower : followers_) {
    BodyKinematics& body = bodies[follower.body];
    const Vector6 before = body.velocity;
    follow(follower.motion->at(time), follower.center_of_mass, body);
    changed = changed || body.velocity != before;
  }
  return changed;
}

void PrescribedMotions::hold(const StepTimes& times, Kinematics& bodies) const {
  const double step = times.end - times.start;
  for (const Follower& follower : followers_) {
    BodyKinematics& body = bodies[follower.body];
    const MovingFrame end = follower.motion->at(times.end).at(follower.center_of_mass);
    body.velocity << (end.position - body.position) / step,
        rotation_vector(end.attitude * body.attitude.conjugate()) / step;
    body.given_acceleration.setZero();
  }
}

}  // namespace raftup::solver
