#include "solver/loads/given/weight.hpp"

namespace raftup::solver {

Weight::Weight(const Model& model) : field_(model.gravity_field) {
  for (const RigidBody& body : model.bodies) {
    const double weight = body.gravity ? body.mass * model.gravity : 0.0;
    bodies_.push_back({body.mass, Vector3(0.0, 0.0, -weight), body.gravity});
  }
}

void Weight::add(const StageConditions& /*conditions*/, const Kinematics& bodies, Forces& forces) {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (field_ == nullptr) {
      forces.total[i].head<3>() += bodies_[i].uniform;
    } else if (bodies_[i].weighs) {
      forces.total[i].head<3>() += bodies_[i].mass * field_->acceleration(bodies[i].position);
    }
  }
}

Potential Weight::potential(const StageConditions& /*conditions*/, const Kinematics& bodies) const {
  Potential sum;
  if (field_ != nullptr) return sum;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    sum += {-bodies_[i].uniform.dot(bodies[i].position),
            -bodies_[i].uniform.dot(bodies[i].velocity.head<3>())};
  }
  return sum;
}

}  // namespace raftup::solver
