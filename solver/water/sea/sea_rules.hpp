/// @file Rules of a sea as a whole, and the current in which it travels.
#pragma once

#include <string>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/water/waves.hpp"

namespace raftup::solver {

/// Checks a sea in water with a current: a steep wave is the only one, and waves of second order
/// are neither recorded nor steep; both need still water.
/// @param path path of the sea, such as "environment.sea"
void check_sea(const SeaDescription& sea, const hydro::Current& current, const std::string& path,
               Violations& violations);

/// The steep wave of a sea; null if all its waves are linear.
const RegularWave* steep_wave_of(const SeaDescription& sea);

/// Adds the bound waves of a sea of second order. Steep waves have none.
/// @throws Error(kInvalidArgument) with the option that is invalid
void bind_waves(const SeaDescription& description, hydro::Sea& sea);

/// A current over depth [m] as a model file describes it.
struct CurrentProfile {
  std::vector<double> speed;      ///< m/s, one entry per depth
  std::vector<double> direction;  ///< directions that the current flows to [rad], one per depth
  std::vector<double> depth;      ///< m below the surface; empty: one current at all depths

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("speed", self.speed, "m/s");
    field("direction_deg", self.direction, "deg");
    field("depth", self.depth, "m");
  }
};

/// Makes the current of a profile. The result is still water if the profile breaks a rule.
/// @param path path of the current, such as "environment.current"
hydro::Current make_current(const CurrentProfile& profile, const std::string& path,
                            Violations& violations);

}  // namespace raftup::solver
