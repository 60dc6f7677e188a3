#include "solver/model/loads/constant_force.hpp"

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

namespace {

class ConstantForceElement final : public ForceElement {
 public:
  ConstantForceElement(const ConstantForce& load, const Model& model)
      : body_(find_body(model, load.body)),
        force_(load.force),
        torque_(load.torque),
        body_axes_(load.body_axes),
        point_(load.body, load.point.value_or(model.bodies[body_].center_of_mass), model) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    const Matrix3& R = bodies[body_].rotation;
    point_.add_force(body_axes_ ? Vector3(R * force_) : force_, bodies, forces.total);
    forces.total[body_].tail<3>() += body_axes_ ? Vector3(R * torque_) : torque_;
  }

  /// Returns the potential -F p of a force F in world axes that acts at the point p. A torque has
  /// none.
  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    if (body_axes_) return {};
    return {-force_.dot(point_.position(bodies)), -force_.dot(point_.velocity(bodies))};
  }

  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    Matrix6 stiffness = Matrix6::Zero();
    // Force and moment turn with the body. The stiffness of the moment is antisymmetric and is
    // left out.
    if (body_axes_) {
      stiffness.topRightCorner<3, 3>() = cross_matrix(bodies[body_].rotation * force_);
    } else {
      stiffness.bottomRightCorner<3, 3>() =
          -cross_matrix(force_) * cross_matrix(point_.arm(bodies));
      add_turning_of_modes(point_.with(force_, bodies), jacobian);
    }
    jacobian.add(body_, body_, stiffness, Matrix6::Zero());
  }

 private:
  std::size_t body_;
  Vector3 force_, torque_;
  bool body_axes_;
  Attachment point_;
};

}  // namespace

void ConstantForce::complete(const Model& model) {
  if (!point && has_body(model, body)) point = model.bodies[find_body(model, body)].center_of_mass;
}

std::unique_ptr<ForceElement> make_element(const ConstantForce& load, const LoadSite& site) {
  return std::make_unique<ConstantForceElement>(load, site.model);
}

}  // namespace raftup::solver
