#include "solver/model/loads/bushing.hpp"

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

namespace {

/// Attaches a point of the world to a body, in its model frame, or to the world if `body` is empty.
Attachment attachment_at(const std::string& body, const Vector3& position, const Model& model,
                         const Kinematics& initial) {
  if (body.empty()) return {body, position, model};
  const std::size_t index = find_body(model, body);
  const BodyKinematics& at = initial[index];
  const Vector3 from_center = at.rotation.transpose() * (position - at.position);
  return {body, from_center + model.bodies[index].center_of_mass, model};
}

Quaternion attitude_of(const Attachment& point, const Kinematics& bodies) {
  return point.body() ? bodies[*point.body()].attitude : Quaternion::Identity();
}

class BushingElement final : public ForceElement {
 public:
  BushingElement(const Bushing& load, const LoadSite& site);

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  /// Returns the potential x^T K x / 2 - preload^T x. The unsymmetric part of K counts as power.
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

 private:
  /// The geometry of the bushing. dx = J_1 dx_1 + J_2 dx_2 for displacements of the bodies at their
  /// centers of mass.
  struct Configuration {
    Vector3 arm1, arm2;  ///< from the centers of mass to p, world frame
    Matrix3 axes;        ///< R_2
    Vector6 x;
    Matrix6 J_1, J_2;
  };

  Configuration configuration(const Kinematics& bodies) const;
  Vector6 rate(const Configuration& at, const Kinematics& bodies) const;  ///< dx/dt
  /// Returns -dF/dx for constant g: the stiffness that results as force and moment turn with the
  /// bodies.
  static Eigen::Matrix<double, 12, 12> geometric_stiffness(const Configuration& at,
                                                           const Vector6& g);

  Attachment point1_, point2_;
  Quaternion axes1_, axes2_;  ///< orientation of the axes relative to each body or the world
  Matrix6 stiffness_, damping_;
  Vector6 preload_;
};

BushingElement::BushingElement(const Bushing& load, const LoadSite& site)
    : point1_(attachment_at(load.body1, load.pose.position, site.model, site.initial)),
      point2_(attachment_at(load.body2, load.pose.position, site.model, site.initial)),
      axes1_(attitude_of(point1_, site.initial).conjugate() * load.pose.attitude.normalized()),
      axes2_(attitude_of(point2_, site.initial).conjugate() * load.pose.attitude.normalized()),
      stiffness_(load.stiffness),
      damping_(load.damping),
      preload_(load.preload) {}

BushingElement::Configuration BushingElement::configuration(const Kinematics& bodies) const {
  const Quaternion R_1 = attitude_of(point1_, bodies) * axes1_;
  const Quaternion R_2 = attitude_of(point2_, bodies) * axes2_;
  const Vector3 offset = point1_.position(bodies) - point2_.position(bodies);
  Configuration at;
  at.arm1 = point1_.arm(bodies);
  at.arm2 = point2_.arm(bodies) + offset;
  at.axes = R_2.toRotationMatrix();
  at.x << at.axes.transpose() * offset, rotation_vector(R_2.conjugate() * R_1);
  const Matrix3 to_axes = at.axes.transpose();
  const Matrix3 turn = rotation_vector_jacobian(at.x.tail<3>()) * to_axes;
  at.J_1 << to_axes, -to_axes * cross_matrix(at.arm1), Matrix3::Zero(), turn;
  at.J_2 << -to_axes, to_axes * cross_matrix(at.arm2), Matrix3::Zero(), -turn;
  return at;
}

Vector6 BushingElement::rate(const Configuration& at, const Kinematics& bodies) const {
  Vector6 rate = at.J_1 * bodies[*point1_.body()].velocity;
  if (point2_.body()) rate += at.J_2 * bodies[*point2_.body()].velocity;
  return rate;
}

void BushingElement::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                         Forces& forces) {
  const Configuration at = configuration(bodies);
  const Vector6 g = preload_ - stiffness_ * at.x - damping_ * rate(at, bodies);
  forces.total[*point1_.body()] += at.J_1.transpose() * g;
  if (point2_.body()) forces.total[*point2_.body()] += at.J_2.transpose() * g;
}

Potential BushingElement::potential(const StageConditions& /*conditions*/,
                                    const Kinematics& bodies) const {
  const Configuration at = configuration(bodies);
  const Vector6 slope = 0.5 * (stiffness_ + stiffness_.transpose()) * at.x - preload_;
  return {0.5 * at.x.dot(stiffness_ * at.x) - preload_.dot(at.x), slope.dot(rate(at, bodies))};
}

Eigen::Matrix<double, 12, 12> BushingElement::geometric_stiffness(const Configuration& at,
                                                                  const Vector6& g) {
  const Vector3 theta = at.x.tail<3>();
  const Matrix3& R = at.axes;
  const Matrix3 force = cross_matrix(R * g.head<3>());
  const Vector3 moment = R * rotation_vector_jacobian(theta).transpose() * g.tail<3>();
  const Matrix3 arm1 = cross_matrix(at.arm1);
  const Matrix3 arm2 = cross_matrix(at.arm2);
  const Matrix3 relative = R * rotation_vector_moment_rate(theta, g.tail<3>()) * R.transpose();
  // Derivative of [f_1; m_1; f_2; m_2] with respect to [x_1; theta_1; x_2; theta_2]. The force f
  // turns with body 2, arm 1 turns with body 1, and arm 2 = p - x_2 follows p.
  Eigen::Matrix<double, 12, 12> rate = Eigen::Matrix<double, 12, 12>::Zero();
  const Matrix3 turning_moment = -cross_matrix(moment) - relative;
  rate.block<3, 3>(0, 9) = -force;
  rate.block<3, 3>(6, 9) = force;
  rate.block<3, 3>(3, 3) = force * arm1 + relative;
  rate.block<3, 3>(3, 9) = -arm1 * force + turning_moment;
  rate.block<3, 3>(9, 0) = force;
  rate.block<3, 3>(9, 3) = -force * arm1 - relative;
  rate.block<3, 3>(9, 6) = -force;
  rate.block<3, 3>(9, 9) = arm2 * force - turning_moment;
  return -rate;
}

void BushingElement::add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                                  LoadJacobian& jacobian) const {
  const Configuration at = configuration(bodies);
  Eigen::Matrix<double, 6, 12> J;
  J << at.J_1, at.J_2;
  const Eigen::Matrix<double, 12, 12> exact =
      J.transpose() * stiffness_ * J + geometric_stiffness(at, preload_ - stiffness_ * at.x);
  const Eigen::Matrix<double, 12, 12> stiffness = 0.5 * (exact + exact.transpose());
  const Eigen::Matrix<double, 12, 12> rate = J.transpose() * damping_ * J;
  const Eigen::Matrix<double, 12, 12> damping = 0.5 * (rate + rate.transpose());
  const std::size_t body1 = *point1_.body();
  jacobian.add(body1, body1, stiffness.topLeftCorner<6, 6>(), damping.topLeftCorner<6, 6>());
  if (!point2_.body()) return;
  const std::size_t body2 = *point2_.body();
  jacobian.add(body1, body2, stiffness.topRightCorner<6, 6>(), damping.topRightCorner<6, 6>());
  jacobian.add(body2, body2, stiffness.bottomRightCorner<6, 6>(),
               damping.bottomRightCorner<6, 6>());
}

}  // namespace

std::unique_ptr<ForceElement> make_element(const Bushing& load, const LoadSite& site) {
  return std::make_unique<BushingElement>(load, site);
}

}  // namespace raftup::solver
