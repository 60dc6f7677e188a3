#pragma once

#include <string_view>

namespace raftup::solver {

struct Autopilot;
struct DynamicPositioning;
struct Load;
struct Propeller;
struct Rudder;
struct Thruster;
struct Winch;

/// The load's own command of a channel (commands_of()), which holds until something else commands
/// it, see Command.
double own_command(const Autopilot& load, std::string_view channel);
double own_command(const DynamicPositioning& load, std::string_view channel);
double own_command(const Propeller& load, std::string_view channel);
double own_command(const Rudder& load, std::string_view channel);
double own_command(const Thruster& load, std::string_view channel);
double own_command(const Winch& load, std::string_view channel);
/// 0 if the load has no commands.
double own_command(const Load& load, std::string_view channel);

}  // namespace raftup::solver
