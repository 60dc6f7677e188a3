#include "solver/model/loads/linear_mooring.hpp"

#include "solver/loads/base/force_element.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

namespace {

class LinearMooringElement final : public ForceElement {
 public:
  LinearMooringElement(const LinearMooring& load, const Model& model)
      : body_(find_body(model, load.body)),
        stiffness_(load.stiffness),
        damping_(load.damping),
        preload_(load.preload),
        rest_(load.rest_pose.value_or(rest_pose(model, body_)),
              model.bodies[body_].center_of_mass) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    const BodyKinematics& body = bodies[body_];
    const Vector6 xi = rest_.displacement(body);
    const Vector6 rate = rest_.heading().from_world(body.velocity);
    forces.total[body_] += rest_.heading().to_world(preload_ - stiffness_ * xi - damping_ * rate);
  }

  /// Returns the potential xi^T K xi / 2 - preload^T xi. The difference of moments from its
  /// derivative at large rotations, and the unsymmetric part of K, count as power.
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    const Vector6 xi = rest_.displacement(bodies[body_]);
    Vector6 rate = rest_.heading().from_world(bodies[body_].velocity);
    rate.tail<3>() = rotation_vector_jacobian(xi.tail<3>()) * rate.tail<3>();
    const Vector6 slope = 0.5 * (stiffness_ + stiffness_.transpose()) * xi - preload_;
    return {0.5 * xi.dot(stiffness_ * xi) - preload_.dot(xi), slope.dot(rate)};
  }

  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    const Vector3 turn = rest_.displacement(bodies[body_]).tail<3>();
    Matrix6 stiffness = stiffness_;
    stiffness.rightCols<3>() *= rotation_vector_jacobian(turn);
    const Matrix3 R = rest_.heading().rotation();
    jacobian.add(body_, body_, turned(stiffness, R), turned(damping_, R));
  }

 private:
  std::size_t body_;
  Matrix6 stiffness_, damping_;
  Vector6 preload_;
  RestPose rest_;
};

}  // namespace

void LinearMooring::complete(const Model& model) {
  if (!rest_pose && has_body(model, body)) {
    rest_pose = solver::rest_pose(model, find_body(model, body));
  }
}

std::unique_ptr<ForceElement> make_element(const LinearMooring& load, const LoadSite& site) {
  return std::make_unique<LinearMooringElement>(load, site.model);
}

}  // namespace raftup::solver
