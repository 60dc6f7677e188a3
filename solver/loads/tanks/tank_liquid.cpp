#include "solver/loads/tanks/tank_liquid.hpp"

#include "solver/model/loads/liquid_tank.hpp"

namespace raftup::solver {

LiquidMode::Motion LiquidMode::motion(const BodyKinematics& body) const {
  const Vector3 angular = body.velocity.tail<3>();
  Motion motion{body.rotation * axis, body.rotation * arm, {}, {}};
  motion.axis_rate = angular.cross(motion.axis);
  motion.velocity = body.velocity.head<3>() + angular.cross(motion.arm);
  return motion;
}

TankLiquid::TankLiquid(const LiquidTank& tank, const Model& model)
    : body_(find_body(model, tank.body)),
      gravity_(model.gravity),
      damping_ratio_(tank.damping_ratio) {
  const Vector3 center = tank.point - model.bodies[body_].center_of_mass;
  const bool sloshes = tank.surface == TankSurface::kModal;
  for (const bool transverse : {false, true}) {
    const TankBox box{transverse ? tank.breadth : tank.length,
                      transverse ? tank.length : tank.breadth, tank.fill_height, tank.density};
    const Vector3 axis = transverse ? Vector3::UnitY() : Vector3::UnitX();
    const LevelAxis::Surface whole{box.level_stiffness(gravity_), 0.5 * box.length};
    LevelAxis level{axis, whole, whole};
    const int count = transverse ? tank.transverse_modes : tank.longitudinal_modes;
    for (int i = 0; sloshes && i < count; ++i) {
      const SloshingMode mode = sloshing_mode(box, 2 * i + 1, gravity_);
      const double per_tilt = gravity_ / (mode.omega * mode.omega);
      level.beyond_modes.stiffness -= mode.mass * gravity_ * per_tilt;
      level.beyond_modes.elevation -= mode.elevation * per_tilt;
      modes_.push_back({mode, axis, center + mode.height * Vector3::UnitZ()});
    }
    axes_[transverse ? 1 : 0] = level;
  }
}

void TankLiquid::add_moment(Level level, const BodyKinematics& body, Vector6& wrench) const {
  for (const LevelAxis& each : axes_) {
    const Vector3 axis = body.rotation * each.axis;
    wrench.tail<3>() += (each.*level).stiffness * axis.z() * axis.cross(Vector3::UnitZ());
  }
}

Potential TankLiquid::potential(Level level, const BodyKinematics& body) const {
  Potential sum;
  for (const LevelAxis& each : axes_) {
    const Vector3 axis = body.rotation * each.axis;
    const double rise = body.velocity.tail<3>().cross(axis).z();
    const double K = (each.*level).stiffness;
    sum += {-0.5 * K * axis.z() * axis.z(), -K * axis.z() * rise};
  }
  return sum;
}

/// For a small rotation d, the axis e changes by d x e.
Matrix6 TankLiquid::stiffness(Level level, const BodyKinematics& body) const {
  Matrix6 total = Matrix6::Zero();
  for (const LevelAxis& each : axes_) {
    const Vector3 e = body.rotation * each.axis, z = Vector3::UnitZ();
    const Vector3 tilt = e.cross(z);
    total.bottomRightCorner<3, 3>() -=
        (each.*level).stiffness *
        (tilt * tilt.transpose() + e.z() * (e * z.transpose() - e.z() * Matrix3::Identity()));
  }
  return total;
}

void TankLiquid::write_elevations(Level level, const BodyKinematics& body,
                                  std::span<double> elevations) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    elevations[i] = -(axes_[i].*level).elevation * (body.rotation * axes_[i].axis).z();
  }
}

Matrix6 TankLiquid::sliding_mass(const BodyKinematics& body) const {
  Matrix6 total = Matrix6::Zero();
  for (const LiquidMode& mode : modes_) {
    const Vector6 h = mode.motion(body).row();
    total -= mode.mode.mass * h * h.transpose();
  }
  return total;
}

double TankLiquid::level_displacement(const LiquidMode& mode, const BodyKinematics& body) const {
  return -gravity_ / (mode.mode.omega * mode.mode.omega) * (body.rotation * mode.axis).z();
}

}  // namespace raftup::solver
