#include "solver/model/water/wind.hpp"

#include <fmt/format.h>

namespace raftup::solver {

void Wind::check(const Model& /*model*/, const std::string& path, Violations& violations) const {
  violations.require(!(climate.speed > hydro::kFastestWind), path + ".speed",
                     fmt::format("must be at most {} m/s", hydro::kFastestWind),
                     fmt::format("{}", climate.speed));
  const double time = climate.averaging_time;
  const bool of_npd = climate.profile == hydro::WindProfile::kNpd;
  violations.require(time >= 1.0 && time <= 3600.0, path + ".averaging_time",
                     "must lie within 1 to 3600 s", fmt::format("{}", time));
  violations.require(of_npd || time == 3600.0, path + ".averaging_time",
                     "must be 3600 s where the profile is not npd, which alone says what shorter "
                     "means are",
                     fmt::format("{}", time));
  violations.require(
      climate.profile != hydro::WindProfile::kLogarithmic || !(climate.roughness >= climate.height),
      path + ".roughness", "must be smaller than height", fmt::format("{}", climate.roughness));
}

}  // namespace raftup::solver
