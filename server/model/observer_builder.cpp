#include "server/model/observer_builder.hpp"

#include "server/model/shapes.hpp"

namespace raftup::server {

solver::ObserverFrame build_observer(const v1::ObserverFrame& message, const std::string& path,
                                     Violations& violations) {
  solver::ObserverFrame observer;
  observer.name = message.name();
  observer.body = message.body();
  observer.pose.position = vector3_or_zero(message.position(), path + ".position", violations);
  observer.pose.attitude = attitude(message.attitude_deg(), path + ".attitude_deg", violations)
                               .value_or(Quaternion::Identity());
  observer.relative_to = message.relative_to();
  return observer;
}

void complete_observer(const solver::ObserverFrame& observer, v1::ObserverFrame& message) {
  set_numbers(*message.mutable_position(), observer.pose.position);
  if (message.attitude_deg().empty()) {
    set_numbers(*message.mutable_attitude_deg(), Vector3::Zero());
  }
}

}  // namespace raftup::server
