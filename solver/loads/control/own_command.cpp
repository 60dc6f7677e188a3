#include "solver/loads/control/own_command.hpp"

#include <variant>

#include "solver/model/loads/load_kinds.hpp"

namespace raftup::solver {

double own_command(const Autopilot& load, std::string_view /*channel*/) { return load.heading; }

double own_command(const DynamicPositioning& load, std::string_view channel) {
  if (channel == "x") return load.position.x();
  if (channel == "y") return load.position.y();
  return load.heading;
}

double own_command(const Propeller& load, std::string_view /*channel*/) { return load.speed; }

double own_command(const Rudder& load, std::string_view /*channel*/) {
  return load.ordered_angle.value_or(load.angle);
}

double own_command(const Thruster& load, std::string_view channel) {
  return channel == "azimuth" ? load.azimuth : load.thrust;
}

double own_command(const Winch& load, std::string_view /*channel*/) {
  return load.force ? *load.force : *load.speed;
}

double own_command(const Load& load, std::string_view channel) {
  return visit_kind(
      [channel](const auto& kind) {
        if constexpr (requires { kind.commands(); }) {
          return own_command(kind, channel);
        } else {
          return 0.0;
        }
      },
      load.kind);
}

}  // namespace raftup::solver
