#include "solver/model/bodies/observer_frame.hpp"

namespace raftup::solver {

ObserverMotion observe(const ObserverFrame& frame, const RigidBody& body, const BodyKinematics& at,
                       const Vector6& acceleration) {
  const Vector3 arm = at.rotation * (frame.pose.position - body.center_of_mass);
  const Vector3 omega = at.velocity.tail<3>();
  const Vector3 alpha = acceleration.tail<3>();
  return {at.position + arm,
          at.attitude * frame.pose.attitude.normalized(),
          at.velocity.head<3>() + omega.cross(arm),
          omega,
          acceleration.head<3>() + alpha.cross(arm) + omega.cross(omega.cross(arm)),
          alpha};
}

ObserverMotion seen_from(const ObserverMotion& observer, const ObserverMotion& frame) {
  const Quaternion to_observer = observer.attitude.conjugate();
  const Vector3& omega = observer.angular_velocity;
  const Vector3 d = frame.position - observer.position;
  const Vector3 u = frame.velocity - observer.velocity - omega.cross(d);
  const Vector3 turning = frame.angular_velocity - omega;
  const Vector3 acceleration = frame.acceleration - observer.acceleration -
                               observer.angular_acceleration.cross(d) -
                               omega.cross(omega.cross(d)) - 2.0 * omega.cross(u);
  const Vector3 angular_acceleration =
      frame.angular_acceleration - observer.angular_acceleration - omega.cross(turning);
  return {to_observer * d,       to_observer * frame.attitude, to_observer * u,
          to_observer * turning, to_observer * acceleration,   to_observer * angular_acceleration};
}

}  // namespace raftup::solver
