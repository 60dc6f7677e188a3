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

/// The command of a channel (commands_of()) as the load itself says it, which holds until something
/// else commands it: Command.
double own_command(const Autopilot& load, std::string_view channel);
double own_command(const DynamicPositioning& load, std::string_view channel);
double own_command(const Propeller& load, std::string_view channel);
double own_command(const Rudder& load, std::string_view channel);
double own_command(const Thruster& load, std::string_view channel);
double own_command(const Winch& load, std::string_view channel);
/// 0 where the load takes no commands.
double own_command(const Load& load, std::string_view channel);

}  // namespace raftup::solver
