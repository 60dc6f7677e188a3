#include <fmt/format.h>

#include "solver/model/water/hydrodynamic_group.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

void check_forward_speed(const HydrodynamicGroup& group, const std::string& path,
                         Violations& violations) {
  const ForwardSpeed& speed = group.forward_speed;
  if (!speed.acts()) {
    violations.require(!speed.low_frequency_cutoff, path + ".forward_speed.low_frequency_cutoff",
                       "must be left out where forward_speed.mode is none",
                       fmt::format("{}", speed.low_frequency_cutoff.value_or(0.0)));
    return;
  }
  const std::string where = "where forward_speed.mode is uniform_flow";
  violations.require(group.frame == HydroFrame::kHeading, path + ".added_mass.frame",
                     fmt::format("must be heading {}", where), std::string(name_of(group.frame)));
  violations.require(group.mode == AddedMassMode::kCoupled, path + ".added_mass.mode",
                     fmt::format("must be coupled {}", where), std::string(name_of(group.mode)));
  violations.require(
      group.coriolis == AddedMassCoriolis::kOff, path + ".added_mass.coriolis",
      fmt::format("must be off {}, which includes the Munk moment of forward speed", where),
      std::string(name_of(group.coriolis)));
  violations.require(group.family == nullptr, path + ".configurations",
                     fmt::format("must be left out {}", where), "a family of databases");
  violations.require(
      group.radiation.form != hydro::RadiationForm::kConstant, path + ".radiation.memory",
      fmt::format("must have a memory {}: the damping of one frequency has no impulse", where),
      "constant");
}

}  // namespace raftup::solver
